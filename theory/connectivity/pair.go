package connectivity

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/saddle"
)

// Pair is two independent typical solutions of one instance.
type Pair struct {
	A, B Typical
	P    float64 // overlap
}

// PairOf solves for the overlap p of typical solutions of two margins. Their fields z₁ and
// z₂ at a pattern are normal, of correlation r = p/√(q₁q₂):
//
//	p̂ = α ⟨f₁(z₁) f₂(z₂)⟩_r,   f = h(y)/√(1−q)
//	p = (1−q₁)(1−q₂) p̂ on the sphere,
//	p = ⟨tanh(√q̂₁ z₁) tanh(√q̂₂ z₂)⟩ at correlation p̂/√(q̂₁q̂₂) for binary weights.
//
// Equal margins give p = q. It is one-dimensional, and has one root where replica symmetry
// is stable for both margins; p is accurate to 1e-10. The error wraps
// [theory.ErrNoConvergence].
func PairOf(a, b Typical) (Pair, error) {
	p := Pair{A: a, B: b}
	switch {
	case a.Kappa == b.Kappa:
		p.P = a.Q
		return p, nil
	case a.Alpha == 0 || a.Q == 0 || b.Q == 0:
		return p, nil
	}
	most := math.Sqrt(a.Q * b.Q)
	excess := func(x float64) float64 { return p.overlap(x/most) - x }
	lo, hi := 0.0, most*(1-1e-12)
	fHi := excess(hi)
	if fHi >= 0 && fHi < 1e-9 { // the margins are equal but for rounding
		p.P = most
		return p, nil
	}
	x, ok := saddle.Root(excess, lo, excess(lo), hi, fHi, 1e-14)
	if !ok || math.Abs(excess(x)) > 1e-10 {
		return p, fmt.Errorf("connectivity: overlap of margins %v and %v at alpha = %v: %w", a.Kappa, b.Kappa, a.Alpha, theory.ErrNoConvergence)
	}
	p.P = x
	return p, nil
}

// correlation is that r of the fields z₁ and z₂; s is the deviation of one of them given the other.
func (p Pair) correlation() (r, s float64) {
	if p.A.Q == 0 || p.B.Q == 0 {
		return 0, 1
	}
	r = min(1, p.P/math.Sqrt(p.A.Q*p.B.Q))
	return r, math.Sqrt((1 - r) * (1 + r))
}

// overlap is p that follows from fields of correlation r.
func (p Pair) overlap(r float64) float64 {
	a, b := p.A, p.B
	pHat := a.Alpha * correlated(a.answer, b.answer, a.bends(), b.bends(), r)
	if a.Weights == theory.Spherical {
		va, vb := a.V, b.V
		if a.frozen() {
			va = 1 // the answer is in units of 1 − q
		}
		if b.frozen() {
			vb = 1
		}
		return va * vb * pHat
	}
	sa, sb := math.Sqrt(a.QHat), math.Sqrt(b.QHat)
	m := func(s float64) func(float64) float64 { return func(z float64) float64 { return math.Tanh(s * z) } }
	return correlated(m(sa), m(sb), gauss.Around(0, 1/sa), gauss.Around(0, 1/sb), min(1, pHat/(sa*sb)))
}

// correlated is ⟨f(z₁) g(z₂)⟩ over normal z₁ and z₂ of correlation r, |r| ≤ 1, with the
// break points of both.
func correlated(f, g func(float64) float64, breaksF, breaksG []float64, r float64) float64 {
	s := math.Sqrt((1 - r) * (1 + r))
	if s < 1e-9 {
		return gauss.Average(func(z float64) float64 { return f(z) * g(z) }, append(append([]float64{}, breaksF...), breaksG...)...)
	}
	breaks := make([]float64, len(breaksG))
	return gauss.Average(func(z float64) float64 {
		for i, c := range breaksG {
			breaks[i] = (c - r*z) / s
		}
		return f(z) * gauss.Average(func(t float64) float64 { return g(r*z + s*t) }, breaks...)
	}, append(append([]float64{}, breaksF...), breaksG...)...)
}
