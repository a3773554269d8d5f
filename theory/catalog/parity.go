package catalog

import (
	"math"

	"fbp/internal/traits"
	"fbp/theory/deviations"
)

var parityEntry = Entry{
	Name:  "parity",
	Short: "entropy of replicas of a parity machine",
	Long: `The entropy of fbp theory large-deviation for a parity machine, which
multiplies its hidden sign units: spherical weights, y replicas at the mutual
overlap q1 in every unit,

  F = [ln(D/(1−q1+y q1))/y + q0/D]/2 + (α/y) ∫∏Dv_l ln ∫∏Du_l [(1 + ζ)/2]^y
  D = 1 − q1 + y(q1−q0)
  ζ = ∏_l (1 − 2H(ω_l)),   ω_l = (√q0 v_l + √(q1−q0) u_l)/√(1−q1)

smallest in q0 (Baldassi, Pittorino and Zecchina, PNAS 117, 161 (2020),
appendix C.1). With many units ζ → 0: q0 = 0, and it is −α ln 2 at every q1
and y. Minima are nowhere flat.

--hidden 3: three units, for y = 2, 3, … 20 and inf. There q0 = 0 is always
stationary, and the minimum where α is small; the entropy is above −α ln 2, at
most (q1 → 1) −(α/y) ln 2 for q0 = 0. With more patterns the minimum moves to
q0 > 0, and at last to q0 = q1. For y = inf the power becomes a maximum over
fields; the entropy is negative, and 0 is written for one above -1e-6
where q1 is near 1.

Columns
  alpha, q1, y
  normalized  F, which is 0 without patterns

Status
  ok           a saddle point
  no_solution  three units with another y: not computed

Accurate to 1e-8; with three units and y = inf to 1e-5. A row takes hardly any
time; with three units a second, half a minute at y = 20.`,
	Example: `  fbp theory parity --alpha 1 --q1 0.5,0.9
  fbp theory parity --alpha 1 --q1 0.9 --y 2,6 --hidden 3`,
	Choices: []Choice{{Name: "hidden", Default: "inf", Words: []string{"inf", "3"}, Help: "hidden units: inf, or 3 (y = 2, 3, … 20, or inf)", check: oneOf("inf", "3")}},
	Params:  []Param{loadParam, q1Param, yParam},
	Fixed:   Traits{"network": traits.Parity, "weights": "spherical", "activation": "sign", "layout": "tree", "kappa": "0"},
	Beside:  map[string]string{"q": "q1", "normalized": "normalized"},
	Columns: []string{"alpha", "q1", "y", "normalized"},
	start: func(v variant) func([]float64) (answer, error) {
		hidden := math.Inf(1)
		if v["hidden"] == "3" {
			hidden = 3
		}
		return func(at []float64) (answer, error) {
			if y := at[2]; hidden == 3 && (y > 20 || y != math.Trunc(y)) && !math.IsInf(y, 1) {
				return answer{at, StatusNoSolution, "3 hidden units: only y = 2, 3, … 20, or inf"}, nil
			}
			p, err := deviations.Parity(hidden, at[0], at[1], at[2])
			return answered(err, at, at[0], at[1], at[2], p.Normalized)
		}
	},
}
