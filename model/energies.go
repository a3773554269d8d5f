package model

import (
	"fmt"

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
