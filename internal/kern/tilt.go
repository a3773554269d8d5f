package kern

import (
	"math"

	"fbp/gauss"
)

// view is how a row of [Flips] is read for a lattice: as it is, or with all signs reversed, and with the odds of
// the flips that raise the sum multiplied by λ. With u and d the numbers of flips that raise and lower
// the sum S₀ + 2u − 2d as it is read, and P_λ the distribution of u under these odds,
//
//	⟨f⟩ = λ^−k Π_j [(1 + λ x_j)/(1 + x_j)] Σ_u P_λ(u) payoff_u,   payoff_u = λ^{k−u} ⟨f(S₀ + 2u − 2D)⟩,
//
// for any λ and k: k flips are needed before f differs from zero, so that payoffs are of order one. There are three views:
//
//	plain    λ = 1, k = 0; not mirrored
//	of step  the same, payoffs being those of [S ≥ least] instead of f = sure + swing [S ≥ least]
//	tilted   λ > 1; mirrored where flips down are needed
type view struct {
	lattice      Lattice
	raise, lower *side   // weights whose flips raise and lower the sum as it is read
	start        int     // S₀ as it is read
	mirrored     bool    // with all signs reversed
	k            int     // number of flips that are needed, at least 0
	jump         int     // flips to a jump of f, 0 without one
	leap         float64 // logarithm of that jump
	tilt         float64 // λ
	sure, swing  float64 // payoffs are of (f − sure)/swing; 0 and 1 but for a step
}

// viewPlain reads the row as it is.
func (f *Flips) viewPlain(lattice Lattice) {
	f.view = view{lattice: lattice, raise: &f.up, lower: &f.down, start: f.sum, tilt: 1, swing: 1}
}

// viewTilted turns the row into the direction in which flips are needed, and chooses λ: that at which about k flips are
// expected where k are needed, and otherwise the slope of f. λ = 1: the plain view is to be taken.
func (f *Flips) viewTilted(lattice Lattice) {
	f.viewPlain(lattice)
	f.findNeed()
	if f.k > 0 {
		f.tilt = f.raise.tiltTo(float64(f.k))
	} else {
		f.tilt = f.slopeTilt()
	}
}

// chooseTilt chooses the view, and computes the payoffs of flips up in it: of the step where it is likely to be reached, tilted where
// a λ above 1 helps, and of the step or plain where none does.
func (f *Flips) chooseTilt(lattice Lattice) {
	step := f.viewStep(lattice)
	if step && f.likely() {
		return
	}
	switch f.viewTilted(lattice); {
	case f.tilt > 1:
		f.helpful.odds, f.helpful.weights = f.raise.odds, f.raise.weights
		f.helpful.distribute(f.tilt)
		f.raise = &f.helpful
	case step:
		f.viewStep(lattice)
		return
	default:
		f.viewPlain(lattice)
	}
	f.known = false
	f.payoffs()
}

// findNeed finds what the signs alone lack: k flips, or, where f differs from zero, a
// flip down that would make it much larger, or flips up to a jump.
func (f *Flips) findNeed() {
	flips, gain := f.lattice.Need(f.sum)
	if flips != 0 && math.IsInf(gain, 1) {
		f.k, f.mirrored = flips, flips < 0
	} else {
		at := f.lattice.Weight
		rise, fall := at(f.sum+2)/at(f.sum), at(f.sum-2)/at(f.sum)
		if f.mirrored = fall > max(rise, 2); !f.mirrored {
			f.jump, f.leap = flips, gain
		}
	}
	if f.mirrored {
		f.k, f.start = -f.k, -f.sum
		f.raise, f.lower = f.lower, f.raise
	}
}

// at is f after so many flips up.
func (f *Flips) at(flips int) float64 {
	sum := f.start + 2*flips
	if f.mirrored {
		sum = -sum
	}
	return f.lattice.Weight(sum)
}

// slopeTilt is the λ = f(S₀+2u+2)/f(S₀+2u) at which about u + 1 flips are expected: by it
// f grows where it counts. Where that ratio falls steeply after u flips, it is the λ at
// which u are expected: f grows that far and no further. Before a jump it is the λ at which the flips to the
// jump are expected, if these are likely enough to count. Without a slope it is 1.
func (f *Flips) slopeTilt() float64 {
	if f.jump > 0 {
		tilt := f.raise.tiltTo(float64(f.jump))
		if f.raise.logGain(tilt)-float64(float64(f.jump)*gauss.Log(tilt))+f.leap > -rare { // of that many flips, at most
			return tilt
		}
		return 1
	}
	for u := 0; ; u++ {
		tilt := min(f.at(u+1)/f.at(u), mostTilt)
		steep := tilt > 2
		switch {
		case u > 1 && (!steep || f.raise.fewer(0.5*float64(u), tilt)):
			return f.raise.tiltTo(float64(u))
		case !steep:
			return 1
		case f.raise.fewer(float64(u+1), tilt):
			return tilt
		}
	}
}

// payoffs computes what numbers of flips up are worth, given the distribution of those
// down: payoff_u = λ^(k−u) ⟨f(S₀ + 2u − 2D)⟩. Sums with f > 0 have u ≥ k.
func (f *Flips) payoffs() {
	up, down := f.raise, f.lower
	distributeBoth(up, down)
	ups, downs := len(up.count), len(down.count)
	f.evaluate(downs, ups)
	f.work = resize(f.work, downs+1)
	for d, p := range down.count {
		f.work[downs-1-d] = p
	}
	f.work[downs] = 0
	up.makePayoff(ups + 1)
	correlate(up.payoff, f.work, f.worth[1:])
	f.powers = resize(f.powers, max(ups+1-f.k, 1))
	f.powers[0] = 1
	if f.tilt > 1 {
		for j := range f.powers[1:] {
			f.powers[j+1] = f.powers[j] / f.tilt
		}
		f.fall(up.payoff)
	}
}

// fall multiplies x_u, u > k, by λ^(k−u).
func (f *Flips) fall(x []float64) {
	x = x[min(f.k, len(x)):]
	for j, power := range f.powers[:len(x)] {
		x[j] = float64(power * x[j])
	}
}

// evaluate computes worth, f of u − d = −downs … ups flips up, and zeros after it.
func (f *Flips) evaluate(downs, ups int) {
	n := downs + ups + 1
	f.worth = resize(f.worth, n+2*lanes)
	clear(f.worth[n:])
	if least, below, ok := f.lattice.Step(); ok && !f.mirrored {
		reached := min(max((least-f.start+1)>>1+downs, 0), n)
		fill(f.worth[:reached], below)
		fill(f.worth[reached:n], 1)
		return
	}
	for j := range n {
		f.worth[j] = f.at(j - downs)
	}
}

// fill sets all elements of x to y.
func fill(x []float64, y float64) {
	for i := range x {
		x[i] = y
	}
}

// allMoments computes what numbers of flips down are worth, ⟨λ^(k−U) f(S₀ + 2U − 2d)⟩,
// and the moments of both directions.
func (f *Flips) allMoments() {
	if f.known {
		f.upMoments()
		f.down.correlate()
		return
	}
	up, down := f.raise, f.lower
	ups, downs := len(up.count), len(down.count)
	f.work = resize(f.work, ups+1+downs+1)
	weight, payoff := f.work[:ups+1], f.work[ups+1:]
	copy(weight, up.count)
	weight[ups] = 0
	if f.tilt > 1 {
		f.fall(weight)
	}
	correlate(payoff, weight, f.worth)
	down.makePayoff(downs + 1)
	for d := range down.payoff {
		down.payoff[d] = payoff[downs-d]
	}
	up.correlate()
	down.correlate()
}
