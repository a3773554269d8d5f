package model

import (
	"fmt"

	"fbp/instances"
)

// Energies implements [Flippable].
func (m *Perceptron) Energies(p *instances.Patterns) (Energies, error) {
	n := oneUnit(m.N, p)
	n.low = m.least()
	return newLandscape(m, n, p)
}

// Energies implements [Flippable].
func (m *Symmetric) Energies(p *instances.Patterns) (Energies, error) {
	n := oneUnit(m.N, p)
	n.low, n.high = -m.most(), m.most()
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
