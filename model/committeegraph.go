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
	case m.Weights == SphericalWeights:
		return fault.New("kind", nil, "want weights = %q, not %q, to pass messages", BinaryWeights, m.Weights)
	case n.Accuracy == factorgraph.AMP:
		return fault.New("accuracy", n.Accuracy, "want %q or %q for a committee", factorgraph.Accurate, factorgraph.Exact)
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
	if how.Accuracy != factorgraph.Exact && how.Accuracy != factorgraph.Accurate {
		return nil, fmt.Errorf("unknown accuracy %q", how.Accuracy)
	}
	if m.Hidden == 1 { // the sum of a single unit is that of a perceptron
		return dense(m.N, factorgraph.HalfLine{Least: 1}, p, how)
	}
	g := &factorgraph.Graph{N: m.Dim(), Prior: factorgraph.Binary{}}
	units := make([]*instances.Patterns, m.Hidden)
	for l := range units {
		units[l] = m.unit(l, p)
	}
	row := m.rows(how.Accuracy, g.Prior)
	if m.rectified() {
		row = m.rectifiedRows(how.Accuracy, g.Prior)
	}
	for mu := range p.P {
		signs := make([][]uint64, m.Hidden)
		for l := range signs {
			signs[l] = units[l].Row(mu)
		}
		g.Rows = append(g.Rows, row(signs, p.Label(mu) < 0))
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
