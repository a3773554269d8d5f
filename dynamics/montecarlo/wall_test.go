package montecarlo

import (
	"math"
	"testing"

	"fbp/instances"
	"fbp/model"
)

// TestWall: a chain that starts in a solution with an infinite potential stays among the solutions.
func TestWall(t *testing.T) {
	for _, test := range []struct {
		n, patterns int
		b, kappa    float64
	}{{15, 1, 1, 0}, {15, 3, 10, 0}, {15, 3, 0.01, 0}, {16, 3, 0.01, 0}, {15, 5, 0.1, 0.3}, {101, 40, 0.01, 0}, {101, 40, 10, 0}, {4, 1, 0.01, 0}, {16, 3, 0.01, 0.5}} {
		m := model.NewPerceptron(test.n, test.kappa)
		p := problem(t, m, test.patterns)
		c := weighing(test.b, 200)
		found, _ := solve(t, c, p)
		if !found.Solved() {
			continue
		}
		energies, unit, _ := c.energies(p)
		rng := instances.Stream(2, "test")
		up := make([]uint64, test.n)
		for i, w := range found.Weights {
			if w > 0 {
				up[i] = 1
			}
		}
		s := newSystem(test.n, 1, unit, energies, up)
		model.Reshape(s.energies[0], c.Potential.of(math.Inf(1), test.kappa, test.n, test.patterns))

		for k := range 500 {
			metropolis(s, 1, rng)
			for mu, x := range m.Stabilities(nil, weights(s.up, 0), p.Data.Train) {
				if x <= test.kappa {
					t.Fatalf("%+v: sweep %d, pattern %d has stability %v", test, k, mu, x)
				}
			}
		}
	}
}
