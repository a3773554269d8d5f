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
	c := newChannel(m.Power)
	y, err := m.instability(c)
	if err != nil {
		return math.NaN(), err
	}
	return m.branch(c, y).Alpha, nil
}

// AlphaLoc is the load up to which localization works, where the maximum of Λ on the path becomes 1. The error
// wraps theory.ErrStable where it works up to the end of the branch, ErrNever where it works nowhere.
func AlphaLoc(m Measure) (float64, error) {
	if m.Weights == theory.Binary && m.Power < 1 {
		return math.NaN(), ErrNever
	}
	c := newChannel(m.Power)
	excess := func(lnQHat float64) float64 {
		p := Path{Typical: m.branch(c, lnQHat)}
		p.follow()
		_, lambda := p.largest()
		return math.Log(lambda)
	}
	const from, nearEnd, steps = -4.0, 14.0, 9 // of ln q̂, up to which paths are followed
	to, err := m.instability(c)
	if err == nil {
		after := excess(to)
		if after <= 1e-8 {
			return m.branch(c, to).Alpha, nil // Λ is largest at t = 0
		}
		return m.vanishes(c, excess, saddle.Interval{A: from, FA: excess(from), B: to, FB: after})
	}
	for i := range saddle.Scan(excess, from, nearEnd, steps) {
		if i.FB > theory.Marginal {
			return m.vanishes(c, excess, i)
		}
	}
	return math.NaN(), theory.ErrStable
}

// vanishes is α where an excess vanishes.
func (m Measure) vanishes(c *channel, excess func(float64) float64, between saddle.Interval) (float64, error) {
	y, ok := between.Root(excess, 1e-9)
	if !ok {
		return math.NaN(), theory.ErrNoConvergence
	}
	return m.branch(c, y).Alpha, nil
}

// instability is ln q̂ of the first point of the branch with replicon = 1.
func (m Measure) instability(c *channel) (float64, error) {
	return theory.AlmeidaThouless(func(lnQHat float64) float64 { return math.Log(m.branch(c, lnQHat).Replicon) })
}
