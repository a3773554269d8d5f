package bp

import "fbp/model"

// best is the best solution that a search has met. It lies in the numbers that a
// State keeps beside its own, so that a search that is interrupted still has it.
type best struct {
	weights []float64
	rest    []float64 // errors, step, converged, overlap
}

// restOfBest is the number of numbers beside the weights.
const restOfBest = 4

// newBest makes room for it: the weights of no step, which err everywhere.
func newBest(s *State) best {
	n := s.H.Len()
	s.Beside = make([]float64, n+restOfBest)
	b := best{s.Beside[:n], s.Beside[n:]}
	b.rest[1] = -1
	return b
}

// meet takes in the weights of a step, unless better ones have been met.
func (b best) meet(s *model.Solution, step int) {
	if none := b.rest[1] < 0; !none && float64(s.Errors) > b.rest[0] {
		return
	}
	copy(b.weights, s.Weights)
	converged := 0.0
	if s.Converged {
		converged = 1
	}
	copy(b.rest, []float64{float64(s.Errors), float64(step), converged, s.Overlap})
}

// solution is the best one met, in a search of so many sweeps.
func (b best) solution(sweeps int) *model.Solution {
	return &model.Solution{
		Weights: b.weights, Solved: b.rest[0] == 0, Errors: int(b.rest[0]),
		Converged: b.rest[2] == 1, Overlap: b.rest[3], Sweeps: sweeps,
	}
}

// step is where it was met.
func (b best) step() float64 { return b.rest[1] }
