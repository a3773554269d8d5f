package catalog

import (
	"fmt"
	"strings"

	"fbp/theory"
	"fbp/theory/sampling"
)

var (
	powerParam     = Param{Name: "power", Help: "b of the weight (s − κ)^b of a pattern, 0 ≤ power ≤ 10; 0: uniform", Within: Interval{To: 10}}
	samplingMargin = Param{Name: "kappa", Default: "0", Help: "margin of the solutions", Within: marginRange, Of: ModelMargin}
	overlapParam   = Param{Name: "q", Default: "0.02:0.98:49", Help: "overlap of two samples of the posterior", Within: Interval{To: 1 - 1e-9, Open: true}}

	samplingParams     = []Param{loadParam, samplingMargin, powerParam}
	samplingPathParams = append(samplingParams[:3:3], overlapParam)

	samplingEquation = `The weights of a perceptron with alpha N random patterns are drawn with the
probability

  ψ(w)/Z,   ψ = Π_μ (s_μ − κ)^b θ(s_μ − κ),   s = w·ξ/√N,   b = power

of which b = 0 is the uniform measure over solutions.
`
)

// typicalOf is a typical point, with the status of its row.
func typicalOf(m sampling.Measure, alpha float64) (t sampling.Typical, status, note string, err error) {
	t, err = sampling.TypicalOf(m, alpha)
	status = StatusOK
	switch {
	case m.Weights == theory.Binary && t.Entropy < 0:
		status, note = StatusBeyond, theory.ErrBeyondCapacity.Error()
	case t.Replicon > 1:
		note = unstableNote
	}
	return t, status, note, err
}

var samplingEntry = Entry{
	Name:  "sampling",
	Short: "drawn solutions, and can localization draw them",
	Long: samplingEquation + `Replica symmetric, with g = ∂_ω ln Z and

  Z(ω, V) = V^{b/2} I_b((ω − κ)/√V),   I_b(x) = ∫₀^∞ dy y^b G(y − x)
  q̂ = α∫Dz g²(√q z, 1−q),   q = ∫Dz tanh²(√q̂ z)
  φ = −q̂(1−q)/2 + ∫Dz ln 2cosh(√q̂ z) + α∫Dz ln Z(√q z, 1−q)

and q/(1−q)² = q̂ for spherical weights, as in fbp theory rs.

Stochastic localization draws samples if one state, followed as a growing field
fixes more and more of the sample, changes smoothly from q at time t = 0 to 1:
if the maximum of Λ on this path (fbp theory sampling-path) is below 1.
Otherwise the state that message passing follows ends at t_sp, and is not that
of the measure from t_c on (after Demyanenko, Straziota, Baldassi and Lucibello,
arXiv:2502.16292; derived here anew).

Columns
  weights, alpha, kappa, power
  q           overlap of two samples
  entropy     of the samples, φ − αb⟨ln(s − κ)⟩, nats per weight; for spherical
              weights the logarithm of a fraction of the sphere
  mean_log_s  ⟨ln(s − κ)⟩ per pattern
  mean_s      ⟨s⟩
  replicon    Λ at t = 0: replica symmetry is locally stable below 1
  lambda      maximum of Λ; inf for binary weights with b < 1, for which q = 1
              is stable at every α, so that localization fails
  t_c, t_sp   times of the transition and of the end of the state; nan where
              localization works, or for the reason in the note

Status
  ok               found
  beyond_capacity  binary weights with an entropy below 0: typical instances
                   have no such solution
  rs_ends          as for rs
  no_solution      not found

Accurate to 1e-9, times to 1e-7. A row takes half a second.`,
	Example: `  fbp theory sampling --alpha 0.3,0.5,0.6 --power 0,1,2
  fbp theory sampling --weights spherical --kappa -0.5 --alpha 1:4:7 --power 0`,
	Choices:  perceptronWeights,
	Params:   samplingParams,
	Fixed:    perceptron,
	Beside:   map[string]string{"entropy": "entropy", "entropy_plain": "entropy", "q": "q", "overlap": "q", "mean_log_s": "mean_log_s"},
	Columns:  []string{"alpha", "kappa", "power", "q", "entropy", "mean_log_s", "mean_s", "replicon", "lambda", "t_c", "t_sp"},
	Optional: []string{"t_c", "t_sp"},
	start: func(v variant) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			t, status, note, err := typicalOf(sampling.Measure{Weights: v.committee().Weights, Kappa: at[1], Power: at[2]}, at[0])
			if err != nil {
				return failure(err, at...)
			}
			p := sampling.PathOf(t)
			if p.Lost != nil && status == StatusOK {
				note = "t_c: " + p.Lost.Error()
			}
			return answer{append(at[:3:3], t.Q, t.Entropy, t.MeanLog, t.Mean, t.Replicon, p.Lambda, p.Transition, p.Spinodal), status, note}, nil
		}
	},
}

var samplingThresholdsEntry = Entry{
	Name:  "sampling-thresholds",
	Short: "up to which load localization draws solutions",
	Long: `The load up to which stochastic localization draws solutions with the weight
Π_μ (s_μ − κ)^b of a perceptron, b = power: where the maximum of Λ on the path
(fbp theory sampling) becomes 1.

Columns
  weights, kappa, power
  alpha_loc  localization works below
  alpha_at   replica symmetry becomes locally unstable (replicon = 1); the same
             where Λ is largest at t = 0

Both may be nan, with the reason in the note: alpha_loc of binary weights with
b < 1, whose localization fails at every α, and what is not reached before the
end of the branch, q = 1.

Status
  ok  found, or nan with a note

Accurate to 1e-7 relative to α. A row takes some seconds.`,
	Example: `  fbp theory sampling-thresholds --power 1,1.5,2,3
  fbp theory sampling-thresholds --weights spherical --kappa -0.5,-1 --power 0`,
	Choices:  perceptronWeights,
	Params:   samplingParams[1:],
	Fixed:    perceptron,
	Columns:  []string{"kappa", "power", "alpha_loc", "alpha_at"},
	Optional: []string{"alpha_loc", "alpha_at"},
	start: func(v variant) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			m := sampling.Measure{Weights: v.committee().Weights, Kappa: at[0], Power: at[1]}
			unstable, errAT := sampling.AlphaAT(m)
			localizes, errLoc := sampling.AlphaLoc(m)
			var notes []string
			if errLoc != nil {
				notes = append(notes, "alpha_loc: "+errLoc.Error())
			}
			if errAT != nil {
				notes = append(notes, "alpha_at: "+errAT.Error())
			}
			return answer{append(at[:2:2], localizes, unstable), StatusOK, strings.Join(notes, "; ")}, nil
		}
	},
}

var samplingPathEntry = Entry{
	Name:  "sampling-path",
	Short: "overlap and stability on the path of localization",
	Long: `The path of stochastic localization of the measure Π_μ (s_μ − κ)^b of a
perceptron with alpha N random patterns, b = power (fbp theory sampling): a
field h = t w* + B(t), B Brownian motion, fixes more and more of a sample w*,
and q is the overlap of two samples given this field. With q₀ and q̂₀ those of
t = 0, Z₀ = Z(√q₀ z₀, 1−q₀), Z = Z(√q₀ z₀ + √(q−q₀) z₁, 1−q) and averages
over z₀ and z₁,

  M = ⟨(Z/Z₀) g²⟩,   D = ⟨(Z/Z₀) (∂_ω g)²⟩
  1 − q = ⟨W sech² H⟩,   dq/dQ = ⟨W sech⁴ H⟩
  W = e^{−Q/2} cosh H/cosh(√q̂₀ z₀),   H = √q̂₀ z₀ + √Q z₁
  spherical  1/(1−q) = 1/(1−q₀) + Q,   dq/dQ = (1−q)²
  t = Q − α[M(q) − M(q₀)],   Λ = αD dq/dQ,   dt/dQ = 1 − Λ

Columns
  weights, alpha, kappa, power
  q         overlap
  t         time; it falls with q where Λ > 1, which no sample goes through
  lambda    Λ
  added     Q, the variance that the field adds to that on a weight

Status
  ok               a point of the path
  no_solution      q is below q₀, or not found
  beyond_capacity, rs_ends
                   as for sampling

Accurate to 1e-9.`,
	Example: `  fbp theory sampling-path --alpha 0.5 --power 1
  fbp theory sampling-path --weights spherical --kappa -0.5 --alpha 3 \
    --power 0 --q 0.7:0.98:15`,
	Choices: perceptronWeights,
	Params:  samplingPathParams,
	Fixed:   perceptron,
	Beside:  map[string]string{"q": "q", "t": "t", "replicon": "lambda"},
	Columns: []string{"alpha", "kappa", "power", "q", "t", "lambda", "added"},
	start: func(v variant) func([]float64) (answer, error) {
		type made struct {
			t            sampling.Typical
			status, note string
			err          error
		}
		var starts shared[[3]float64, made]
		return func(at []float64) (answer, error) {
			m := starts.get([3]float64(at), func() (m made) {
				m.t, m.status, m.note, m.err = typicalOf(sampling.Measure{Weights: v.committee().Weights, Kappa: at[1], Power: at[2]}, at[0])
				return m
			})
			if m.err != nil {
				return failure(m.err, at...)
			}
			s, ok := m.t.AtOverlap(at[3])
			if !ok {
				return answer{at, StatusNoSolution, fmt.Sprintf("the path begins at q = %.6g", m.t.Q)}, nil
			}
			return answer{append(at[:4:4], s.Time, s.Lambda, s.Field), m.status, m.note}, nil
		}
	},
}
