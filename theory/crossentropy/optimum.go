package crossentropy

import (
	"errors"
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

// ErrAtEnd and ErrNearBound say why there is no optimum.
var (
	ErrAtEnd     = errors.New("largest at an end of the range of gamma")
	ErrNearBound = errors.New("within 1e-8 of the entropy of all configurations at some gamma")
)

// BestGamma returns the γ at which the entropy of solutions at distance d from the minima of
// the cross-entropy at β* (Star) is largest, between 0.02 and 500: the highest of the points
// where the derivative of ln(−normalized) by ln γ changes its sign. There may be two such
// maxima, and as β* changes from Instability to EntropyVanishes at some γ, the derivative
// jumps there, so that one may be where it is not 0. Gamma is accurate to 1e-4 (relative),
// above Normalized = −1e-7 to 1e-3, and Normalized to 1e-7. A call takes several seconds.
//
// The error wraps theory.ErrDomain, ErrAtEnd, ErrNearBound or theory.ErrNoConvergence.
func BestGamma(alpha, d float64) (Optimum, error) {
	fail := func(err error) (Optimum, error) {
		return Optimum{}, fmt.Errorf("crossentropy: BestGamma(alpha = %v, d = %v): %w", alpha, d, err)
	}
	if !(alpha > 0 && d > 0 && d <= 0.5) || math.IsInf(alpha, 0) {
		return fail(fmt.Errorf("want finite alpha > 0, 0 < d ≤ 0.5: %w", theory.ErrDomain))
	}
	g := byGamma{alpha, d}
	best, highest := Optimum{Normalized: math.Inf(-1)}, math.Inf(-1)
	for _, step := range []float64{0.3, -0.3} {
		x := math.Log(2)
		f, level := g.slope(x)
		for math.Log(0.02) <= x && x <= math.Log(500) {
			if highest = max(highest, orLeast(level)); highest > -nearBound {
				return fail(ErrNearBound)
			}
			next := x + step
			fNext, levelNext := g.slope(next)
			if (f-fNext)*step > 0 && math.Signbit(f) != math.Signbit(fNext) {
				o, ok := g.between(x, f, next, fNext)
				if !ok {
					return fail(theory.ErrNoConvergence)
				}
				if o.Normalized > best.Normalized {
					best = o
				}
			}
			x, f, level = next, fNext, levelNext
		}
	}
	switch {
	case math.IsInf(highest, -1):
		return fail(theory.ErrNoConvergence)
	case !(best.Normalized >= highest):
		return fail(ErrAtEnd)
	}
	return best, nil
}

// nearBound is the least −Normalized that is resolved, and halfStep that of differences in ln γ.
const nearBound, halfStep = 1e-8, 2e-3

// orLeast is v, or −∞ where there is no saddle point.
func orLeast(v float64) float64 {
	if math.IsNaN(v) {
		return math.Inf(-1)
	}
	return v
}

// byGamma is the entropy at a distance as a function of ln γ.
type byGamma struct{ alpha, d float64 }

// at returns the point of γ; unstable says that β* is that of Instability there.
func (g byGamma) at(lnGamma float64) (o Optimum, unstable bool) {
	l := loss.CrossEntropy{Gamma: math.Exp(lnGamma)}
	o = Optimum{Alpha: g.alpha, D: g.d, Gamma: l.Gamma, Normalized: math.NaN()}
	p, err := Star(l, g.alpha)
	if err != nil {
		return o, false
	}
	s, err := Around(l, p)
	if err != nil {
		return o, false
	}
	if f, err := s.At(g.d); err == nil {
		o.Beta, o.Normalized = p.Beta, f.Entropy-f.Bound
	}
	return o, p.Stability > 1-1e-6
}

// slope returns a difference of −ln(−normalized), and the mean of normalized.
func (g byGamma) slope(lnGamma float64) (slope, mean float64) {
	below, _ := g.at(lnGamma - halfStep)
	above, _ := g.at(lnGamma + halfStep)
	return math.Log(below.Normalized / above.Normalized), (below.Normalized + above.Normalized) / 2
}

// between returns the maximum between two points where the slope has opposite signs.
func (g byGamma) between(a, fa, b, fb float64) (Optimum, bool) {
	x, ok := saddle.Root(func(x float64) float64 { f, _ := g.slope(x); return f }, a, fa, b, fb, 1e-8)
	best, _ := g.at(x)
	lo, hi := x-halfStep, x+halfStep
	_, before := g.at(lo)
	_, after := g.at(hi)
	if !ok || before == after {
		return best, ok
	}
	for hi-lo > 1e-6 { // the derivative jumps: thirds
		left, _ := g.at(lo + (hi-lo)/3)
		right, _ := g.at(hi - (hi-lo)/3)
		if best = left; left.Normalized < right.Normalized {
			best, lo = right, lo+(hi-lo)/3
		} else {
			hi -= (hi - lo) / 3
		}
	}
	return best, true
}
