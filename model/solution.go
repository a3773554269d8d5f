package model

import (
	"slices"

	"fbp/results"
)

// Solution is what an algorithm leaves behind: weights, solved or not, and the
// numbers that it has to tell of its search.
type Solution struct {
	// Weights are ±1 for binary models, of length Dim; nil where the algorithm claims no
	// solution, as plain belief propagation.
	Weights []float64
	// Replicas are further weight vectors, replicas × snapshots; nil for most algorithms.
	Replicas [][]float64
	Outcome  results.Status // Solved, Converged or Limit
	Errors   int            // patterns that Weights do not learn
	// Numbers are the algorithm's own, in the order of their columns: sweeps, epochs, q.
	// One named converged (0 or 1) tells whether the last step met its criterion.
	Numbers []results.Quantity
}

// Claimed tells whether there are weights.
func (s *Solution) Claimed() bool { return s.Weights != nil }

// Solved tells whether the weights learn all patterns.
func (s *Solution) Solved() bool { return s.Outcome == results.Solved }

// Number is the number of that name; ok is false where the algorithm has none.
func (s *Solution) Number(name string) (x float64, ok bool) {
	i := slices.IndexFunc(s.Numbers, func(q results.Quantity) bool { return q.Name == name })
	if i < 0 {
		return 0, false
	}
	return s.Numbers[i].Value, true
}

// OutcomeOf is the outcome of a search whose weights make so many errors and whose
// last step converged, or not.
func OutcomeOf(errors int, converged bool) results.Status {
	switch {
	case errors == 0:
		return results.Solved
	case converged:
		return results.Converged
	}
	return results.Limit
}
