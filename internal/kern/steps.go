package kern

import "math"

// steps are the payoffs of a row of [Flips] for a [Stepped] lattice without λ: a number of flips is
// worth the probability that S reaches the step, a sum of counts of the other side.
type steps struct {
	known   bool // payoffs are those of the step at least, of both sides
	least   int
	upKnown bool // the moments of up are of these payoffs
}

// comparable is a probability of which the absolute error of doubles leaves 13
// digits.
const comparable = 1.0 / 1024

// likely tells that every expected payoff is of order one without λ: those of steps
// that the signs reach, that are low, or that are likely to be reached even without
// the weight that helps most.
func (f *Flips) likely(lattice Stepped) bool {
	f.stepPayoffs(lattice)
	if f.sum >= f.least || f.sure >= comparable {
		return true
	}
	if !(dot(f.up.count, f.up.payoff) >= comparable) {
		return false
	}
	f.upMoments()
	most := f.up.most
	return math.FMA(-most, alternating(f.up.moments[1:], most), f.up.moments[0]) >= comparable
}

// stepPayoffs computes the payoffs of f = sure + swing [S ≥ least]: [S ≥ least] is worth P(D
// ≤ u + a) after u flips up and P(U ≥ d − a) after d flips down, where S₀ is at or above
// the step by 2a, or one more.
func (f *Flips) stepPayoffs(lattice Stepped) {
	least, below := lattice.Step()
	f.sure, f.swing = below, 1-below
	if f.known && f.least == least {
		return
	}
	f.known, f.least, f.upKnown = true, least, false
	a, up, down := (f.sum-least)>>1, &f.up, &f.down
	distributeBoth(up, down)
	up.makePayoff(len(up.count) + 1)
	down.makePayoff(len(down.count) + 1)
	upTo(up.payoff, down.count, a)
	downTo(down.payoff, up.count, a)
}

// upTo writes Σ_{d ≤ u+a} x_d for every u, added up from below.
func upTo(sums, x []float64, a int) {
	sum, before, none := 0.0, min(max(a, 0), len(x)), min(max(-a, 0), len(sums))
	for _, y := range x[:before] {
		sum += y
	}
	clear(sums[:none])
	x, sums = x[before:], sums[none:]
	n := min(len(x), len(sums))
	for i, y := range x[:n] {
		sum += y
		sums[i] = sum
	}
	for i := range sums[n:] {
		sums[n+i] = sum
	}
}

// downTo writes Σ_{u ≥ d−a} x_u for every d, added up from above.
func downTo(sums, x []float64, a int) {
	sum, d := 0.0, len(sums)-1
	for ; d >= 0 && d-a >= len(x); d-- {
		sums[d] = 0
	}
	u := len(x) - 1
	for ; u > max(d-a, 0); u-- {
		sum += x[u]
	}
	for ; d >= 0 && u >= 0; d-- {
		sum += x[u]
		sums[d] = sum
		u--
	}
	for ; d >= 0; d-- {
		sums[d] = sum
	}
}

// upMoments computes the moments of flips up, once.
func (f *Flips) upMoments() {
	if !f.upKnown {
		f.up.correlate()
		f.upKnown = true
	}
}
