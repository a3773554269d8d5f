package model

import (
	"fmt"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/fault"
)

// Supports implements [Graphed].
func (m *Committee) Supports(n factorgraph.Numerics) error {
	switch {
	case m.Weights == SphericalWeights && n.Accuracy != factorgraph.Accurate:
		return fault.New("accuracy", n.Accuracy, "want %q for spherical weights", factorgraph.Accurate)
	case n.Precision == factorgraph.Float32:
		return fault.New("precision", n.Precision, "want %q for a committee", factorgraph.Float64)
	}
	return nil
}

// Graph implements [Graphed].
func (m *Committee) Graph(p *instances.Patterns, how factorgraph.Numerics) (*factorgraph.Graph, error) {
	if p.N != m.N {
		return nil, fmt.Errorf("patterns of %d inputs for %d", p.N, m.N)
	}
	if m.Weights == SphericalWeights {
		return m.sphericalGraph(p), nil
	}
	if m.Hidden == 1 && !m.rectified() { // the sum of a single unit is that of a perceptron
		return dense(m.N, factorgraph.AtLeast(1), p, how)
	}
	units := make([]*instances.Patterns, m.Hidden)
	for l := range units {
		units[l] = m.unit(l, p)
	}
	n := m.perUnit()
	seen := func(mu int) [][]uint64 {
		signs := make([][]uint64, m.Hidden)
		for l := range signs {
			signs[l] = units[l].Row(mu)
		}
		return signs
	}
	if !m.rectified() {
		majority := m.majority()
		return discrete(p.P, m.Hidden, n, how, func(mu int) (factorgraph.Combination, [][]uint64) { return majority, seen(mu) })
	}
	along, opposite := m.rectify(1), m.rectify(-1)
	return discrete(p.P, m.Hidden, n, how, func(mu int) (factorgraph.Combination, [][]uint64) {
		signs := seen(mu)
		if p.Label(mu) > 0 {
			return along, signs
		}
		for l := range signs { // ReLU units see the inputs as they are
			signs[l] = instances.Opposite(signs[l], n)
		}
		return opposite, signs
	})
}

// majority is what a pattern makes of the votes of sign units.
func (m *Committee) majority() factorgraph.Combination {
	return factorgraph.Signs{Votes: factorgraph.Majority{Need: (m.least() + m.Hidden) / 2}}
}
