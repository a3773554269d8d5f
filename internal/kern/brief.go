package kern

import "math"

// Of the counts at λ, Messages computes the first ones alone where the terms of all others in
// every sum, none of them negative, are less than half of the last bit of what they would be added
// to: the bits of the sum are those of all terms. Moments of which that is not known are taken as
// anything between 0 and a bound, and all counts are computed where that decides a bit.

// above allows for the rounding of what a bound is computed from.
const above = 1.01

// absorbs tells that terms up to x change no bit of a sum.
func absorbs(sum, x float64) bool {
	const halfBit, normal = 0x1p-55, 1e-270
	return sum > normal && x <= halfBit*sum
}

// enoughCounts is how many counts at λ are likely to be enough for the messages of a row that has
// a step far away, and the largest number where all are needed.
func (f *Flips) enoughCounts() int {
	const few, bits = 4 * block, 120
	if active == portable || f.k == 0 || f.mirrored || f.tilt < 2 || min(f.raise.weights, f.lower.weights) < few {
		return math.MaxInt
	}
	exponent := int(math.Float64bits(f.tilt)>>(mantissaBits-4)) - exponentBias<<4 // of λ, in sixteenths
	return f.k + f.k/4 + max(20, 16*bits/exponent)
}

// knowFirst finds out how many of the moments are those of all counts, and bounds the series of the
// others.
func (f *Flips) knowFirst() {
	up, down := f.raise, f.lower
	up.known, down.known = 0, 0
	n, downs := len(up.count), len(down.count)
	last := up.count[n-1]
	// The ratio of one count to that before it falls: these are the largest of all others.
	if n < f.k+8 || !(last > 1e-280 && last < 0.9*up.count[n-2]) || f.worth[downs+f.k] != 1 || f.worth[downs+f.k-1] != 0 {
		return
	}
	beyond := above * last * f.worthAfter(n) // λ^(k−u) times the probability of u ≥ n flips
	if known := f.knownUp(beyond); known > f.k {
		up.known, up.rest = known, 4*above*f.worthAfter(known)
	}
	f.knowDown(beyond)
}

// worthAfter is λ^(k−u), the largest payoff of u ≥ k flips up, or of more.
func (f *Flips) worthAfter(u int) float64 { return f.powers[max(u-f.k, 0)] }

// knowDown is knowFirst for flips down, whose payoffs are sums of those counts too.
func (f *Flips) knowDown(beyond float64) {
	down, downs := f.lower, len(f.lower.count)
	weight, payoff := f.work[:len(f.raise.count)], down.payoff
	right := 0 // payoffs that are those of all counts, the others being smaller
	for right <= downs && f.k+right+1 < len(weight) && absorbs(min(weight[f.k+right], weight[f.k+right+1]), beyond) {
		right++
	}
	if right > downs {
		down.known = len(down.moments)
		return
	}
	for n := 0; n+1 < right; n++ {
		d := right - n // flips whose payoffs, n later, are not right
		sum := min(down.count[0]*payoff[n], down.count[1]*payoff[n+1])
		if d < downs && !(down.count[d] < down.count[d-1] && absorbs(sum, above*down.count[d]*payoff[right-1])) {
			break
		}
		down.known, down.rest = n+1, 2*above*float64(downs)*payoff[n+1]
	}
}

// knownUp is how many moments of flips up are those of all counts, whose payoffs in the first one
// are beyond at most.
func (f *Flips) knownUp(beyond float64) (n int) {
	a, b, each := f.raise.count, f.raise.payoff, 1/f.tilt
	for n <= len(a) {
		c := max(0, f.k-n)
		if c+3 >= len(a) {
			break
		}
		even := max(a[c]*b[c+n], a[c+2]*b[c+2+n])
		odd := max(a[c+1]*b[c+1+n], a[c+3]*b[c+3+n])
		if !absorbs(min(even, odd), beyond) {
			break
		}
		n++
		beyond *= each
	}
	return n
}
