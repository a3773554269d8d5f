package bp

import (
	"fbp/model"
	"fbp/results"
)

// best is the best solution that a search has met. It lies in the numbers that a
// State keeps beside its own, so that a search that is interrupted still has it.
type best struct {
	weights []float64
	rest    []float64 // errors, step, converged, q
}

// restOfBest is the number of numbers beside the weights.
const restOfBest = 4

// found are the weights of a step.
type found struct {
	weights   []float64
	errors    int
	converged float64 // 1 if the step met its criterion
	overlap   float64 // q = Σ m²/N of its magnetisations
}

// newBest makes room for it: the weights of no step, which err everywhere.
func newBest(s *State) best {
	n := s.H.Len()
	s.Beside = make([]float64, n+restOfBest)
	b := best{s.Beside[:n], s.Beside[n:]}
	b.rest[1] = -1
	return b
}

// meet takes in the weights of a step, unless better ones have been met.
func (b best) meet(f found, step int) {
	if none := b.rest[1] < 0; !none && float64(f.errors) > b.rest[0] {
		return
	}
	copy(b.weights, f.weights)
	copy(b.rest, []float64{float64(f.errors), float64(step), f.converged, f.overlap})
}

// solution is the best one met, in a search of so many sweeps.
func (b best) solution(sweeps int) *model.Solution {
	errors, converged := int(b.rest[0]), b.rest[2]
	return &model.Solution{
		Weights: b.weights, Outcome: model.OutcomeOf(errors, converged == 1), Errors: errors,
		Numbers: []results.Quantity{
			{Name: "converged", Value: converged}, {Name: "q", Value: b.rest[3]}, {Name: "sweeps", Value: float64(sweeps)},
		},
	}
}

// step is where it was met.
func (b best) step() float64 { return b.rest[1] }
