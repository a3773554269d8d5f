package model

import (
	"fmt"
	"math"

	"fbp/instances"
	"fbp/internal/fault"
)

// Flips implements [Flippable].
func (m *Perceptron) Flips() error { return nil }

// Energies implements [Flippable].
func (m *Perceptron) Energies(p *instances.Patterns) (Energies, error) {
	n := oneUnit(m.N, p)
	n.low = m.least()
	return newLandscape(m, n, p)
}

// Flips implements [Flippable].
func (m *Symmetric) Flips() error { return nil }

// Energies implements [Flippable].
func (m *Symmetric) Energies(p *instances.Patterns) (Energies, error) {
	n := oneUnit(m.N, p)
	n.low, n.high = -m.most(), m.most()
	return newLandscape(m, n, p)
}

// Flips implements [Flippable]: weights of units are ±1, and their sums change by one
// step of 2 or not at all.
func (m *Committee) Flips() error {
	if m.rectified() && m.perUnit()%2 != 0 {
		return fault.New("n", m.N, "want an even number of inputs per unit, not %d, for energies of ReLU units", m.perUnit())
	}
	if m.Weights == SphericalWeights {
		return fault.New("kind", nil, "want weights = %q, not %q, to flip them", BinaryWeights, m.Weights)
	}
	return nil
}

// Energies implements [Flippable].
func (m *Committee) Energies(p *instances.Patterns) (Energies, error) {
	if err := m.Flips(); err != nil {
		return nil, err
	}
	if m.rectified() {
		return newLandscape(m, m.rectifiedNetwork(p), p)
	}
	n := network{
		units: m.Hidden, inputs: m.perUnit(), full: m.Layout == Full, second: make([]int, m.Hidden), output: signed,
		low: m.least(), high: m.Hidden, most: m.Hidden,
		sums: func(w []float64) []int { return m.sums(w, p) },
	}
	for l := range n.second {
		n.second[l] = 1
	}
	return newLandscape(m, n, p)
}

// oneUnit is a network whose V is a single sum.
func oneUnit(n int, p *instances.Patterns) network {
	return network{units: 1, inputs: n, second: []int{1}, output: linear, high: n, most: n,
		sums: func(w []float64) []int {
			packed, sums := instances.PackSigns(w), make([]int, p.P)
			for mu := range sums {
				sums[mu] = p.DotSigns(mu, packed)
			}
			return sums
		}}
}

// fits compares the size of patterns with that of a model.
func fits(m Model, p *instances.Patterns) error {
	if p.N != m.Inputs() {
		return fmt.Errorf("patterns of %d inputs for %d", p.N, m.Inputs())
	}
	return nil
}

// SoftEnergies implements [Softened].
func (m *Perceptron) SoftEnergies(p *instances.Patterns, f func(stability float64) float64) (Energies, error) {
	if err := fits(m, p); err != nil {
		return nil, err
	}
	return newSoft(oneUnit(m.N, p), m.least(), p, f), nil
}

// softness makes the soft energies of weights of which every pattern sees one sum.
type softness struct {
	network
	least int
	p     *instances.Patterns
	terms []int // f of the sums −n, −n+2, … n, in units of SoftUnit
}

func newSoft(n network, least int, p *instances.Patterns, f func(stability float64) float64) *softness {
	s := &softness{network: n, least: least, p: p}
	for sum := -n.inputs; sum <= n.inputs; sum += 2 {
		s.terms = append(s.terms, int(math.RoundToEven(f(float64(sum)/math.Sqrt(float64(n.inputs)))/SoftUnit)))
	}
	return s
}

// soft is the soft energy of some weights.
type soft struct {
	*softness
	negative []bool // weights
	above    []int  // (sum + n)/2 of each pattern
	columns  *lanes
	value    int
	errors   int
}

// At implements [Energies].
func (s *softness) At(w []float64) Energy {
	e := &soft{softness: s, negative: make([]bool, len(w)), columns: newLanes(s.p)}
	for i, x := range w {
		e.negative[i] = x < 0
	}
	for _, sum := range s.sums(w) {
		at := (sum + s.inputs) / 2
		e.above = append(e.above, at)
		e.value += s.terms[at]
		if sum < s.least {
			e.errors++
		}
	}
	return e
}

// Value implements [Energy].
func (e *soft) Value() int { return e.value }

// Errors implements [Energy].
func (e *soft) Errors() int { return e.errors }

// step is 1 where a flip of weight i raises the sum of pattern mu, otherwise −1.
func (e *soft) step(column []uint64, i, mu int) int {
	if (column[mu/64]>>(mu%64)&1 == 1) != e.negative[i] {
		return 1
	}
	return -1
}

// Delta implements [Energy].
func (e *soft) Delta(i int) int {
	column, change := e.columns.column(i), 0
	for mu, at := range e.above {
		change += e.terms[at+e.step(column, i, mu)] - e.terms[at]
	}
	return change
}

// Flip implements [Energy].
func (e *soft) Flip(i int) {
	column := e.columns.column(i)
	for mu, at := range e.above {
		next := at + e.step(column, i, mu)
		e.value += e.terms[next] - e.terms[at]
		e.errors += e.wrong(next) - e.wrong(at)
		e.above[mu] = next
	}
	e.negative[i] = !e.negative[i]
}

// wrong is 1 if a pattern with this sum is not learned.
func (e *soft) wrong(at int) int {
	if 2*at-e.inputs < e.least {
		return 1
	}
	return 0
}
