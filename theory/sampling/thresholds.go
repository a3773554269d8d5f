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
	const from, step = -4.0, 2.0
	to, err := m.instability(c)
	if err == nil {
		if after := excess(to); after > 1e-8 {
			return m.between(c, excess, from, excess(from), to, after)
		}
		return m.branch(c, to).Alpha, nil // Λ is largest at t = 0
	}
	y, before := from, excess(from)
	for ; y < nearEnd; y += step {
		next := excess(y + step)
		if before < 0 && next > marginal {
			return m.between(c, excess, y, before, y+step, next)
		}
		before = next
	}
	return math.NaN(), theory.ErrStable
}

const (
	marginal = 1e-7 // where the end of the branch is marginal the excess of Λ is rounding
	nearEnd  = 14.0 // ln q̂ up to which paths are followed
)

// between is α where an excess vanishes.
func (m Measure) between(c *channel, excess func(float64) float64, lo, fLo, hi, fHi float64) (float64, error) {
	y, ok := saddle.Root(excess, lo, fLo, hi, fHi, 1e-9)
	if !ok || fLo > 0 {
		return math.NaN(), theory.ErrNoConvergence
	}
	return m.branch(c, y).Alpha, nil
}

// instability is ln q̂ of the first point of the branch with replicon = 1.
func (m Measure) instability(c *channel) (float64, error) {
	excess := func(lnQHat float64) float64 { return math.Log(m.branch(c, lnQHat).Replicon) }
	const from, step = -7.0, 0.25
	before := excess(from)
	for y := from; y < last; y += step {
		next := excess(y + step)
		if before < 0 && next > marginal {
			if zero, ok := saddle.Root(excess, y, before, y+step, next, 1e-13); ok {
				return zero, nil
			}
			return 0, theory.ErrNoConvergence
		}
		before = next
	}
	return 0, theory.ErrStable
}
