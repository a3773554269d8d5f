package catalog

import (
	"errors"
	"fmt"
	"math"

	"fbp/internal/traits"
	"fbp/internal/values"
	"fbp/loss"
	"fbp/theory"
	"fbp/theory/crossentropy"
)

var (
	gammaParam = Param{Name: "gamma", Default: "1", Words: []string{"inf"}, Within: Interval{From: 0.01, To: 1000},
		Help: "γ of the loss, the norm of the weights, from 0.01 to 1000, or inf: max(−x, 0)"}
	betaParam = Param{Name: "beta", Default: "star", Words: []string{"inf", "entropy", "instability", "star"}, Within: Interval{To: 1e12, Open: true},
		Help: "inverse temperature β, up to 1e12, or inf, entropy, instability, star: their smaller"}
)

// The words of betaParam.
const (
	betaInf = iota
	betaEntropy
	betaInstability
	betaStar
)

// crossEntropyOnes is what these theories are about.
var crossEntropyOnes = Traits{"network": traits.Perceptron, "weights": "binary", "activation": "linear", "hidden": "1", "kappa": "0"}

var crossEntropyEntry = Entry{
	Name:  "cross-entropy",
	Short: "minima of the cross-entropy: entropy and errors",
	Long: `Typical configurations of the binary perceptron at inverse temperature beta,
where the loss of αN random patterns is the cross-entropy

  f(x) = ln(1 + e^{−2γx})/(2γ),   x = w·ξ/√N;   γ = inf: max(−x, 0)

with replica symmetry: with ⟨x⟩ averaged over Dx e^{−βf(√q u + √(1−q) x)} at
given u,

  φ = −q̂(1−q)/2 + ∫Dx ln 2cosh(√q̂ x) + α ∫Du ln ∫Dx e^{−βf(√q u + √(1−q) x)}
  q = ∫Dx tanh²(√q̂ x),   q̂ = α/(1−q) ∫Du ⟨x⟩²

(Baldassi, Pittorino and Zecchina, PNAS 117, 161 (2020), appendix B, with
misprints). At zero temperature, --beta inf, q → 1 with δq = β(1−q), and δq² =
2/(π α ∫Du f'(x*)²), u = x* + δq f'(x*). For γ = inf some configurations have
no loss up to α = 4/π: they are those of fbp theory rs, with q < 1.

At zero temperature replica symmetry is unstable for binary weights at any α,
and the entropy is negative. Use β*: --beta star, the smaller of the inverse
temperatures at which the entropy vanishes and at which replica symmetry
becomes unstable.

Columns
  alpha, gamma  patterns per weight, γ
  beta       β as a number; inf for zero temperature
  q, q_hat   overlap of two typical configurations, and its conjugate
  energy     loss per weight, α⟨f⟩
  entropy    φ + β energy, nats per weight
  stability  α(1−q)^−2 ∫Du [1 − ⟨x²⟩ + ⟨x⟩²]² ∫Dx sech⁴(√q̂ x): replica
             symmetry is locally stable below 1; inf at zero temperature
  error_rate fraction of patterns with x < 0; at zero temperature H(δq/2), with
             γ = inf H(δq) + [G(0) − G(δq)]/δq, the limit β → ∞

Status
  ok               a saddle point; the entropy may be negative: typical
                   instances have no such configurations
  beyond_capacity  as for fbp theory rs, at γ = inf and zero temperature
  no_solution      no such β: at γ = inf neither happens while there are many
                   solutions (star is inf then); 1 − q below 1e-5, or a β that
                   is to be found above 1e260: too cold to be resolved; or not
                   found

q, energy and entropy are accurate to 1e-9, error_rate relatively to 1e-8
(below 1e-300: 0), at every γ and at every β with 1 − q above 1e-5; a β that is
found relatively to 1e-9, for alpha below 0.1 to 1e-7. A row takes 5 to 15 ms,
20 where β is found (170 at γ = 200), and up to a second where 1 − q is near
1e-5.`,
	Example: `  fbp theory cross-entropy --alpha 0.1:1.2:23 --gamma 0.5,2 --beta inf
  fbp theory cross-entropy --alpha 0.4 --gamma 2 --beta 20,entropy,star`,
	Params:  []Param{loadParam, gammaParam, betaParam},
	Fixed:   crossEntropyOnes,
	Beside:  map[string]string{"entropy": "entropy", "q": "q", "energy": "energy", "error_rate": "error_rate"},
	Columns: []string{"alpha", "gamma", "beta", "q", "q_hat", "energy", "entropy", "stability", "error_rate"},
	start: func(variant) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			p, note, err := minimum(at[0], at[1], at[2])
			if err != nil {
				return failure(err, at[0], at[1], named(at[2]))
			}
			a := answer{[]float64{at[0], at[1], p.Beta, p.Q, p.QHat, p.Energy, p.Entropy, p.Stability, p.ErrorRate}, StatusOK, note}
			if math.IsInf(at[1], 1) && math.IsInf(p.Beta, 1) && p.Q < 1 && p.Entropy < 0 {
				a.status = StatusBeyond
			}
			return a, nil
		}
	},
}

// named is the value of a parameter as a cell: a word has none.
func named(x float64) float64 {
	if _, is := values.WordOf(x); is && !math.IsInf(x, 1) {
		return math.NaN()
	}
	return x
}

// minimum is the saddle point at a number or word of betaParam.
func minimum(alpha, gamma, beta float64) (p crossentropy.Point, note string, err error) {
	if !gammaParam.Within.Holds(gamma) && !math.IsInf(gamma, 1) {
		return p, "", fmt.Errorf("gamma = %v: want %s: %w", gamma, gammaParam.Within.Want("gamma"), theory.ErrDomain)
	}
	l := loss.CrossEntropy{Gamma: gamma}
	word, is := values.WordOf(beta)
	if !is {
		p, err = crossentropy.At(l, alpha, beta)
		return p, "", err
	}
	switch word {
	case betaEntropy:
		p, err = crossentropy.EntropyVanishes(l, alpha)
	case betaInstability:
		p, err = crossentropy.Instability(l, alpha)
	case betaStar:
		p, err = crossentropy.Star(l, alpha)
	default:
		p, err = crossentropy.Zero(l, alpha)
	}
	switch {
	case errors.Is(err, crossentropy.ErrNever):
		note = "many solutions without any loss"
	case err == nil && math.IsInf(p.Beta, 1) && p.Q == 1:
		if note = fmt.Sprintf("dq = %.12g", p.DQ); math.IsInf(p.DQ, 1) {
			note = "dq is too large for a number"
		}
	}
	return p, note, err
}
