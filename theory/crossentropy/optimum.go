package crossentropy

import (
	"errors"
	"fmt"
	"math"
	"slices"

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
// where the derivative of ln(−normalized) by ln γ changes its sign. As β* changes from
// Instability to EntropyVanishes at some γ, the derivative jumps there, so that one may be
// where it is not 0. No entropy is larger than that of all solutions (theory.RS), which
// is reached where typical solutions lie at distance d. That may be so at two γ; the smaller
// one is returned. Gamma is accurate to 1e-4 (relative), above Normalized = −1e-7 to 1e-3, and
// Normalized to 1e-7. A call takes several seconds.
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
	x, level := g.scan()
	best, highest := Optimum{Normalized: math.Inf(-1)}, slices.Max(level)
	switch {
	case math.IsInf(highest, -1):
		return fail(theory.ErrNoConvergence)
	case highest > -nearBound:
		return fail(ErrNearBound)
	}
	for i := 1; i+1 < len(x); i++ {
		if level[i] < level[i-1] || level[i] < level[i+1] || math.IsInf(level[i], -1) {
			continue
		}
		left, here, right := g.slope(x[i-1]), g.slope(x[i]), g.slope(x[i+1])
		for _, side := range [...]struct{ a, fa, b, fb float64 }{{x[i-1], left, x[i], here}, {x[i], here, x[i+1], right}} {
			if !(side.fa > 0 && side.fb <= 0) { // no maximum, or no saddle point at one end
				continue
			}
			o, ok := g.between(side.a, side.fa, side.b, side.fb)
			if !ok {
				return fail(theory.ErrNoConvergence)
			}
			if o.Normalized > best.Normalized+tie {
				best = o
			}
		}
	}
	if !(best.Normalized+tie >= highest) {
		return fail(ErrAtEnd)
	}
	return best, nil
}

// scan returns ln γ from 0.02 to 500 and the entropies there, −∞ where there is no saddle point.
func (g byGamma) scan() (lnGamma, level []float64) {
	const steps = 34
	least, most := math.Log(0.02), math.Log(500)
	for i := range steps + 1 {
		x := least + (most-least)*float64(i)/steps
		o, _ := g.at(x)
		if math.IsNaN(o.Normalized) {
			o.Normalized = math.Inf(-1)
		}
		lnGamma, level = append(lnGamma, x), append(level, o.Normalized)
	}
	return lnGamma, level
}

// nearBound is the least −Normalized that is resolved, halfStep that of differences in ln γ, and
// maxima closer than tie are equal.
const nearBound, halfStep, tie = 1e-8, 2e-3, 1e-10

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

// slope returns a difference of −ln(−normalized).
func (g byGamma) slope(lnGamma float64) float64 {
	below, _ := g.at(lnGamma - halfStep)
	above, _ := g.at(lnGamma + halfStep)
	return math.Log(below.Normalized / above.Normalized)
}

// between returns the maximum between two points where the slope has opposite signs.
func (g byGamma) between(a, fa, b, fb float64) (Optimum, bool) {
	middle, _ := g.at((a + b) / 2)
	noise := 1e-13 / math.Abs(middle.Normalized) // that of slope
	x, ok := saddle.Root(g.slope, a, fa, b, fb, max(4e-10, noise))
	best, _ := g.at(x)
	lo, hi := x-halfStep, x+halfStep
	_, before := g.at(lo)
	_, after := g.at(hi)
	if !ok || before == after {
		return best, ok
	}
	x, _ = saddle.Minimum(func(x float64) float64 { o, _ := g.at(x); return -o.Normalized }, lo, hi, 1e-6) // the derivative jumps
	best, _ = g.at(x)
	return best, true
}
