package crossentropy

import (
	"fmt"
	"math"

	"fbp/loss"
	"fbp/theory"
	"fbp/theory/saddle"
)

// Optimum is the γ of the cross-entropy whose minima have most solutions around them.
type Optimum struct {
	Alpha, D    float64
	Gamma, Beta float64 // Beta is β* there
	Normalized  float64 // entropy of solutions minus that of all configurations, both at distance D
}

// BestGamma returns the γ at which the entropy of solutions at distance d from the minima of
// the cross-entropy at β* (Star) is largest: a root of the derivative of ln(−normalized) by
// ln γ, between 0.02 and 500. As β* changes from Instability to EntropyVanishes at some γ,
// the derivative jumps there. Gamma is accurate to 1e-4 (relative), Normalized to 1e-7. A
// call takes several seconds.
//
// The error wraps theory.ErrDomain, or theory.ErrNoConvergence where there is no maximum in
// that range or it is too close to the bound to be seen.
func BestGamma(alpha, d float64) (Optimum, error) {
	fail := func(err error) (Optimum, error) {
		return Optimum{}, fmt.Errorf("crossentropy: BestGamma(alpha = %v, d = %v): %w", alpha, d, err)
	}
	if !(alpha > 0 && d > 0 && d <= 0.5) || math.IsInf(alpha, 0) {
		return fail(fmt.Errorf("want finite alpha > 0, 0 < d ≤ 0.5: %w", theory.ErrDomain))
	}
	missing := func(lnGamma float64) (o Optimum) {
		l := loss.CrossEntropy{Gamma: math.Exp(lnGamma)}
		o = Optimum{Alpha: alpha, D: d, Gamma: l.Gamma, Normalized: math.NaN()}
		p, err := Star(l, alpha)
		if err != nil {
			return o
		}
		s, err := Around(l, p)
		if err != nil {
			return o
		}
		if f, err := s.At(d); err == nil {
			o.Beta, o.Normalized = p.Beta, f.Entropy-f.Bound
		}
		return o
	}
	slope := func(lnGamma float64) float64 {
		const h = 2e-3
		return math.Log(missing(lnGamma-h).Normalized / missing(lnGamma+h).Normalized)
	}
	x, step := math.Log(2), 0.3
	f := slope(x)
	for next := x; !math.IsNaN(f); {
		next = x + math.Copysign(step, f)
		if next < math.Log(0.02) || next > math.Log(500) {
			break
		}
		fNext := slope(next)
		if math.Signbit(fNext) != math.Signbit(f) && !math.IsNaN(fNext) {
			best, ok := saddle.Root(slope, x, f, next, fNext, 1e-8)
			if !ok {
				break
			}
			return missing(best), nil
		}
		x, f = next, fNext
	}
	return fail(theory.ErrNoConvergence)
}
