package model

import (
	"math/bits"

	"fbp/instances"
)

// network is what the number of errors of binary weights depends on: hidden units,
// whose contributions of steps of 2 add up to the sum V of a pattern, gauged so that
// its label is +1. The pattern is learned when low ≤ V ≤ high.
type network struct {
	units, inputs int   // number of units, and weights of each
	full          bool  // every unit sees all inputs
	second        []int // ±1 by which a unit's output counts
	output        activation
	low, high     int // of the parity of V
	most          int // |V| is at most this
	sums          func(w []float64) []int
}

// activation is what a unit makes of the sum of its inputs.
type activation int

const (
	linear activation = iota // the sum itself
	signed                   // its sign; the sum is odd
	ramp                     // max(0, sum); the sum is even
)

// network is the architecture on patterns as energies see it.
func (a *Architecture) network(p *instances.Patterns) network {
	n := network{
		units: a.Hidden, inputs: a.perUnit(), full: a.Full, output: a.output.activation(),
		sums: func(w []float64) (sums []int) {
			for _, total := range a.totals(w, p) {
				sums = append(sums, int(total))
			}
			return sums
		},
	}
	n.low, n.high, n.most = a.output.learned(a)
	for l := range a.Hidden {
		n.second = append(n.second, a.second(l))
	}
	return n
}

// second is the weight of unit l in the second layer.
func (a *Architecture) second(l int) int {
	if a.output.activation() == ramp && l >= a.Hidden/2 {
		return -1
	}
	return 1
}

// landscape makes the energies of a network on a set of patterns.
type landscape struct {
	network
	*lanes
	p      *instances.Patterns
	places []place // of the weights
}

// place is where a weight acts: the first words of its unit and of its input's column.
type place struct{ unit, column int32 }

func newLandscape(m Model, n network, p *instances.Patterns) (landscape, error) {
	if err := fits(m, p); err != nil {
		return landscape{}, err
	}
	l := landscape{n, newLanes(p), p, make([]place, n.units*n.inputs)}
	for i := range l.places {
		unit := i / n.inputs
		input := n.firstInput(unit) + i - unit*n.inputs
		l.places[i] = place{int32(unit * l.words), int32(input * l.words)}
	}
	return l, nil
}

// flips is the energy of a network at some weights.
//
// The sum of a unit is kept as the integer d by which the weights that agree with a
// pattern exceed those that make its output move: a step of d changes the output of
// a sign unit between −1 and 0, that of a ramp above 0 (below, where the label is −1).
// V is kept as (V − low)/2, negative where it is too small.
type flips struct {
	landscape
	turned     []uint64 // of weight i: all ones when a lane of 0 lets V fall, w_i c_l = −1
	sums       counts   // of unit l from l·words on; none of linear units
	rise, fall []uint64 // of unit l: lanes whose contribution follows V up, or down
	v          counts
	// Lanes in which a step of V down makes an error, and one up mends one; and the
	// same at the other end of a band, up and down.
	breaks, mends         []uint64
	breaksHigh, mendsHigh []uint64
	errors                int
}

func newFlips(l landscape, w []float64) *flips {
	e := &flips{landscape: l, turned: make([]uint64, len(w))}
	for i, x := range w {
		if (x < 0) != (l.second[i/l.inputs] < 0) {
			e.turned[i] = ^uint64(0)
		}
	}
	e.rise, e.fall = make([]uint64, l.units*l.words), make([]uint64, l.units*l.words)
	e.breaks, e.mends = make([]uint64, l.words), make([]uint64, l.words)
	if l.high < l.most {
		e.breaksHigh, e.mendsHigh = make([]uint64, l.words), make([]uint64, l.words)
	}
	e.startUnits(w)
	e.v = newCounts(l.words, (-l.most-l.low)/2-1, (l.most-l.low)/2+1)
	for mu, v := range l.network.sums(w) {
		e.v.set(mu, (v-l.low)/2)
		if v < l.low || v > l.high {
			e.errors++
		}
	}
	for k := range l.words {
		e.edges(k)
	}
	return e
}

// startUnits sets the sums of the units.
func (e *flips) startUnits(w []float64) {
	if e.output == linear {
		for k := range e.rise {
			e.rise[k], e.fall[k] = ^uint64(0), ^uint64(0)
		}
		return
	}
	half := (e.inputs + 1) / 2
	e.sums = newCounts(e.units*e.words, -half-1, e.inputs-half+1)
	for l := range e.units {
		first := e.firstInput(l)
		packed := instances.PackSigns(w[l*e.inputs:][:e.inputs])
		seen := e.p
		if !e.full {
			seen = e.p.Inputs(first, first+e.inputs)
		}
		for mu := range e.p.P {
			e.sums.set(l*e.words*64+mu, (seen.DotSigns(mu, packed)+e.inputs)/2-half)
		}
		for k := range e.words {
			e.follow(l*e.words+k, k, e.against(l))
		}
	}
}

// firstInput is the first input of unit l.
func (n *network) firstInput(l int) int {
	if n.full {
		return 0
	}
	return l * n.inputs
}

// against is all ones if V rises when the sum of unit l falls.
func (n *network) against(l int) uint64 {
	if n.second[l] < 0 {
		return ^uint64(0)
	}
	return 0
}

// Value implements [Energy].
func (e *flips) Value() int { return e.errors }

// Errors implements [Energy].
func (e *flips) Errors() int { return e.errors }

// Delta implements [Energy].
func (e *flips) Delta(i int) int {
	at, turned := e.places[i], e.turned[i]
	column := e.columns[at.column:][:e.words]
	rise, fall := e.rise[at.unit:][:len(column)], e.fall[at.unit:][:len(column)]
	breaks, mends := e.breaks[:len(column)], e.mends[:len(column)]
	if e.breaksHigh != nil {
		return e.deltaBand(column, turned)
	}
	change := 0
	for k, x := range column {
		up := x ^ turned
		change += bits.OnesCount64(fall[k]&breaks[k]&^up) - bits.OnesCount64(rise[k]&mends[k]&up)
	}
	return change
}

// deltaBand is Delta of a linear unit whose V can be too large, too.
func (e *flips) deltaBand(column []uint64, turned uint64) int {
	change := 0
	for k, x := range column {
		up := x ^ turned
		change += bits.OnesCount64(e.breaksHigh[k]&up|e.breaks[k]&^up) - bits.OnesCount64(e.mends[k]&up|e.mendsHigh[k]&^up)
	}
	return change
}

// Flip implements [Energy].
func (e *flips) Flip(i int) {
	e.errors += e.Delta(i)
	at, turned := e.places[i], e.turned[i]
	against := e.against(i / e.inputs)
	for k, x := range e.columns[at.column:][:e.words] {
		up, own := x^turned, int(at.unit)+k
		move(e.v.of(k), up&e.rise[own], e.fall[own]&^up)
		if e.output != linear {
			move(e.sums.of(own), up^against, ^(up ^ against))
			e.follow(own, k, against)
		}
		e.edges(k)
	}
	e.turned[i] = ^turned
}

// follow finds the lanes in which a step of a unit moves V: of a word of the unit, and
// word k of the patterns.
func (e *flips) follow(own, k int, against uint64) {
	word := e.sums.of(own)
	rise, zero := ends(word) // of a sign: from −1, and from 0
	fall := zero
	if e.output == ramp {
		small := word[len(word)-1] // lanes of negative sums
		rise, fall = ^small^e.negative[k], ^(small|zero)^e.negative[k]
	}
	if against != 0 {
		rise, fall = fall, rise
	}
	e.rise[own], e.fall[own] = rise, fall
}

// edges finds the lanes of a word in which a step of V makes or mends an error.
func (e *flips) edges(k int) {
	word := e.v.of(k)
	minus, zero := ends(word)
	e.breaks[k], e.mends[k] = zero&e.valid[k], minus&e.valid[k]
	if e.breaksHigh != nil {
		last := (e.high - e.low) / 2
		e.breaksHigh[k], e.mendsHigh[k] = holds(word, last)&e.valid[k], holds(word, last+1)&e.valid[k]
	}
}
