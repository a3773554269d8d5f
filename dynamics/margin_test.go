package dynamics_test

import (
	"math/rand/v2"
	"testing"

	"fbp/instances"
	"fbp/model"
)

// TestMargins: least-action learning and gradient descent solve the spherical perceptron
// with margins of either sign, and committees with a margin of their votes, and do so on
// real inputs.
func TestMargins(t *testing.T) {
	votes := model.NewCommittee()
	votes.N, votes.Hidden, votes.Weights, votes.Kappa = 99, 3, model.SphericalWeights, 1
	for _, c := range []struct {
		m     model.Model
		alpha float64
	}{{model.NewSphericalPerceptron(101, 0.3), 0.4}, {model.NewSphericalPerceptron(101, -0.5), 1.5}, {votes.Model(), 0.2}} {
		for _, real := range []bool{false, true} {
			d, err := instances.Random{Size: instances.Size{Alpha: c.alpha}}.Data(t.Context(), c.m, 1, 0)
			if err != nil {
				t.Fatal(err)
			}
			if real {
				rng, x := instances.Stream(1, "inputs"), make([]float64, d.Train.P*d.Train.N)
				for i := range x {
					x[i] = 2*rng.Float64() + 2*rng.Float64() - 2
				}
				d = instances.Learning(instances.NewRealPatterns(d.Train.N, x))
			}
			p := &model.Problem{Model: c.m, Data: d, Stream: func(purpose string) *rand.Rand { return instances.Stream(1, purpose) }}
			for _, s := range []solver{lal(t), fast(t)} {
				if found, _, _ := solved(t, s, p); !found.Solved() {
					t.Errorf("%T on %+v, real %v: %d errors", s, c.m, real, found.Errors)
				}
			}
		}
	}
}
