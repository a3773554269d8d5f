package dynamics

import (
	"testing"

	"fbp/enumeration"
	"fbp/instances"
	"fbp/model"
)

// against enumerates all weights of perceptrons of 13 inputs, and holds what a solver
// claims of random patterns to that: solutions are solutions, and of weights with errors
// none are claimed that have fewer than any weights. It returns how many instances have
// solutions, and how many of these were solved.
func against(t *testing.T, s solver, patterns int) (solvable, solved int) {
	t.Helper()
	m := model.NewPerceptron(13, 0)
	for sample := range 20 {
		d, err := (&instances.Random{Size: instances.Size{P: patterns}}).Data(t.Context(), m, 5, sample)
		if err != nil {
			t.Fatal(err)
		}
		best, err := enumeration.Fewest(t.Context(), m, d.Train)
		if err != nil {
			t.Fatal(err)
		}
		fewest := m.Errors(enumeration.Weights(m.N, best), d.Train)
		found, err := s.Solve(t.Context(), model.NewProblem(m, d, int64(sample)), instances.Stream(int64(sample), "algorithm"), ignored)
		if err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for mu := range patterns {
			sum := 0.0
			for i, w := range found.Weights {
				sum += w * d.Train.At(mu, i)
			}
			if sum < 0 {
				wrong++
			}
		}
		if found.Errors != wrong || wrong < fewest || found.Solved() != (wrong == 0) {
			t.Errorf("P %d, sample %d: %d errors claimed, %d made, %d possible", patterns, sample, found.Errors, wrong, fewest)
		}
		if fewest == 0 {
			solvable++
		}
		if found.Solved() {
			solved++
		}
	}
	return solvable, solved
}
