package sampling

import (
	"fmt"
	"math"

	"fbp/theory"
	"fbp/theory/rs"
	"fbp/theory/saddle"
)

// Measure is that of weights with the probability Π_μ (s_μ − κ)^b θ(s_μ − κ)/Z, s = w·ξ/√N; b = 0 is
// the uniform one of solutions of margin κ.
type Measure struct {
	Weights      theory.Weights
	Kappa, Power float64
}

// Typical is a measure with αN random patterns, replica symmetric.
type Typical struct {
	Measure
	Alpha       float64
	Q, V        float64 // overlap of two samples, and 1 − Q
	QHat        float64 // its conjugate
	FreeEntropy float64 // φ = ln Z/N
	Entropy     float64 // of the samples: φ − αb⟨ln(s − κ)⟩, nats per weight
	MeanLog     float64 // ⟨ln(s − κ)⟩ per pattern
	Mean        float64 // ⟨s⟩
	Replicon    float64 // replica symmetry is locally stable below 1

	c *channel
}

// TypicalOf is the replica-symmetric point of a measure,
//
//	q̂ = α∫Dz g²,   g = ∂_ω ln Z(√q z, 1−q),   Z(ω, V) = V^{b/2} I_b((ω − κ)/√V)
//	q = ∫Dz tanh²(√q̂ z), or q/(1−q)² = q̂ of spherical weights
//	φ = −q̂(1−q)/2 + 𝒲(q̂) + α∫Dz ln Z,   replicon = α∫Dz (∂_ω g)² ∫Dz sech⁴(√q̂ z), or (1−q)²
//
// with 𝒲 and the entropy of spherical weights as in theory.RS. Accurate to 1e-10. The error wraps
// theory.ErrDomain, theory.ErrEnds from theory.RSEnd on, or theory.ErrNoConvergence.
func TypicalOf(m Measure, alpha float64) (Typical, error) {
	fail := func(err error) (Typical, error) {
		return Typical{}, fmt.Errorf("sampling: TypicalOf(%+v, alpha = %v): %w", m, alpha, err)
	}
	if !(alpha > 0 && m.Power >= 0) || math.IsInf(alpha+m.Power+m.Kappa, 0) || math.IsNaN(m.Kappa) {
		return fail(theory.ErrDomain)
	}
	if end := (theory.Committee{Weights: m.Weights}).RSEnd(m.Kappa); alpha >= end {
		return fail(fmt.Errorf("no solution for alpha ≥ %.6g: %w", end, theory.ErrEnds))
	}
	f := m.field()
	b := rs.Branch{Weights: m.Weights, Patterns: f}
	p, err := b.Solve(alpha)
	if err != nil {
		return fail(err)
	}
	t := m.at(f, p)
	t.FreeEntropy = b.FreeEntropy(p) + alpha*m.Power/2*math.Log(p.V)
	t.Replicon = b.Replicon(p, f.Stiff(p.Overlap))
	t.Mean = math.Sqrt(p.V) * f.Average(p.Overlap, func(x float64) float64 { r, _ := t.c.Slopes(x); return r })
	t.MeanLog = t.overStabilities(math.Log)
	t.Entropy = t.FreeEntropy
	if m.Power > 0 {
		t.Entropy -= alpha * m.Power * t.MeanLog
	}
	return t, nil
}

// field is the patterns' side.
func (m Measure) field() rs.Field { return rs.Field{Margin: m.Kappa, Channel: newChannel(m.Power)} }

// at is a saddle point, without what follows from it.
func (m Measure) at(f rs.Field, p rs.Point) Typical {
	return Typical{Measure: m, Alpha: p.Alpha, Q: p.Q, V: p.V, QHat: p.QHat, c: f.Channel.(*channel)}
}

// Density is that of the stability of a pattern,
//
//	P(s) = (s − κ)^b θ(s − κ) ∫Dz N(s; √q z, 1−q)/Z(√q z, 1−q).
func (t Typical) Density(s float64) float64 {
	d := s - t.Kappa
	switch {
	case d < 0 || d == 0 && t.Power > 0:
		return 0
	case d == 0:
		return math.Exp(t.logDensity(0, 0))
	}
	return math.Exp(t.logDensity(d, t.Power*math.Log(d)))
}

// logDensity is ln P(κ + d), logF = b ln d.
func (t Typical) logDensity(d, logF float64) float64 {
	s := t.Kappa + d
	return t.byField(s, logF-s*s/2-math.Log(2*math.Pi)/2, 1, t.V)
}

// overStabilities is ∫ds P(s) f(s − κ). In ln(s − κ) the integrand is smooth, and falls at both ends.
func (t Typical) overStabilities(f func(d float64) float64) (sum float64) {
	h := min(0.06, 0.2/(1+math.Abs(t.Kappa)))
	if !(h > 1e-3) { // of margins so large that stabilities are one number
		return math.NaN()
	}
	high := math.Log(max(reach*math.Sqrt(t.Q)-t.Kappa, 0) + math.Sqrt(t.V)*(reach+math.Sqrt(2*t.Power)))
	for w, log := range saddle.Trapezoid(func(w float64) float64 { return w + t.logDensity(math.Exp(w), t.Power*w) }, high-3, h, 0) {
		sum += h * f(math.Exp(w)) * math.Exp(log)
	}
	return sum
}
