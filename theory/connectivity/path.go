package connectivity

import (
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/saddle"
)

// Error is the fraction of patterns with a stability below κ on the path between the
// solutions of a pair, accurate to 1e-8. On the sphere the path is the line
//
//	w_γ = (γ w₁ + (1−γ) w₂)/c,   c² = γ² + (1−γ)² + 2γ(1−γ) p,
//
// and fraction is γ, the share of solution 1: E = P(γu₁ + (1−γ)u₂ < κc), u the stabilities
// of a pattern. For binary weights those that differ are flipped in random order, and
// fraction is f, the share of them that has been flipped, of solution 2:
//
//	Δ_f = (1−f) u₁ + f u₂ + √(2f(1−f)(1−p)) ν,   E = P(Δ_f < κ),   ν normal.
func (p Pair) Error(fraction, kappa float64) float64 {
	if p.A.Weights == theory.Spherical {
		return p.line(fraction, kappa)
	}
	return p.flips(fraction, kappa)
}

// Barrier is the largest error on the path, and where it is: to 1e-8, at a fraction that
// is accurate to 1e-4, where the error is flat.
func (p Pair) Barrier(kappa float64) (fraction, barrier float64) {
	const steps = 24
	for k := 0; k <= steps; k++ {
		x := float64(k) / steps
		if e := p.Error(x, kappa); e > barrier {
			fraction, barrier = x, e
		}
	}
	if barrier == 0 {
		return 0.5, 0
	}
	if p.A.Kappa == p.B.Kappa { // symmetric, with the maximum in the middle or twice
		if e := p.Error(0.5, kappa); e >= barrier {
			return 0.5, e
		}
	}
	lo, hi := max(0, fraction-1.0/steps), min(1, fraction+1.0/steps)
	a, least := saddle.Minimum(func(x float64) float64 { return -p.Error(x, kappa) }, lo, hi, 1e-4)
	if (fraction == 0 || fraction == 1) && barrier >= -least { // the error is steep at the ends
		return fraction, barrier
	}
	return a, -least
}

// line is the error on the line between spherical weights. Outside the support, where
// γκ₁ + (1−γ)κ₂ ≥ κc, it is exactly zero.
func (p Pair) line(gamma, kappa float64) float64 {
	a, b := p.A, p.B
	rest := 1 - gamma
	bound := kappa * math.Sqrt(gamma*gamma+rest*rest+2*gamma*rest*p.P)
	switch {
	case gamma*a.Kappa+rest*b.Kappa >= bound:
		return 0
	case gamma < 0.5: // the one with the larger share is integrated over
		return Pair{b, a, p.P}.line(rest, kappa)
	case gamma == 1:
		return a.errors(kappa)
	}
	r, s := p.correlation()
	beside := func(u, z float64) float64 { // P(γu + (1−γ)u₂ < κc), z the field of solution 1
		v := (bound - gamma*u) / rest
		return b.averageBelow(v, r*z, s)
	}
	last := (bound - rest*b.Kappa) / gamma // of u₁, where u₂ is at its margin
	sum := 0.0
	rule := p.fields(gamma, rest, bound, 0)
	for i, z := range rule.X {
		if a.frozen() {
			if u := max(z, a.Kappa); u < last {
				sum += rule.W[i] * beside(u, z)
			}
			continue
		}
		own := a.stabilities(last, z, saddle.Feature{At: (bound - rest*math.Sqrt(b.Q)*r*z) / gamma, Width: rest / gamma * math.Sqrt(b.V+b.Q*s*s)},
			saddle.Feature{At: last, Width: rest / gamma * b.decay(r*z-cut*s)})
		for k, u := range own.X {
			sum += rule.W[i] * own.W[k] * beside(u, z)
		}
	}
	return sum
}

// flips is the error after a fraction f of the weights that differ was flipped.
func (p Pair) flips(f, kappa float64) float64 {
	a, b := p.A, p.B
	switch {
	case f <= 0:
		return a.errors(kappa)
	case f >= 1:
		return b.errors(kappa)
	}
	r, s := p.correlation()
	noise := math.Sqrt(2 * f * (1 - f) * (1 - p.P))
	sum := 0.0
	rule := p.fields(1-f, f, kappa, noise)
	for i, z := range rule.X {
		own := a.stabilities(math.Inf(1), z, saddle.Feature{At: (kappa - f*max(b.Kappa, math.Sqrt(b.Q)*r*z)) / (1 - f), Width: noise / (1 - f)})
		other := b.around(r*z, s, saddle.Feature{At: (kappa - (1-f)*max(a.Kappa, math.Sqrt(a.Q)*z)) / f, Width: noise / f})
		for k, u := range own.X {
			if rule.W[i]*own.W[k] < 1e-13 {
				continue
			}
			below := 0.0
			for j, v := range other.X {
				below += other.W[j] * gauss.H(((1-f)*u+f*v-kappa)/noise)
			}
			sum += rule.W[i] * own.W[k] * below
		}
	}
	return sum
}
