package model

import (
	"fbp/instances"
	"fbp/internal/fault"
)

// Spherical models have weights on one sphere for each hidden unit, whose fields are
// linear in them.
type Spherical interface {
	Constrained
	// OnSpheres says what of the model stands against it; nil if nothing does.
	OnSpheres() error
	// Units are its hidden units on patterns p.
	Units(p *instances.Patterns) *Units
	// Learns tells whether a pattern with these fields of the units is learned.
	Learns(fields []float64) bool
}

// OnSpheres implements [Spherical].
func (m *Committee) OnSpheres() error {
	if m.Weights != SphericalWeights {
		return fault.New("kind", nil, "want weights = %q in [model], not %q", SphericalWeights, m.Weights)
	}
	return nil
}

// Learns implements [Spherical].
func (m *Committee) Learns(fields []float64) bool {
	sum := 0
	for _, x := range fields {
		sum++
		if x < 0 {
			sum -= 2
		}
	}
	return sum >= m.least()
}
