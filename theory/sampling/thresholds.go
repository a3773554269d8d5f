package sampling

import (
	"errors"
	"math"

	"fbp/theory"
	"fbp/theory/saddle"
)

// ErrNever tells that localization of binary weights fails at every load.
var ErrNever = errors.New("localization of binary weights with power < 1 fails at every alpha")

// AlphaAT is the load at which replica symmetry becomes locally unstable, replicon = 1. The error wraps
// theory.ErrStable where it does not up to the end of the branch.
func AlphaAT(m Measure) (float64, error) {
	b := m.branch()
	y, err := b.AlmeidaThouless()
	if err != nil {
		return math.NaN(), err
	}
	return b.At(y).Alpha, nil
}

// AlphaLoc is the load up to which localization works, where the maximum of Λ on the path becomes 1. The error
// wraps theory.ErrStable where it works up to the end of the branch, ErrNever where it works nowhere.
func AlphaLoc(m Measure) (float64, error) {
	if m.Weights == theory.Binary && m.Power < 1 {
		return math.NaN(), ErrNever
	}
	b := m.branch()
	excess := func(lnQHat float64) float64 {
		p := Path{Typical: m.at(b, b.At(lnQHat))}
		p.follow()
		_, lambda := p.largest()
		return math.Log(lambda)
	}
	const from, nearEnd, steps = -4.0, 14.0, 9 // of ln q̂, up to which paths are followed
	to, err := b.AlmeidaThouless()
	if err == nil {
		after := excess(to)
		if after <= 1e-8 {
			return b.At(to).Alpha, nil // Λ is largest at t = 0
		}
		return vanishes(b, excess, saddle.Interval{A: from, FA: excess(from), B: to, FB: after})
	}
	for i := range saddle.Scan(excess, from, nearEnd, steps) {
		if i.FB > theory.Marginal {
			return vanishes(b, excess, i)
		}
	}
	return math.NaN(), theory.ErrStable
}

// vanishes is α where an excess vanishes.
func vanishes(b theory.Branch, excess func(float64) float64, between saddle.Interval) (float64, error) {
	y, ok := between.Root(excess, 1e-9)
	if !ok {
		return math.NaN(), theory.ErrNoConvergence
	}
	return b.At(y).Alpha, nil
}
