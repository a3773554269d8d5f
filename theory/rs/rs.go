// Package rs solves replica-symmetric saddle points of one overlap q and its conjugate q̂,
//
//	φ = −q̂(1−q)/2 + 𝒲(q̂) + α E ln Z,   1 − q = 2𝒲'(q̂),   q̂ = −2α ∂_q E ln Z:
//
// the weights say which q goes with q̂, and the patterns which q̂/α with q, so that q̂ determines q and then
// α. A theory gives the two sides ([Weights], [Patterns]) of its [Branch]; patterns that see one Gaussian
// field are a [Field] with a [Channel].
package rs

import (
	"errors"
	"math"

	"fbp/theory/saddle"
)

var (
	// ErrNoConvergence marks saddle points that were not found.
	ErrNoConvergence = errors.New("no convergence")
	// ErrStable marks branches on which replica symmetry is stable up to their end.
	ErrStable = errors.New("replica symmetry is stable on the whole branch")
)

// Overlap is q together with v = 1 − q, the variance of a weight, so that
// neither is rounded away when it is small.
type Overlap struct{ Q, V float64 }

// Patterns is what patterns are at an overlap q.
type Patterns interface {
	// Log is E ln Z.
	Log(o Overlap) float64
	// Force is q̂/α = −2 ∂_q E ln Z; NaN where it is not known.
	Force(o Overlap) float64
}

// Branch is the saddle points of all α.
type Branch struct {
	Weights  Weights
	Patterns Patterns
}

// Point is a point of a branch.
type Point struct {
	Alpha, QHat float64
	Overlap
}

// At is the point of a q̂.
func (b Branch) At(lnQHat float64) Point {
	qHat := math.Exp(lnQHat)
	o := b.Weights.OverlapOf(qHat)
	return Point{qHat / b.Patterns.Force(o), qHat, o}
}

// FreeEntropy is φ as a function of q and q̂, stationary at the saddle point.
func (b Branch) FreeEntropy(p Point) float64 {
	return b.Weights.LogSum(p.QHat) - p.QHat*p.V/2 + p.Alpha*b.Patterns.Log(p.Overlap)
}

// Replicon is α times the stiffness of patterns, as [Field.Stiff], and that of weights: replica symmetry is
// locally stable below 1.
func (b Branch) Replicon(p Point, stiff float64) float64 {
	return p.Alpha * stiff * b.Weights.Stiffness(p.QHat)
}

const (
	end       = 27.6  // the largest ln q̂ that is looked at, 1e12
	exact     = 1e-13 // the mismatch of ln q̂ that ends a search
	tolerance = 1e-11 // and the largest one of a solution
)

// Mismatch is ln q̂' − ln q̂, with q from q̂ and q̂' from q.
func (b Branch) Mismatch(alpha, lnQHat float64) float64 { return math.Log(alpha / b.At(lnQHat).Alpha) }

// Solve returns the point of α that is the first from q = 0 on; q̂ = 0 where every pattern is met. The error is
// [ErrNoConvergence], with the point at which the search ended.
func (b Branch) Solve(alpha float64) (Point, error) {
	force := b.Patterns.Force(Overlap{0, 1})
	if alpha*force < 1e-300 { // q̂ at q = 0
		return Point{Alpha: alpha, Overlap: Overlap{0, 1}}, nil
	}
	mismatch := func(lnQHat float64) float64 { return b.Mismatch(alpha, lnQHat) }
	y := math.Log(alpha) + math.Log(force)
	f := mismatch(y)
	step, last := max(f, 1e-9), float64(end)
	if f < 0 { // by rounding where q is about 0, or of patterns that pull less as q grows
		step, last = -max(-f, 1e-9), math.Inf(-1)
	}
	i := saddle.Bracket(mismatch, y, f, step, 2, last)
	y, ok := i.Root(mismatch, exact)
	p := b.At(y)
	if !ok || !(math.Abs(math.Log(alpha/p.Alpha)) <= tolerance) {
		return p, ErrNoConvergence
	}
	p.Alpha = alpha
	return p, nil
}

// Near returns the point of α next to a ln q̂, by secants; ok is false where these lead away.
func (b Branch) Near(alpha, lnQHat float64) (p Point, ok bool) {
	const most = 1 // of a step
	x := lnQHat
	f := b.Mismatch(alpha, x)
	next := x + f // it falls about as x rises
	for range 12 {
		if math.Abs(f) < exact {
			p = b.At(x)
			p.Alpha = alpha
			return p, true
		}
		if !(math.Abs(next-x) < most) {
			break
		}
		fNext := b.Mismatch(alpha, next)
		slope := (fNext - f) / (next - x)
		x, f, next = next, fNext, next-fNext/slope
	}
	return Point{}, false
}

// Marginal is the excess over 1 of a replicon that is rounding: on the sphere the perceptron is marginal at the
// end of its branch.
const Marginal = 1e-7

// Instability is the point of least q̂, from e^−7 to e^25, at which the replicon rises through 1, the line of de
// Almeida and Thouless. The error is [ErrStable] or [ErrNoConvergence].
func Instability(b Branch, replicon func(Point) float64) (Point, error) {
	excess := func(lnQHat float64) float64 { return math.Log(replicon(b.At(lnQHat))) }
	for i := range saddle.Scan(excess, -7, 25, 128) {
		if i.FB <= Marginal {
			continue
		}
		if zero, ok := i.Root(excess, 1e-14); ok {
			return b.At(zero), nil
		}
		return Point{}, ErrNoConvergence
	}
	return Point{}, ErrStable
}
