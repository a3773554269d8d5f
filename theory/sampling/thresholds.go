package sampling

import (
	"errors"
	"math"

	"fbp/theory"
	"fbp/theory/rs"
	"fbp/theory/saddle"
)

// ErrNever tells that localization of binary weights fails at every load.
var ErrNever = errors.New("localization of binary weights with power < 1 fails at every alpha")

// AlphaAT is the load at which replica symmetry becomes locally unstable, replicon = 1. The error wraps
// theory.ErrStable where it does not up to the end of the branch.
func AlphaAT(m Measure) (float64, error) {
	f := m.field()
	p, err := m.instability(f, rs.Branch{Weights: m.Weights, Patterns: f})
	if err != nil {
		return math.NaN(), err
	}
	return p.Alpha, nil
}

func (m Measure) instability(f rs.Field, b rs.Branch) (rs.Point, error) {
	return rs.Instability(b, func(p rs.Point) float64 { return b.Replicon(p, f.Stiff(p.Overlap)) })
}

// AlphaLoc is the load up to which localization works, where the maximum of Λ on the path becomes 1. The error
// wraps theory.ErrStable where it works up to the end of the branch, ErrNever where it works nowhere.
func AlphaLoc(m Measure) (float64, error) {
	if m.Weights == theory.Binary && m.Power < 1 {
		return math.NaN(), ErrNever
	}
	f := m.field()
	b := rs.Branch{Weights: m.Weights, Patterns: f}
	excess := func(lnQHat float64) float64 {
		p := Path{Typical: m.at(f, b.At(lnQHat))}
		p.follow()
		_, lambda := p.largest()
		return math.Log(lambda)
	}
	const from, nearEnd, steps = -4.0, 14.0, 9 // of ln q̂, up to which paths are followed
	unstable, err := m.instability(f, b)
	if err == nil {
		to := math.Log(unstable.QHat)
		after := excess(to)
		if after <= 1e-8 {
			return unstable.Alpha, nil // Λ is largest at t = 0
		}
		return vanishes(b, excess, saddle.Interval{A: from, FA: excess(from), B: to, FB: after})
	}
	for i := range saddle.Scan(excess, from, nearEnd, steps) {
		if i.FB > rs.Marginal {
			return vanishes(b, excess, i)
		}
	}
	return math.NaN(), rs.ErrStable
}

// vanishes is α where an excess vanishes.
func vanishes(b rs.Branch, excess func(float64) float64, between saddle.Interval) (float64, error) {
	y, ok := between.Root(excess, 1e-9)
	if !ok {
		return math.NaN(), rs.ErrNoConvergence
	}
	return b.At(y).Alpha, nil
}
