package sampling

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory"
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
	c := newChannel(m.Power)
	_, g, _ := c.all(-m.Kappa)
	if start := alpha * g * g; start > 1e-300 {
		excess := func(lnQHat float64) float64 { return math.Log(alpha / m.branch(c, lnQHat).Alpha) }
		left := math.Log(start)
		if fLeft := excess(left); fLeft > 0 { // g² grows with q
			var ok bool
			if left, ok = saddle.Bracket(excess, left, fLeft, max(fLeft, 1e-9), 2, last).Root(excess, 1e-13); !ok {
				return fail(theory.ErrNoConvergence)
			}
		}
		t := m.branch(c, left)
		t.Alpha = alpha
		t.fill()
		return t, nil
	}
	t := Typical{Measure: m, Alpha: alpha, V: 1, c: c}
	t.fill()
	return t, nil
}

// last is the largest ln q̂ that is looked at.
const last = 25.0

// branch is the point of the branch with this q̂, of which α is a function, with its replicon.
func (m Measure) branch(c *channel, lnQHat float64) Typical {
	t := Typical{Measure: m, QHat: math.Exp(lnQHat), c: c}
	o := m.Weights.OverlapOf(t.QHat)
	t.Q, t.V = o.Q, o.V
	square := t.patterns(func(x float64) float64 { _, r, _ := c.all(x); return r * r })
	stiff := t.patterns(func(x float64) float64 { _, _, s := c.all(x); return s * s })
	t.Alpha = t.QHat * t.V / square
	t.Replicon = t.Alpha * stiff / (t.V * t.V) * m.Weights.Stiffness(t.QHat)
	return t
}

// patterns is ∫Dz f((√q z − κ)/√(1−q)).
func (t Typical) patterns(f func(x float64) float64) float64 {
	sq, sv := math.Sqrt(t.Q), math.Sqrt(t.V)
	if sq == 0 {
		return f(-t.Kappa)
	}
	return gauss.Average(func(z float64) float64 { return f((sq*z - t.Kappa) / sv) }, gauss.Around(t.Kappa/sq, sv/sq)...)
}

// fill adds what follows from the saddle point.
func (t *Typical) fill() {
	t.FreeEntropy = t.Weights.LogSum(t.QHat) - t.QHat*t.V/2 + t.Alpha*(t.patterns(t.c.logI)+t.Power/2*math.Log(t.V))
	stiff := t.patterns(func(x float64) float64 { _, _, s := t.c.all(x); return s * s })
	t.Replicon = t.Alpha * stiff / (t.V * t.V) * t.Weights.Stiffness(t.QHat)
	t.Mean = math.Sqrt(t.V) * t.patterns(func(x float64) float64 { _, r, _ := t.c.all(x); return r })
	t.MeanLog = t.overStabilities(math.Log)
	t.Entropy = t.FreeEntropy
	if t.Power > 0 {
		t.Entropy -= t.Alpha * t.Power * t.MeanLog
	}
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
	high := math.Log(max(reach*math.Sqrt(t.Q)-t.Kappa, 0) + math.Sqrt(t.V)*(reach+math.Sqrt(2*t.Power)))
	deep := 40/(1+t.Power) + 5
	if !(deep/h < mostSteps) { // of margins so large that stabilities are one number
		return math.NaN()
	}
	for w := high; w > high-deep; w -= h {
		d := math.Exp(w)
		sum += h * f(d) * math.Exp(w+t.logDensity(d, t.Power*w))
	}
	return sum
}
