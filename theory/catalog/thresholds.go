package catalog

import (
	"errors"
	"math"

	"fbp/theory"
	"fbp/theory/franzparisi"
)

var thresholdsEntry = Entry{
	Name:  "thresholds",
	Short: "κ_min and κ_u, where the surroundings change",
	Long: `The margins of the reference above which its Franz-Parisi entropy with κ = 0
(fbp theory franz-parisi) is nowhere negative, and grows with distance up to its
one maximum:

  κ_min:  min over d of φ_FP(d; α, κ_min, 0) = 0
  κ_u:    min over d below the maximum of dφ_FP/dd(d; α, κ_u, 0) = 0

(Baldassi et al., PRL 127, 278301 (2021), points 3 to 5). Below κ_min a shell
around the reference is empty; between κ_min and κ_u the reference lies in a
small ball of solutions behind an entropic barrier; above κ_u it is part of a
dense region on large scales. At α = 0.5: κ_min = 0.0291, κ_u = 0.0364.

Columns
  weights, activation, labels  as asked for
  alpha      patterns per weight
  kappa_max  the largest margin of typical references (fbp theory kappa-max)
  kappa_min, kappa_u  the thresholds; nan beyond kappa_max

--labels teacher: at α = 0.5 κ_min = 0.0204, κ_u = 0.0253.

Status
  ok               both found
  no_solution      one or both would lie beyond kappa_max, or are not found: so
                   small are they for alpha below about 0.002 (see the note)
  beyond_capacity  kappa_max is not positive: typical instances have no
                   solutions of margin 0 for a reference to be surrounded by

--activation: committees with many hidden units (fbp theory franz-parisi).

Accurate to 1e-9; a row takes about a second, with a teacher four.`,
	Example: `  fbp theory thresholds --alpha 0.3,0.5,0.7
  fbp theory thresholds --alpha 0.5 --labels teacher`,
	Choices: []Choice{binaryChoice, activationChoice, labelsChoice},
	Params:  []Param{loadParam},
	Fixed:   Traits{"kappa": "0"},
	Columns: []string{"alpha", "kappa_max", "kappa_min", "kappa_u"},
	start: func(v variant) func([]float64) (answer, error) {
		l := v.labels()
		return func(at []float64) (answer, error) {
			t, err := franzparisi.ThresholdsOf(l, at[0], 0)
			cells := []float64{t.Alpha, t.KappaMax, t.KappaMin, t.KappaU}
			switch {
			case err == nil:
				return answer{cells, StatusOK, ""}, nil
			case errors.Is(err, franzparisi.ErrBeyond):
				note := "kappa_u would lie beyond kappa_max"
				if math.IsNaN(t.KappaMin) {
					note = "kappa_min and kappa_u would lie beyond kappa_max"
				}
				return answer{cells, StatusNoSolution, note}, nil
			case t.KappaMax <= 0:
				return answer{cells, StatusBeyond, theory.ErrBeyondCapacity.Error()}, nil
			}
			return failure(err, cells...)
		}
	},
}

var alphaUEntry = Entry{
	Name:  "alpha-u",
	Short: "α'_u: robust references are in dense regions below",
	Long: `The largest α at which the Franz-Parisi entropy around references of the largest
margin grows with distance up to its one maximum (fbp theory thresholds),

  κ_u(α'_u) = κ_max(α'_u),

0.729 for solutions of margin kappa = 0: an estimate of the largest α that
algorithms reach (Baldassi et al., PRL 127, 278301 (2021), Fig. 4).

Columns
  weights, activation, labels  as asked for
  kappa      margin κ of the solutions
  alpha_u    α'_u
  kappa_max  κ_max(α'_u), the margin of the references
  d          the distance where the slope develops its new zero

--labels teacher: 1.0466 for κ = 0.

Status
  ok           found
  no_solution  not found

--activation: committees with many hidden units (fbp theory capacity); 0.7725
for relu, 0.5578 for sign.

Accurate to 1e-8; a row takes a second, with a teacher three.`,
	Example: `  fbp theory alpha-u
  fbp theory alpha-u --labels teacher`,
	Choices: []Choice{binaryChoice, activationChoice, labelsChoice},
	Params:  []Param{{Name: "kappa", Default: "0", Help: "margin of the solutions", Within: Interval{To: 2}, Of: ModelMargin}},
	Columns: []string{"kappa", "alpha_u", "kappa_max", "d"},
	start: func(v variant) func([]float64) (answer, error) {
		l := v.labels()
		return func(at []float64) (answer, error) {
			p, d, err := franzparisi.AlphaUOf(l, at[0])
			return answered(err, at, at[0], p.Alpha, p.Kappa, d)
		}
	},
}
