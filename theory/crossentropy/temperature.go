package crossentropy

import (
	"errors"
	"fmt"
	"math"

	"fbp/loss"
	"fbp/theory"
	"fbp/theory/rs"
	"fbp/theory/saddle"
)

// ErrNever marks temperatures that do not exist: the condition holds at none.
var ErrNever = errors.New("not at any temperature")

// EntropyVanishes returns the point at which the entropy vanishes, the temperature below
// which typical instances have no such configurations. Beta has a relative accuracy of 1e-9,
// below α = 0.1 of 1e-7.
// The error is that of At, or wraps ErrNever where solutions without any loss are many.
func EntropyVanishes(l loss.Loss, alpha float64) (Point, error) {
	return first(l, alpha, "EntropyVanishes", func(p Point) float64 { return 10 * p.Entropy })
}

// Instability returns the point at which replica symmetry becomes locally unstable, Stability
// = 1. Beta has a relative accuracy of 1e-9. The error is that of At, or wraps ErrNever.
func Instability(l loss.Loss, alpha float64) (Point, error) {
	return first(l, alpha, "Instability", func(p Point) float64 { return -math.Log(p.Stability) })
}

// Star returns the point at β*, the smaller of the inverse temperatures of EntropyVanishes
// and Instability: the coldest at which replica symmetry is consistent. It is Zero where
// both happen at no temperature. The error is that of At.
func Star(l loss.Loss, alpha float64) (Point, error) {
	p, err := first(l, alpha, "Star", func(p Point) float64 { return min(10*p.Entropy, -math.Log(p.Stability)) })
	if errors.Is(err, ErrNever) {
		return Zero(l, alpha)
	}
	return p, err
}

// first finds where the excess, positive at high temperature, falls to 0.
func first(l loss.Loss, alpha float64, name string, excess func(Point) float64) (Point, error) {
	fail := func(err error) (Point, error) {
		return Point{}, fmt.Errorf("crossentropy: %s(alpha = %v): %w", name, alpha, err)
	}
	cold, err := Zero(l, alpha)
	switch {
	case errors.Is(err, theory.ErrDomain):
		return fail(err)
	case err != nil || math.IsInf(cold.DQ, 1):
		cold.DQ = 10
		if err == nil && excess(cold) > 0 {
			return fail(ErrNever)
		}
	}
	s := &following{state: newState(l, 0), alpha: alpha, slope: 1.5}
	at := func(lnBeta float64) float64 { return s.at(lnBeta, excess) }
	const coldest = 600 // ln β; e^709 is the largest number
	x := math.Log(6 * cold.DQ)
	f := at(x)
	side := math.Copysign(1, f)
	i := saddle.Bracket(at, x, f, 0.7*side, 1.5, coldest*side)
	lnBeta, ok := i.Root(at, 1e-11)
	if ok && !math.IsNaN(at(lnBeta)) {
		return s.point(s.found), nil
	}
	if i.A == coldest {
		return fail(ErrCold)
	}
	return fail(s.missing())
}

// following follows the saddle point from one temperature to the next.
type following struct {
	*state
	alpha       float64
	found       rs.Point // the last one, at ln β = last; none has q̂ = 0
	last, slope float64  // and about the slope of ln q̂ by ln β
}

// at is the excess at an inverse temperature, NaN without a saddle point there.
func (f *following) at(lnBeta float64, excess func(Point) float64) float64 {
	f.c.beta = math.Exp(lnBeta)
	b, before := rs.Branch{Weights: theory.Binary, Patterns: f}, f.found
	var ok bool
	if before.QHat > 0 {
		f.found, ok = b.Near(f.alpha, math.Log(before.QHat)+f.slope*(lnBeta-f.last))
	}
	if !ok {
		var err error
		if f.found, err = b.Solve(f.alpha); err != nil {
			f.found = before
			return math.NaN()
		}
	}
	if !f.resolved() {
		f.found = before
		return math.NaN()
	}
	if before.QHat > 0 && lnBeta != f.last {
		f.slope = math.Log(f.found.QHat/before.QHat) / (lnBeta - f.last)
	}
	f.last = lnBeta
	return excess(f.partial(f.found))
}
