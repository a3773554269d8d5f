package crossentropy

import (
	"errors"
	"fmt"
	"math"

	"fbp/loss"
	"fbp/theory"
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
	s := &branch{state: state{l: l, alpha: alpha}, near: math.NaN(), slope: 1.5, last: math.NaN()}
	at := func(lnBeta float64) float64 { return s.at(lnBeta, excess) }
	const coldest = 600 // ln β; e^709 is the largest number
	x := math.Log(6 * cold.DQ)
	f := at(x)
	side := math.Copysign(1, f)
	i := saddle.Bracket(at, x, f, 0.7*side, 1.5, coldest*side)
	lnBeta, ok := i.Root(at, 1e-11)
	if ok {
		if y, found := s.solve(math.Exp(lnBeta), s.near); found {
			return s.point(math.Exp(lnBeta), y), nil
		}
	} else if i.A == coldest {
		return fail(ErrCold)
	}
	return fail(s.missing())
}

// branch follows the saddle point from one temperature to the next.
type branch struct {
	state
	near, slope, last float64 // ln q̂, about its slope by ln β, and that
}

// at is the excess at an inverse temperature, NaN without a saddle point there.
func (b *branch) at(lnBeta float64, excess func(Point) float64) float64 {
	guess := b.near
	if !math.IsNaN(b.last) {
		guess += b.slope * (lnBeta - b.last)
	}
	y, ok := b.solve(math.Exp(lnBeta), guess)
	if !ok {
		return math.NaN()
	}
	if !math.IsNaN(b.last) && lnBeta != b.last {
		b.slope = (y - b.near) / (lnBeta - b.last)
	}
	b.near, b.last = y, lnBeta
	return excess(b.partial(math.Exp(lnBeta), y))
}
