package catalog

import (
	"errors"
	"math"

	"fbp/internal/traits"
	"fbp/theory"
	"fbp/theory/features"
)

// featuresAround are what theories of binary weights on features are about.
var featuresAround = Traits{"weights": "binary", "network": traits.Perceptron, "activation": "linear", "hidden": "1", "labels": traits.Features}

var featuresFPEntry = Entry{
	Name:  "features-franz-parisi",
	Short: "local entropy around solutions on random features",
	Long: `The entropy per weight of the solutions with margin kappa at the normalised
Hamming distance d from a typical solution with margin kappa-ref (the
reference), on the same random features (fbp theory features), of binary
weights. With t_1 = 1−2d, q_1 and t_0 the overlaps of two solutions around one
reference and with another one, and s = Fᵀw/√N:

  φ_FP = −½ q̂_1 (1−q_1) + t_0 t̂_0 − t_1 t̂_1 + 𝒢_S
         + (α/2α_T) T_w + α 𝒢_E

stationary in all but t_1. 𝒢_S and its averages are those of fbp theory
franz-parisi. T_w is, twice and per latent dimension, the entropy that s has
less than from w alone; 𝒢_E = ⟨ln H((κ − ω)/√V)⟩ averages over patterns that the
reference and the teacher have the same label of. With 𝐪 the overlaps of the
weights, K the forces of the patterns and 𝐦 those of the teacher, matrices over
n → 0 references and m → 0 solutions around each, those of s are

  C = (𝐪⁻¹ − K)⁻¹ + 𝐫 𝐫ᵀ,   𝐫 = (𝐪⁻¹ − K)⁻¹ 𝐦

(Baldassi et al., Phys. Rev. E 106, 014116 (2022), arXiv:2110.00683; derived
anew). Where features have nothing in common (alpha_t → 0) this is fbp theory
franz-parisi.

Columns
  function   as asked for
  alpha, alpha_t
  kappa_ref  margin of the reference
  kappa      margin of the solutions around it
  d          their distance from it
  entropy    φ_FP, nats per weight; where it is negative typical instances have
             no such solution
  slope      dφ_FP/dd
  q_1, t_0   overlap of two solutions around one reference, and with another one
  error      of the solutions on new patterns

Status
  ok               a saddle point; the entropy may be negative
  beyond_capacity  kappa-ref or kappa is larger than κ_max (fbp theory features
                   --kappa max): no such reference, or no such solutions
  no_solution      not found; so close to references of margins next to kappa
                   that solutions around them become one (sign, alpha = 0.5,
                   alpha_t = 3, both 0: below d = 0.0002)

Accurate to 1e-8, slopes and overlaps to 1e-6, for d from 0.0025 and alpha_t
from 1e-4. A row takes a tenth of a second, one without a solution up to two.`,
	Example: `  fbp theory features-franz-parisi --alpha 0.5 --alpha-t 3 --d 0.01:0.3:30
  fbp theory features-franz-parisi --function erf --alpha 0.8 --alpha-t 3 \
    --kappa-ref 0.1,max --d 0.05,0.1`,
	Choices: []Choice{functionChoice},
	Params:  []Param{loadParam, latentLoadParam, featuresRefParam, featuresAroundKappa, distanceParam},
	Fixed:   featuresAround,
	Beside:  map[string]string{"distance": "d", "entropy": "entropy"},
	Columns: []string{"alpha", "alpha_t", "kappa_ref", "kappa", "d", "entropy", "slope", "q_1", "t_0", "error"},
	start: func(v variant) func([]float64) (answer, error) {
		var references shared[[3]float64, featuresReference]
		var beyond shared[[3]float64, bool]
		return func(at []float64) (answer, error) {
			p := v.featuresProblem()
			p.Alpha, p.AlphaT = at[0], at[1]
			p.Kappa = at[2]
			ref := references.get([3]float64(at), func() featuresReference { return newFeaturesReference(p) })
			if ref.err != nil {
				known := []float64{at[0], at[1], at[2], at[3], at[4]}
				if at[2] == Max {
					known[2] = math.NaN()
				}
				return failure(ref.err, known...)
			}
			known := []float64{at[0], at[1], ref.Kappa, at[3], at[4]}
			p.Kappa = at[3]
			if at[3] > ref.Kappa && beyond.get([3]float64{at[0], at[1], at[3]}, func() bool { return newFeaturesReference(p).err != nil }) {
				return failure(theory.ErrBeyondCapacity, known...)
			}
			around, err := features.Around(ref.Typical, at[3])
			if err != nil {
				return failure(err, known...)
			}
			s, err := around.At(at[4])
			return answered(err, known, append(known, s.Entropy, s.Slope, s.Q1, s.T0, s.Error())...)
		}
	},
}

// Margins of surroundings on random features: below −1 references hardly see patterns, and the equations take minutes.
var (
	notFarBelow         = Interval{From: features.LeastMargin, To: math.Inf(1)}
	featuresRefParam    = Param{Name: "kappa-ref", Default: "max", Help: "margin of the reference from −1 on, max for κ_max(α)", Words: []string{"max"}, Of: ReferenceMargin, Within: notFarBelow}
	featuresAroundKappa = Param{Name: "kappa", Default: "0", Help: "margin of the solutions, from −1 on", Of: AroundMargin, Within: notFarBelow}
)

// featuresReference is a typical solution, or why there is none.
type featuresReference struct {
	features.Typical
	err error
}

// newFeaturesReference solves a problem, of the margin max too; a negative entropy is an error.
func newFeaturesReference(p features.Problem) (r featuresReference) {
	if p.Kappa == Max {
		p.Kappa = 0
		r.Typical, r.err = p.LargestMargin()
		return r
	}
	if p.Kappa < features.LeastMargin {
		r.err = theory.ErrDomain
		return r
	}
	if r.Typical, r.err = solvedFeatures(p); r.err == nil && r.Entropy < -1e-9 {
		r.err = theory.ErrBeyondCapacity
	}
	return r
}

// solvedFeatures is the typical point of a problem; where there is none because the margin is larger than any, the error is
// theory.ErrBeyondCapacity.
func solvedFeatures(p features.Problem) (features.Typical, error) {
	t, err := p.Solve()
	if errors.Is(err, theory.ErrNoConvergence) {
		if top, none := p.LargestMargin(); none == nil && p.Kappa > top.Kappa {
			err = theory.ErrBeyondCapacity
		}
	}
	return t, err
}

var featuresTransitionEntry = Entry{
	Name:  "features-transition",
	Short: "local-entropy transition on random features",
	Long: `The largest number of patterns per weight below which the entropy around typical
solutions of the largest margin κ_max (fbp theory features-franz-parisi) grows
with distance up to its one maximum, for solutions of margin 0: at alpha_le the
least slope, at d near 0.005, is zero. An estimate of where algorithms that look
for dense regions begin, as fbp theory alpha-u. At alpha_t = 3 N/P is 1.0161
(sign), 0.9826 (relu) and 0.9286 (erf); it is larger than at the interpolation
threshold (fbp theory features-threshold).

Columns
  function   as asked for
  alpha_t
  alpha_le   patterns per weight at the transition
  n_over_p   1/alpha_le
  kappa_max  the largest margin there

Status
  ok           found
  no_solution  not found

Accurate to 1e-5. A row takes two to three seconds.`,
	Example: `  fbp theory features-transition --alpha-t 3
  fbp theory features-transition --function erf,relu --alpha-t 1,3,10`,
	Choices: []Choice{functionChoice},
	Params:  []Param{latentLoadParam},
	Fixed:   featuresAround,
	Columns: []string{"alpha_t", "alpha_le", "n_over_p", "kappa_max"},
	start: func(v variant) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			p := v.featuresProblem()
			p.AlphaT = at[0]
			t, err := p.Transition()
			return answered(err, at, at[0], t.Alpha, 1/t.Alpha, t.Kappa)
		}
	},
}
