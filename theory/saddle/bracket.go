package saddle

import (
	"iter"
	"math"
)

// Interval has the values FA and FB of a function at its ends A and B.
type Interval struct{ A, FA, B, FB float64 }

// Changes tells whether the values differ in sign; NaN has none.
func (i Interval) Changes() bool {
	return math.Signbit(i.FA) != math.Signbit(i.FB) && !math.IsNaN(i.FA+i.FB)
}

// Root is that of f in the interval, as [Root]; ok is false if f does not change its sign there.
func (i Interval) Root(f func(float64) float64, ftol float64) (x float64, ok bool) {
	switch {
	case i.FA == 0:
		return i.A, true
	case i.FB == 0:
		return i.B, true
	case !i.Changes():
		return i.B, false
	}
	return Root(f, i.A, i.FA, i.B, i.FB, ftol)
}

const (
	bracketSteps = 200
	bracketFine  = 1e-6 // of the first step, the least one
)

// Bracket walks from x, where f is fx, until f changes its sign: by a step, of either direction, then by
// steps that grow by a factor. A step to where f is NaN went too far, and is quartered. Without a change up
// to last, or after 200 steps, the interval is the last one looked at, and has no root.
func Bracket(f func(float64) float64, x, fx, step, factor, last float64) Interval {
	i := Interval{x, fx, x, fx}
	least := bracketFine * math.Abs(step)
	for range bracketSteps {
		if fx == 0 || i.A == last || math.IsNaN(fx+step) || !(math.Abs(step) >= least) {
			break
		}
		i.B = i.A + step
		if (i.B > last) == (step > 0) {
			i.B = last
		}
		i.FB = f(i.B)
		switch {
		case math.IsNaN(i.FB):
			step = (i.B - i.A) / 4
			continue
		case i.Changes() || i.FB == 0:
			return i
		}
		i.A, i.FA, step = i.B, i.FB, factor*step
	}
	return i
}

// Scan looks at f at the ends of so many equal steps between two places, and yields those steps on which
// it changes its sign.
func Scan(f func(float64) float64, from, to float64, steps int) iter.Seq[Interval] {
	return func(yield func(Interval) bool) {
		i := Interval{B: from, FB: f(from)}
		for k := range steps {
			i.A, i.FA, i.B = i.B, i.FB, from+(to-from)*float64(k+1)/float64(steps)
			if i.FB = f(i.B); i.Changes() && !yield(i) {
				return
			}
		}
	}
}
