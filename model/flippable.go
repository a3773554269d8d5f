package model

import (
	"fmt"

	"fbp/instances"
)

// Energies makes the energy of some weights, taken by their signs, on one set of patterns,
// which all energies that it makes share.
type Energies func(w []float64) Energy

// Energy is an integer function of binary weights that keeps its value while they
// flip one by one.
type Energy interface {
	// Value is the energy of the present weights.
	Value() int
	// Errors is the number of patterns that they do not learn.
	Errors() int
	// Delta is by how much a flip of weight i would change Value.
	Delta(i int) int
	// Flip flips weight i.
	Flip(i int)
}

// SoftUnit is the unit of soft energies of so many patterns with terms of at most this size: 2⁻³², or a larger power of two where sums would
// not fit into 63 bits.
func SoftUnit(patterns int, most float64) float64 {
	unit := 0x1p-32
	for sum := float64(patterns) * most; unit < 1 && sum >= 0x1p62*unit; {
		unit *= 2
	}
	return unit
}

// fits compares the size of patterns with that of a model.
func fits(m Model, p *instances.Patterns) error {
	if p.N != m.Inputs() {
		return fmt.Errorf("patterns of %d inputs for %d", p.N, m.Inputs())
	}
	return nil
}
