package catalog

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"fbp/theory"
	"fbp/theory/deviations"
	"fbp/theory/sampling"
)

var (
	q1Param     = Param{Name: "q1", Help: "mutual overlap of the replicas, 0 < q1 < 1", Within: Interval{To: 0.99999, Open: true}}
	yParam      = Param{Name: "y", Default: "inf", Words: []string{"inf"}, Help: "number of replicas, up to 100, or inf", Within: Interval{From: 1, To: 100, Open: true}}
	hiddenParam = Param{Name: "hidden", Default: "inf", Words: []string{"inf"}, Help: "hidden units: inf, or 3 (spherical weights, sign units, y = inf)", Within: Interval{From: 3, To: 3}}
)

var largeDeviationEntry = Entry{
	Name:  "large-deviation",
	Short: "entropy of replicas at an overlap (dense regions)",
	Long: `The entropy, per weight and replica, of y replicas at the mutual overlap q1 that
all solve the same patterns, minus its value without patterns, for perceptron
and committees (fbp theory capacity). Where it comes close to 0 as q1 → 1,
nearly all configurations around some centre are solutions: a wide flat minimum.
It is one step of replica symmetry breaking with m = y and q1 given,

  F = G_S + (α/y) ∫Dz0 ln ∫Dz1 H^y(−(√Q0 z0 + √(Q1−Q0) z1)/√(1−Q1)),   Q = φ(q)
  binary     G_S = −q̂1(1−q1)/2 + (y/2)(q0 q̂0 − q1 q̂1)
                   + (1/y) ∫Du ln ∫Dv [2cosh(√q̂0 u + √(q̂1−q̂0) v)]^y
  spherical  G_S = [ln(1−q1) + (1/y) ln(D/(1−q1)) + q0/D]/2
             D = 1 − q1 + y(q1−q0)

stationary in q0, q̂0, q̂1. For y = inf, with δ = y(q1−q0) and δ̂ = y(q̂1−q̂0) kept,

  F = α ∫Dz0 max_z [−z²/2 + ln H(−(√Q1 z0 + √(φ'(q1) δ) z)/√(1−Q1))] + G_S
  binary     G_S = −q̂1(1−q1)/2 − (δ q̂1 + q1 δ̂)/2
                   + ∫Du max_v [−v²/2 + ln 2cosh(√q̂1 u + √δ̂ v)]
  spherical  G_S = q1/2(1−q1+δ), without patterns 0

--hidden 3: three sign units with spherical weights, y = inf, where the
patterns' term is

  α ∫Dz1 Dz2 Dz3 max_h [−|h−√q1 z|²/2δ + ln(P1P2 + P1P3 + P2P3 − 2P1P2P3)]
  P = H(−h/√(1−q1))

(Baldassi, Malatesta and Zecchina, PRL 123, 170602 (2019), appendix D; Baldassi,
Pittorino and Zecchina, PNAS 117, 161 (2020), Fig. 1, whose G_S for y → ∞ lacks
q1/2(1−q1+δ)).

Columns
  weights, activation  as asked for
  hidden      hidden units
  alpha, q1, y
  normalized  F minus its value at α = 0; never positive
  dq0         δ = y(q1−q0)

Status
  ok               a saddle point
  bound            patterns have no effect: normalized is 0, dq0 infinite (nan)
  beyond_capacity  alpha is beyond the capacity (fbp theory capacity --ansatz
                   1rsb): typical instances have no solutions, and the numbers
                   are those of a saddle point, if there is one. Not known with
                   3 units
  no_solution      q1 below the overlap q of typical solutions (y finite), or
                   not found

Accurate to 1e-8, with 3 units to 1e-5. A point takes a millisecond for y = inf,
ten for y = 20, a second with 3 units. In parity machines of many units (fbp
theory parity) it is −α ln 2 at every q1.`,
	Example: `  fbp theory large-deviation --weights spherical --activation sign,relu \
    --alpha 1 --q1 0.5,0.9
  fbp theory large-deviation --activation sign --alpha 0.4 --q1 0.85 --y 20,inf`,
	Choices: []Choice{weightsChoice, activationChoice},
	Params:  []Param{hiddenParam, loadParam, q1Param, yParam},
	Fixed:   Traits{"kappa": "0"},
	Beside:  map[string]string{"q": "q1", "normalized": "normalized"},
	Columns: []string{"hidden", "alpha", "q1", "y", "normalized", "dq0"},
	start: func(v variant) func([]float64) (answer, error) {
		m := v.committee()
		most := sync.OnceValue(m.MostPatterns)
		return func(at []float64) (answer, error) {
			var p deviations.Point
			var err error
			switch {
			case math.IsInf(at[0], 1):
				p, err = deviations.Of(m, at[1], at[2], at[3])
			case at[0] != 3:
				err = fmt.Errorf("theory: hidden = %v: want 3 or inf: %w", at[0], theory.ErrDomain)
			case m.Weights != theory.Spherical || m.Activation.String() != theory.Sign.String() || !math.IsInf(at[3], 1):
				return answer{at, StatusNoSolution, "3 hidden units: only spherical weights, sign units, y = inf"}, nil
			default:
				p, err = deviations.ThreeUnits(at[1], at[2])
			}
			a := answer{append(at[:4:4], p.Normalized, p.DQ0), StatusOK, ""}
			switch {
			case err != nil:
				a, err = failure(err, at...)
			case p.Bounded:
				a = answer{append(at[:4:4], 0, math.NaN()), StatusBound, ""}
			}
			if err == nil && math.IsInf(at[0], 1) && at[1] > most() {
				a.status, a.note = StatusBeyond, fmt.Sprintf("alpha_c = %.6g", most())
			}
			return a, err
		}
	},
}

var stabilityEntry = Entry{
	Name:  "stability-distribution",
	Short: "stabilities, typical and in dense regions",
	Long: `The probability density over patterns of the stability

  Ξ = (σ/√K) Σ_l c_l g(w_l·ξ_l/√(N/K))

(perceptron: σ w·ξ/√N) of solutions of margin 0, for perceptron and committees
(fbp theory capacity), in units of √(k(1) − k(0)):

  typical    P(x) = θ(x) ∫Dz G((x−√Q z)/√(1−Q)) / [√(1−Q) H(−√(Q/(1−Q)) z)]
  y replicas at overlap q1
             P(x) = θ(x)/√(1−Q1) ∫Dz0 [∫Dz1 G((x−X)/√(1−Q1)) H^{y−1}(Y)]
                    / ∫Dz1 H^y(Y)
             X = √Q0 z0 + √(Q1−Q0) z1,   Y = −X/√(1−Q1)
             for y = inf at the maximum over z1 of −z1²/2y + ln H

with Q = φ(q) of fbp theory rs, and Q0 of fbp theory large-deviation (Baldassi,
Malatesta and Zecchina, PRL 123, 170602 (2019), E3 to E5, with misprints). x and
density here are those of Ξ itself: √(k(1) − k(0)) is 1 for linear and sign
units, 0.584 for ReLU.

--power b > 0 is for samples of a perceptron with the weight s^b of a pattern
(fbp theory sampling), typical ones:

  P(x) = x^b θ(x) ∫Dz G((x−√q z)/√(1−q)) / [√(1−q) Z(√q z, 1−q)]

Columns
  weights, activation  as asked for
  alpha
  q1, y       of the replicas; for typical solutions their overlap q, and 1
  power       as asked for
  x, density  a stability, and P(x)

Status
  ok               a saddle point; where replica symmetry of typical solutions
                   is unstable the note says so
  beyond_capacity  typical instances have no solutions (fbp theory capacity
                   --ansatz 1rsb), and so no stabilities
  no_solution      as for large-deviation; a power for replicas or committees

Accurate to 1e-9.`,
	Example: `  fbp theory stability-distribution --activation sign,relu --alpha 0.4 --x 0,1
  fbp theory stability-distribution --activation sign --alpha 0.4 \
    --q1 0.85 --y 20 --x 0:3:7
  fbp theory stability-distribution --alpha 0.5 --power 1 --x 0:3:31`,
	Choices: []Choice{weightsChoice, activationChoice},
	Params: []Param{loadParam,
		{Name: "q1", Default: "typical", Words: []string{"typical"}, Help: "mutual overlap of replicas, or typical: typical solutions", Within: q1Param.Within},
		yParam,
		{Name: "power", Default: "0", Help: "b of samples with the weight s^b of a pattern", Within: powerParam.Within},
		{Name: "x", Help: "stability"}},
	Fixed:   Traits{"kappa": "0"},
	Beside:  map[string]string{"bin_center": "x", "density": "density"},
	Columns: []string{"alpha", "q1", "y", "power", "x", "density"},
	start: func(v variant) func([]float64) (answer, error) {
		m := v.committee()
		most := sync.OnceValue(m.MostPatterns)
		type made struct {
			density      func(x float64) float64
			q            float64 // of typical solutions
			status, note string
			err          error
		}
		var curves shared[[4]float64, made]
		return func(at []float64) (answer, error) {
			c := curves.get([4]float64(at), func() (c made) {
				var s deviations.Stabilities
				c.status = StatusOK
				switch {
				case !(at[2] > 1 && at[0] > 0 && powerParam.Within.Holds(at[3])):
					c.err = fmt.Errorf("theory: want alpha > 0, y > 1, 0 ≤ power ≤ 10: %w", theory.ErrDomain)
				case at[3] > 0 && !(math.IsInf(at[1], 1) && m.Activation.Linear()):
					c.err = errors.New("a power is for typical solutions of the perceptron")
				case at[3] > 0:
					var t sampling.Typical
					t, c.status, c.note, c.err = typicalOf(sampling.Measure{Weights: m.Weights, Power: at[3]}, at[0])
					c.density, c.q = t.Density, t.Q
					return c
				case at[0] > most():
					c.err = fmt.Errorf("alpha_c = %.6g: %w", most(), theory.ErrBeyondCapacity)
				case math.IsInf(at[1], 1):
					var p theory.RSPoint
					p, _ = m.RS(at[0], 0)
					if c.q = p.Q; m.Replicon(p) > 1 {
						c.note = unstableNote
					}
					s, c.err = deviations.TypicalStabilities(m, at[0], 0)
				default:
					s, c.err = deviations.DenseStabilities(m, at[0], at[1], at[2])
				}
				c.density = s.Density
				return c
			})
			known := append([]float64(nil), at...)
			if math.IsInf(at[1], 1) {
				known[1], known[2] = c.q, 1
			}
			if c.err != nil {
				return failure(c.err, known...)
			}
			return answer{append(known, c.density(at[4])), c.status, c.note}, nil
		}
	},
}
