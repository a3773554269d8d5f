package model

import (
	"math"

	"fbp/factorgraph"
	"fbp/instances"
)

// Tied models have patterns whose stability equals the margin: neither learned nor
// violated. They count among the errors.
type Tied interface {
	Constrained
	// CanTie tells whether there are any, with these parameters of the model.
	CanTie() bool
	// Ties counts them.
	Ties(w []float64, p *instances.Patterns) int
}

// rectified tells ReLU units from sign units.
func (m *Committee) rectified() bool { return m.Activation == ReLUUnits }

// second is the weight of unit l in the second layer.
func (m *Committee) second(l int) int {
	if m.rectified() && l >= m.Hidden/2 {
		return -1
	}
	return 1
}

// contribution is that of unit l to the sum of a pattern, given the sum of its inputs
// gauged so that the label is +1. Sign units are odd, and do not need the label; ReLU units
// are not, and see the inputs as they are.
func (m *Committee) contribution(l, sum int, negative bool) int {
	switch {
	case !m.rectified():
		return sign(sum)
	case negative:
		return -m.second(l) * max(0, -sum)
	}
	return m.second(l) * max(0, sum)
}

// scale is the ratio of sums and stabilities.
func (m *Committee) scale() float64 {
	if m.rectified() {
		return math.Sqrt(float64(m.Dim()))
	}
	return math.Sqrt(float64(m.Hidden))
}

// most is the largest sum.
func (m *Committee) most() int {
	if m.rectified() {
		return m.Hidden / 2 * m.perUnit()
	}
	return m.Hidden
}

// least is the smallest sum whose stability exceeds the margin.
func (m *Committee) least() int {
	if !m.rectified() {
		return leastAbove(m.Kappa, m.Hidden)
	}
	step, scale := m.Lattice().Step, 1/m.scale()
	sum := step * (int(math.Floor(float64(m.Kappa*m.scale())/float64(step))) - 1)
	for float64(sum)*scale <= m.Kappa {
		sum += step
	}
	return sum
}

// Lattice implements [Constrained]: sums of K signs over √K; or those of sums of n
// signs, where these are positive, over √(K n). With an odd n the latter are odd or
// zero.
func (m *Committee) Lattice() Lattice {
	switch {
	case !m.rectified():
		return signLattice(m.Hidden)
	case m.perUnit()%2 == 0:
		return Lattice{Step: 2, Scale: m.scale()}
	}
	return Lattice{Step: 1, Scale: m.scale()}
}

// tie is the sum whose stability is the margin.
func (m *Committee) tie() (sum int, ok bool) {
	sum = m.least() - m.Lattice().Step
	return sum, m.rectified() && float64(sum)*(1/m.scale()) == m.Kappa
}

// CanTie implements [Tied]: ReLU units do without margin, when all are off for one.
func (m *Committee) CanTie() bool { return m.rectified() }

// Ties implements [Tied].
func (m *Committee) Ties(w []float64, p *instances.Patterns) int {
	tie, ok := m.tie()
	if !ok {
		return 0
	}
	ties := 0
	for _, sum := range m.sums(w, p) {
		if sum == tie {
			ties++
		}
	}
	return ties
}

// Undecided implements [instances.Undecided].
func (m *Committee) Undecided(w []float64, p *instances.Patterns) (n int) {
	if !m.rectified() {
		return 0
	}
	for _, sum := range m.sums(w, p) {
		if sum == 0 {
			n++
		}
	}
	return n
}

// rectify is what a pattern of a label makes of the sums of ReLU units: with label −1 they
// count the other way round. Accurate messages count a tie as half, exact ones as an
// error.
func (m *Committee) rectify(label int) factorgraph.Combination {
	c := &factorgraph.Rectified{Threshold: float64(m.least()) - 0.5*float64(m.Lattice().Step)}
	if tie, ok := m.tie(); ok {
		c.Threshold = float64(tie)
	}
	for l := range m.Hidden {
		c.Second = append(c.Second, label*m.second(l))
	}
	return c
}

// rectifiedNetwork is what the energy of ReLU units depends on.
func (m *Committee) rectifiedNetwork(p *instances.Patterns) network {
	n := network{
		units: m.Hidden, inputs: m.perUnit(), full: m.Layout == Full, output: ramp,
		low: m.least(), high: m.most(), most: m.most(),
		sums: func(w []float64) []int { return m.sums(w, p) },
	}
	for l := range m.Hidden {
		n.second = append(n.second, m.second(l))
	}
	return n
}

// sign is the vote of a unit with an odd number of inputs.
func sign(sum int) int {
	if sum < 0 {
		return -1
	}
	return 1
}
