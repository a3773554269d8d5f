package model

import (
	"math"
	"math/rand/v2"
	"slices"

	"fbp/instances"
	"fbp/results"
)

// Solution is what an algorithm leaves behind: weights, solved or not, and the
// numbers that it has to tell of its search.
type Solution struct {
	// Weights are ±1 for binary models, of length Dim; nil where the algorithm claims no
	// solution, as plain belief propagation, and where it found no weights ([Unfound]).
	Weights []float64
	// Replicas are further weight vectors, replicas × snapshots; nil for most algorithms.
	Replicas [][]float64
	// Means are those of the weights in the distribution at the end of the search, by which
	// all of them together predict labels; nil where there is none.
	Means   []float64
	Outcome results.Status // Solved, Converged or Limit
	Errors  int            // patterns that Weights do not learn
	// Numbers are the algorithm's own, in the order of their columns: sweeps, epochs, q.
	// One named converged (0 or 1) tells whether the last step met its criterion.
	Numbers []results.Quantity
	// Omitted says why numbers are not among them that other solutions have, by their names:
	// because they cannot be true, or mean nothing without another that cannot be.
	Omitted map[string]string
}

// Unfound is what a search leaves behind that has no weights, or none that mean anything, for a reason: it is
// unsolved, there is no number of errors, and nothing is measured.
func Unfound(why string, numbers ...results.Quantity) *Solution {
	return &Solution{Outcome: results.Limit, Numbers: numbers, Omitted: map[string]string{results.Errors: why}}
}

// Found tells whether a search has weights that its algorithm claims it to have.
func (s *Solution) Found() bool { return s.Omitted[results.Errors] == "" }

// Claimed tells whether there are weights, or should be.
func (s *Solution) Claimed() bool { return s.Weights != nil || !s.Found() }

// Solved tells whether all patterns are learned: by all replicas, if there are any, and
// by the weights otherwise.
func (s *Solution) Solved() bool { return s.Outcome == results.Solved }

// Learned tells whether the weights learn all patterns, which those in the middle of
// replicas need not do where these are solutions.
func (s *Solution) Learned() bool {
	errors, _ := s.Number(results.ReferenceErrors)
	return s.Solved() && errors == 0
}

// Number is the number of that name; ok is false where the algorithm has none.
func (s *Solution) Number(name string) (x float64, ok bool) {
	i := slices.IndexFunc(s.Numbers, func(q results.Quantity) bool { return q.Name == name })
	if i < 0 {
		return 0, false
	}
	return s.Numbers[i].Value, true
}

// Snapshots are the replicas of each snapshot, in the order in which they were taken;
// without a number of snapshots there is one.
func (s *Solution) Snapshots() (snapshots [][][]float64) {
	n := 1.0
	if x, ok := s.Number("snapshots"); ok {
		n = max(1, x)
	}
	if size := len(s.Replicas) / int(n); size > 0 {
		snapshots = slices.Collect(slices.Chunk(s.Replicas, size))
	}
	return snapshots
}

// References are the weights in the middle of each snapshot: the signs of the sum of
// its replicas, a tie by a coin; Weights for the last.
func (s *Solution) References(rng *rand.Rand) (references [][]float64) {
	snapshots := s.Snapshots()
	for _, replicas := range snapshots[:max(0, len(snapshots)-1)] {
		w := make([]float64, len(s.Weights))
		for i := range w {
			sum := 0.0
			for _, replica := range replicas {
				sum += replica[i]
			}
			if sum == 0 {
				sum = 1 - 2*float64(rng.Uint64()>>63)
			}
			w[i] = math.Copysign(1, sum)
		}
		references = append(references, w)
	}
	return append(references, s.Weights)
}

// Mistakes are the errors that decide the outcome: those of the replicas where there
// are some, whose middle may err, and those of the weights otherwise.
func (s *Solution) Mistakes(m Model, p *instances.Patterns) (errors int) {
	if len(s.Replicas) == 0 {
		return m.Errors(s.Weights, p)
	}
	for _, w := range s.Replicas {
		errors += m.Errors(w, p)
	}
	return errors
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
