package model

import (
	"fbp/factorgraph"
	"fbp/instances"
)

// Abilities are what a model offers to algorithms and measurements beyond [Model]: one asks for what it needs when the plan is
// made. What is nil, or false, the model lacks.
type Abilities struct {
	// Graph is the model as a factor graph, for message passing.
	Graph *Graphs
	// Energies is the energy on patterns p: the number of those that binary weights do not learn, which follows single
	// flips at little cost, for Monte Carlo. A model that has none with the present values of its keys says so as the
	// mistake of a key, whatever the patterns.
	Energies func(p *instances.Patterns) (Energies, error)
	// Real: inputs may be real numbers.
	Real bool
}

// Graphs are the factor graphs of a model, one factor per pattern.
type Graphs struct {
	// Supports says which accuracy the model's factors lack, as the mistake of a key: "accuracy = …: want …".
	Supports func(n factorgraph.Accuracy) error
	// Of is the factor graph of these patterns.
	Of func(p *instances.Patterns, n factorgraph.Accuracy) (*factorgraph.Graph, error)
	// Search is what searches by message passing have to know.
	Search Search
}

// Abilities implements [Model].
func (a *Architecture) Abilities() Abilities {
	return Abilities{Graph: &Graphs{a.Supports, a.Graph, a.output.search(a)}, Energies: a.Energies, Real: true}
}

// Abilities implements [Model].
func (m *BinaryMLP) Abilities() Abilities { return Abilities{Energies: m.Energies, Real: true} }
