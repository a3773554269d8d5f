package montecarlo

import (
	"math/bits"
	"math/rand/v2"

	"fbp/model"
	"fbp/results"
)

// solution is what the search found.
func (s *search) solution(m model.Model, p *model.Problem, rng *rand.Rand) *model.Solution {
	_, errors := s.energy()
	outcome, overlap := results.Limit, s.overlap()
	if errors == 0 {
		outcome = results.Solved
	}
	states := s.taken
	if len(states) == 0 {
		states = [][]uint64{s.up}
	} else {
		overlap = 0
		for _, up := range states {
			overlap += meanOverlap(up, s.y) / float64(len(states))
		}
	}
	found := &model.Solution{Weights: majority(states[len(states)-1], s.y, rng), Outcome: outcome}
	found.Errors = m.Errors(found.Weights, p.Data.Train)
	if s.y > 1 || len(s.taken) > 0 {
		for _, up := range states {
			for a := range s.y {
				found.Replicas = append(found.Replicas, weights(up, a))
			}
		}
	}
	found.Numbers = s.outcome(len(found.Replicas) > 0).Values.Of(end{s, overlap, len(states), found.Errors})
	return found
}

// weights are those of replica a.
func weights(up []uint64, a int) []float64 {
	w := make([]float64, len(up))
	for i, site := range up {
		w[i] = 2*float64(site>>a&1) - 1
	}
	return w
}

// majority is the sign of the sum of all replicas, ties by a coin.
func majority(up []uint64, y int, rng *rand.Rand) []float64 {
	w := make([]float64, len(up))
	for i, site := range up {
		mu := 2*bits.OnesCount64(site) - y
		if mu == 0 {
			mu = 2*int(rng.Uint64()>>63) - 1
		}
		w[i] = 1
		if mu < 0 {
			w[i] = -1
		}
	}
	return w
}

// meanOverlap is [system.overlap] of a snapshot.
func meanOverlap(up []uint64, y int) float64 {
	s := system{n: len(up), y: y, buckets: make([][]int32, y+1), place: make([]int32, len(up)), up: up}
	for i := range up {
		s.enter(int32(i), s.class(i))
	}
	return s.overlap()
}
