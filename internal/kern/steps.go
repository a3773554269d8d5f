package kern

import "math"

// steps are the payoffs of a row of [Flips] whose lattice has a step, f = sure + swing [S ≥ least], without λ: a number of flips in
// one direction is worth the probability that those in the other direction leave S at the step or above it.
type steps struct {
	known   bool // payoffs of both sides are those of the step at least
	least   int
	upKnown bool // the moments of up are of these payoffs
}

// viewStep reads the row as it is and computes the payoffs of its step; it tells whether there is one.
func (f *Flips) viewStep(lattice Lattice) bool {
	least, below, ok := lattice.Step()
	if ok {
		f.viewPlain(lattice)
		f.sure, f.swing = below, 1-below
		f.stepPayoffs(least)
	}
	return ok
}

// stepPayoffs computes the payoffs of [S ≥ least]. With a = (S₀ − least)/2, rounded down, S = S₀ + 2U − 2D is at the step or
// above it if D ≤ U + a: u flips up are worth P(D ≤ u + a), and d flips down P(U ≥ d − a).
func (f *Flips) stepPayoffs(least int) {
	if f.known && f.least == least {
		return
	}
	f.known, f.least, f.upKnown = true, least, false
	a, up, down := (f.sum-least)>>1, &f.up, &f.down
	distributeBoth(up, down)
	up.makePayoff(len(up.count) + 1)
	down.makePayoff(len(down.count) + 1)
	sumsUpTo(up.payoff, down.count, a)
	sumsFrom(down.payoff, up.count, -a)
}

// sumsUpTo writes Σ_{c ≤ n+a} count_c for every n, added up from the lowest.
func sumsUpTo(sums, count []float64, a int) {
	sum, c := 0.0, 0
	for n := range sums {
		for ; c < len(count) && c <= n+a; c++ {
			sum += count[c]
		}
		sums[n] = sum
	}
}

// sumsFrom writes Σ_{c ≥ n+a} count_c for every n, added up from the highest.
func sumsFrom(sums, count []float64, a int) {
	sum, c := 0.0, len(count)-1
	for n := len(sums) - 1; n >= 0; n-- {
		for ; c >= 0 && c >= n+a; c-- {
			sum += count[c]
		}
		sums[n] = sum
	}
}

// comparable is a probability of which the absolute error of doubles leaves 13
// digits.
const comparable = 1.0 / 1024

// likely tells that a step, whose payoffs are known, is likely enough without λ to be reached whatever one of the weights does: the
// signs reach it, or f below it is comparable, or so is the probability that the other weights reach it while the one
// that flips most easily stays.
func (f *Flips) likely() bool {
	if f.sum >= f.least || f.sure >= comparable {
		return true
	}
	if !(dot(f.up.count, f.up.payoff) >= comparable) { // which is no less, and needs no moments
		return false
	}
	f.upMoments()
	return f.up.stays() >= comparable
}

// stays is what the flips of the other weights are worth, while that of the largest odds x stays, over 1 + x:
// g_0 − x Σ_n (−x)^n g_{n+1}, see [Flips.Messages].
func (s *side) stays() float64 {
	return math.FMA(-s.most, alternating(s.moments[1:], s.most), s.moments[0])
}

// upMoments computes the moments of flips up, once.
func (f *Flips) upMoments() {
	if !f.upKnown {
		f.up.correlate()
		f.upKnown = true
	}
}
