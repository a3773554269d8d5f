package catalog

import (
	"errors"
	"math"

	"fbp/theory"
)

var capacityEntry = Entry{
	Name:    "capacity",
	Seconds: 0.01,
	Short:   "the capacity of perceptron and committees",
	Long: `The number of patterns per weight up to which typical instances have solutions
of margin 0: of a perceptron, or of a tree-like committee with many hidden units
(K → ∞ after N → ∞), whose patterns' term is the perceptron's with effective
overlaps

  Q = φ(q) = (k(q) − k(0))/(k(1) − k(0))
  k(x) = E[g(u)g(v)], u and v of correlation x
  sign    k = (2/π) arcsin x
  relu    k = [√(1−x²) + x(π − arccos x)]/2π
  leaky-relu:a   (1−a)² k_relu + a x

--ansatz rs: binary weights: where the replica-symmetric entropy vanishes (fbp
theory rs); spherical weights: where solutions become one, q → 1,

  α_c = 2 φ'(1)

--ansatz 1rsb: spherical weights, with q1 → 1, m → 0, m̃ = m/(1−q1):

  α_c = min over q0, m̃ of −{ln(1+m̃(1−q0)) + m̃q0/(1+m̃(1−q0))} / 2f(q0, m̃)
  f = ∫Dz0 ln ∫Dz1 exp(−m̃ x₊²/2φ'(1)),   x = √Q0 z0 + √(1−Q0) z1

Binary weights freeze, q1 = 1, where the entropy vanishes, so that nothing
changes. (Baldassi, Malatesta and Zecchina, PRL 123, 170602 (2019), equations 5,
6, B7 and B8; B7 lacks a minus.) That paper prints 2.92 for spherical ReLU with
1rsb; its formulas give 2.66428, which one step of replica symmetry breaking at
finite q1 confirms.

Columns
  weights, activation, ansatz  as asked for
  alpha_c                      the capacity

Status
  ok           found
  no_solution  it is infinite, or not found

Accurate to 1e-9.`,
	Example: `  fbp theory capacity --activation linear,sign,relu
  fbp theory capacity --weights spherical --activation relu --ansatz rs,1rsb`,
	Choices: []Choice{weightsChoice, activationChoice, ansatzChoice},
	Columns: []string{"alpha_c"},
	start: func(v variant) func([]float64) (answer, error) {
		return func([]float64) (answer, error) {
			m := v.committee()
			alpha, err := m.Capacity()
			note := ""
			if v.words["ansatz"] == "1rsb" {
				var p theory.Capacity1RSB
				p, err = m.Capacity1RSB()
				alpha = p.Alpha
				switch {
				case m.Weights == theory.Binary:
					note = "clusters are single solutions, as with rs"
				case math.IsNaN(p.Q0):
					note = "replica symmetry is stable"
				}
			}
			switch {
			case err != nil:
				return failure(err)
			case math.IsInf(alpha, 1):
				return answer{nil, StatusNoSolution, "it grows without bound with the number of units"}, nil
			}
			return answer{[]float64{alpha}, StatusOK, note}, nil
		}
	},
}

var instabilityEntry = Entry{
	Name:    "instability",
	Seconds: 0.01,
	Short:   "where replica symmetry becomes unstable",
	Long: `The number of patterns per weight above which replica symmetry is locally
unstable among typical solutions of margin 0 (the line of de Almeida and
Thouless), for perceptron and committees (fbp theory capacity):

  α [φ'(q)² R + φ''(q) r] ∫Dx sech⁴(√q̂ x) = 1,   Q = φ(q)
  r = ∫Dx A²/(1−Q),   R = ∫Dx [A(A−a)]²/(1−Q)²
  A = (G/H)(a),   a = −√(Q/(1−Q)) x

with q of fbp theory rs, and (1−q)² in the place of the last integral for
spherical weights: φ'' is what the perceptron lacks. Baldassi, Malatesta and
Zecchina, PRL 123, 170602 (2019), print 2.988 for spherical sign units (we find
2.987819), and 0.615 for spherical ReLU: their formulas give 1.7212, which the
curvature of the 1RSB free entropy at q0 = q1 confirms. For binary weights it
lies beyond the capacity.

Columns
  weights, activation  as asked for
  alpha_at             the instability

Status
  ok               found
  beyond_capacity  found, where the entropy of binary weights is negative
  no_solution      replica symmetry is stable up to the end of its branch

Accurate to 1e-9.`,
	Example: `  fbp theory instability --weights spherical --activation sign,relu`,
	Choices: []Choice{weightsChoice, activationChoice},
	Columns: []string{"alpha_at"},
	start: func(v variant) func([]float64) (answer, error) {
		return func([]float64) (answer, error) {
			p, err := v.committee().Instability()
			if errors.Is(err, theory.ErrStable) {
				return answer{nil, StatusNoSolution, "stable up to the end of the branch"}, nil
			}
			if err != nil {
				return failure(err)
			}
			if v.labels().Empty(p) {
				return answer{[]float64{p.Alpha}, StatusBeyond, theory.ErrBeyondCapacity.Error()}, nil
			}
			return answer{[]float64{p.Alpha}, StatusOK, ""}, nil
		}
	},
}
