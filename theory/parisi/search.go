package parisi

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"fbp/theory"
)

// value is what is minimal over chains, ln[A/(−2B)] at capacity or the entropy, and its gradient.
func (p problem) value(c Chain) (value float64, by gradient) {
	a, byA := p.weightsTerm(c)
	b, byB, _ := p.patternsTerm(c)
	shareA, shareB := 0.5, p.alpha
	value = a/2 + p.alpha*b
	if p.capacity {
		shareA, shareB = 1/a, -1/b
		value = math.Log(a / (-2 * b))
	}
	for i := range byA.v {
		byA.v[i] = shareA*byA.v[i] + shareB*byB.v[i]
	}
	for i := range byA.y {
		byA.y[i] = shareA*byA.y[i] + shareB*byB.y[i]
	}
	return value, byA
}

// farthest is how far parameters go, ln y among them.
const farthest = 50

// least minimises from the parameters x.
func (p problem) least(l law, x []float64) (c Chain, at []float64, value float64, err error) {
	var last []float64
	var kept float64
	by := make([]float64, len(x))
	// Func and Grad are called one after another at the same place.
	look := func(x []float64) {
		if slices.Equal(last, x) {
			return
		}
		c := l.chain(x)
		tooFar := func(x float64) bool { return !(math.Abs(x) < farthest) }
		if slices.ContainsFunc(x, tooFar) || tooFar(math.Log(c.Y[len(c.Y)-1])) {
			kept, last = math.Inf(1), append(last[:0], x...) // a step that is too long
			return
		}
		v, g := p.value(c)
		l.turn(by, x, c, g)
		if math.IsNaN(v) {
			v = math.Inf(1)
		}
		kept, last = v, append(last[:0], x...)
	}
	minimise := func(x []float64) (*optimize.Result, error) {
		return optimize.Minimize(optimize.Problem{
			Func: func(x []float64) float64 { look(x); return kept },
			Grad: func(grad, x []float64) { look(x); copy(grad, by) },
		}, x, &optimize.Settings{
			GradientThreshold: 1e-10,
			Converger:         &optimize.FunctionConverge{Absolute: 1e-13, Iterations: 5},
			MajorIterations:   400,
		}, &optimize.BFGS{})
	}
	r, err := minimise(x)
	for range 4 {
		if r == nil || !l.rising {
			break
		}
		again, _ := minimise(r.X)
		if again == nil || !(again.F < r.F) {
			break
		}
		better := r.F - again.F
		if r = again; better < settled {
			break
		}
	}
	if r == nil || math.IsNaN(r.F) || math.IsInf(r.F, 0) {
		return Chain{}, nil, 0, errors.Join(theory.ErrNoConvergence, err)
	}
	look(r.X)
	if slope := norm(by); !(slope < flat) {
		return Chain{}, nil, 0, fmt.Errorf("%w (a slope of %.2g is left)", theory.ErrNoConvergence, slope)
	}
	return l.chain(r.X), r.X, r.F, nil
}

// settled is by how much a search from its own end must do better for another one. The end of a gap hardly changes the value, and one
// search leaves it where it changes by 1e-8.
const settled = 1e-11

// flat is the gradient, per change of the parameters by 1, up to which a minimum is one. The value has the square of it for its error.
const flat = 1e-4

func norm(x []float64) (size float64) {
	for _, v := range x {
		size = math.Hypot(size, v)
	}
	return size
}
