package parisi

import (
	"cmp"
	"math"
	"slices"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/saddle"
)

// single is the least ln α of one step at capacity, up to that of replica symmetry. Beyond a discontinuous transition it lies far
// from where that becomes unstable: searches begin at the eight best points of a grid.
func (p problem) single(most float64) (c Chain, value float64, ok bool) {
	l := powerLaw(1, 1, 1, 0)
	at := func(x []float64) (value, byQ, byY float64) {
		c = l.chain(x)
		return p.singleValue(c)
	}
	type start struct {
		x     []float64
		value float64
	}
	var starts []start
	for _, q := range []float64{0.02, 0.2, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.995, 0.999, 0.9998} {
		for _, y := range []float64{0.3, 1, 3, 10, 30, 100, 300, 1000, 4000, 16000} {
			x := []float64{logit(1 - q), math.Log(y)}
			value, _, _ := at(x)
			starts = append(starts, start{x, value})
		}
	}
	slices.SortStableFunc(starts, func(a, b start) int { return cmp.Compare(a.value, b.value) })
	next := func(x, image []float64) bool {
		_, byQ, byY := at(x)
		image[0], image[1] = x[0]-byQ, x[1]+byY
		return true
	}
	for _, s := range starts[:8] {
		if _, solved := (saddle.Problem{Next: next}).Solve(s.x); !solved {
			continue
		}
		if value, _, _ = at(s.x); value <= min(most, starts[0].value) && c.V[0] > 0 && c.V[0] < 1 {
			return c, value, true
		}
	}
	return c, 0, false
}

// singleValue is value of a chain of one step at capacity, and the logarithms of ratios of its derivatives that vanish where it is
// stationary. f is known, and averaged by a rule that follows it: levels know it to 1e-6 only where few patterns count.
func (p problem) singleValue(c Chain) (value, byQ, byY float64) {
	o := theory.Overlap{Q: 1 - c.V[0], V: c.V[0]}
	e := p.activation.Effective(o)
	sq, sd, y := math.Sqrt(e.Q), math.Sqrt(e.V), c.Y[0]
	average := func(of func(f, slope, inside float64) float64) float64 {
		return gauss.Average(func(z float64) float64 {
			f, slope, _, inside := p.step(p.kappa+sq*z, sd, y)
			return of(f, slope, inside)
		}, gauss.Around(-p.kappa/sq, sd/sq)...)
	}
	a, by := p.weightsTerm(c)
	b := average(func(f, _, _ float64) float64 { return f })
	byB := y / 2 * p.activation.Slope(o) * average(func(_, slope, _ float64) float64 { return slope * slope })
	stepB := average(func(f, _, inside float64) float64 { return inside - f }) / y
	return math.Log(a / (-2 * b)), math.Log(by.v[0] * b / (a * byB)), math.Log(by.y[0] * b / (a * stepB))
}
