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
	if m.Hidden == 1 { // the sum of a single unit is that of a perceptron
		return dense(m.N, factorgraph.HalfLine{Least: 1}, p, how)
	}
	g := &factorgraph.Graph{N: m.Dim(), Prior: factorgraph.Binary{}}
	units := make([]*instances.Patterns, m.Hidden)
	for l := range units {
		units[l] = m.unit(l, p)
	}
	accuracy, nodes := how.Accuracy, []factorgraph.Unitwise(nil)
	if accuracy == factorgraph.AMP { // nodes are made of accurate rows
		accuracy = factorgraph.Accurate
	}
	if accuracy != factorgraph.Exact && accuracy != factorgraph.Accurate {
		return nil, fmt.Errorf("unknown accuracy %q", how.Accuracy)
	}
	row := m.rows(accuracy, g.Prior)
	if m.rectified() {
		row = m.rectifiedRows(accuracy, g.Prior)
	}
	for mu := range p.P {
		signs := make([][]uint64, m.Hidden)
		for l := range signs {
			signs[l] = units[l].Row(mu)
		}
		if r := row(signs, p.Label(mu) < 0); how.Accuracy == factorgraph.AMP {
			nodes = append(nodes, r.(factorgraph.Unitwise))
		} else {
			g.Rows = append(g.Rows, r)
		}
	}
	if how.Accuracy == factorgraph.AMP {
		g.Nodes = factorgraph.NewCommitteeNodes(nodes, m.Hidden)
	}
	return g, nil
}

// rower makes the row of a pattern, given the inputs of each unit, gauged so that its
// label is +1, and whether that was −1.
type rower func(signs [][]uint64, negative bool) factorgraph.Row

// rows makes the rows of sign units.
func (m *Committee) rows(accuracy factorgraph.Accuracy, prior factorgraph.Prior) rower {
	n := m.perUnit()
	if accuracy == factorgraph.Accurate {
		majority := factorgraph.Majority{Need: (m.least() + m.Hidden) / 2}
		return func(signs [][]uint64, _ bool) factorgraph.Row {
			return &factorgraph.Committee{Majority: majority, Units: signs, Inputs: n}
		}
	}
	table, second := factorgraph.NewSumTable(n), make([]int, m.Hidden)
	for l := range second {
		second[l] = 1
	}
	return func(signs [][]uint64, _ bool) factorgraph.Row {
		return factorgraph.Edgewise{Prior: prior, Factor: &factorgraph.ExactCommittee{
			Units: signs, Inputs: n, Second: second, Activation: factorgraph.Sign, Least: m.least(), Table: table}}
	}
}
