package model

import (
	"math"

	"fbp/factorgraph"
	"fbp/instances"
)

// Sphered models may have real weights, in groups of fixed norm.
type Sphered interface {
	Model
	// Spheres is the number of groups of Dim/Spheres weights, each with as large a
	// square norm; 0 where weights are ±1.
	Spheres() int
}

// Spheres is the number of spheres on which the weights of m lie, 0 if they are ±1.
func Spheres(m Model) int {
	if s, ok := m.(Sphered); ok {
		return s.Spheres()
	}
	return 0
}

// OnSpheres scales each group of weights of m to its norm. Groups without a direction
// stay as they are, and so do weights ±1.
func OnSpheres(m Model, w []float64) {
	spheres := Spheres(m)
	for k := range spheres {
		n := len(w) / spheres
		normalize(w[k*n:(k+1)*n], math.Sqrt(float64(n)))
	}
}

// Spheres implements [Sphered]: one for each hidden unit.
func (m *Committee) Spheres() int {
	if m.Weights != SphericalWeights {
		return 0
	}
	return m.Hidden
}

// sphericalGraph is the factor graph for real weights.
func (m *Committee) sphericalGraph(p *instances.Patterns) *factorgraph.Graph {
	g := &factorgraph.Graph{N: m.Dim(), Prior: factorgraph.Spherical{Units: m.Hidden, Each: m.perUnit()}}
	units := make([]*instances.Patterns, m.Hidden)
	for l := range units {
		units[l] = m.unit(l, p)
	}
	majority := m.majority()
	for mu := range p.P {
		row := &factorgraph.Gaussian{Combination: majority, Inputs: m.perUnit()}
		for _, unit := range units {
			row.Units = append(row.Units, unit.Row(mu))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}
