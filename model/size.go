package model

import (
	"slices"

	"fbp/factorgraph"
	"fbp/instances"
)

// Size is what a plan knows of a problem before it is made, for estimates of
// memory.
type Size struct {
	Model    Model
	Patterns int
	Tests    int  // patterns of the test set
	Real     bool // inputs are real numbers
	Latent   int  // dimensions of the latent patterns; 0: there are none
}

// With is the size of the same patterns for another model.
func (s Size) With(m Model) Size {
	s.Model = m
	return s
}

// Graph is the factor graph of one pattern, from which the memory of all can be told;
// nil for a model that has none.
func (s Size) Graph(n factorgraph.Accuracy) *factorgraph.Graph {
	graphs := s.Model.Abilities().Graph
	if graphs == nil || graphs.Supports(n) != nil {
		return nil
	}
	one := instances.NewPatterns(s.Model.Inputs(), 1)
	if s.Real {
		one = instances.NewRealPatterns(one.N, slices.Repeat([]float64{1}, one.N))
	}
	if s.Latent > 0 {
		one = one.WithLatent(func() *instances.Latent {
			return &instances.Latent{D: s.Latent, Projection: make([]float64, one.N*s.Latent), Patterns: make([]float64, s.Latent)}
		})
	}
	g, err := graphs.Of(one, n)
	if err != nil {
		return nil
	}
	return g
}
