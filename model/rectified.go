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
		return factorgraph.Sign(sum)
	case negative:
		return -m.second(l) * factorgraph.ReLU(-sum)
	}
	return m.second(l) * factorgraph.ReLU(sum)
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

// rectifiedRows makes the rows of ReLU units. With label −1 these see the inputs as they
// are, and count the other way round. Accurate messages count a tie as half, exact ones
// as an error.
func (m *Committee) rectifiedRows(accuracy factorgraph.Accuracy, prior factorgraph.Prior) rower {
	n, second, opposite := m.perUnit(), make([]int, m.Hidden), make([]int, m.Hidden)
	for l := range second {
		second[l], opposite[l] = m.second(l), -m.second(l)
	}
	threshold := float64(m.least()) - 0.5*float64(m.Lattice().Step)
	if tie, ok := m.tie(); ok {
		threshold = float64(tie)
	}
	var table *factorgraph.SumTable
	if accuracy == factorgraph.Exact {
		table = factorgraph.NewSumTable(n)
	}
	return func(signs [][]uint64, negative bool) factorgraph.Row {
		c := second
		if negative {
			c = opposite
			for l := range signs {
				signs[l] = instances.Opposite(signs[l], n)
			}
		}
		if accuracy == factorgraph.Accurate {
			return &factorgraph.Rectified{Units: signs, Inputs: n, Second: c, Threshold: threshold}
		}
		return factorgraph.Edgewise{Prior: prior, Factor: &factorgraph.ExactCommittee{
			Units: signs, Inputs: n, Second: c, Activation: factorgraph.ReLU, Least: m.least(), Table: table}}
	}
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
