package bp_test

import (
	"context"
	"math"
	"testing"

	"fbp/bp"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// What focusing.tsv says of its early steps: with the default epsilon q of step 2 is
// 0.003 above its fixed point and that of step 6 0.0015 below, with 1e-5 less than 1e-5 off
// (mean of four samples, N = 501, α = 0.5; the fixed point is that of epsilon = 1e-8).
func TestEpsilonOfSteps(t *testing.T) {
	slow.Only(t)
	m := model.NewPerceptron(501, 0)
	q := func(epsilon float64) (mean [7]float64) {
		const samples = 4
		for sample := range samples {
			patterns, err := instances.Random{Size: instances.Size{P: 250}}.Patterns(m.N, 1, sample)
			if err != nil {
				t.Fatal(err)
			}
			f := bp.DefaultFocusing()
			f.Epsilon, f.MaxSweeps = epsilon, 2000
			all := f.Gamma.Values()
			f.Gamma = bp.Schedule{List: all[:7]}
			_, err = f.Solve(context.Background(), &model.Problem{Model: m, Data: instances.Learning(patterns)}, instances.Stream(1, "epsilon"), func(r results.Reading) {
				for _, v := range r.Values {
					if r.Table == "focusing" && v.Name == "q" {
						mean[int(r.At[0].Value)] += v.Value / samples
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		return mean
	}
	exact, loose, tight := q(1e-8), q(3e-3), q(1e-5)
	for _, c := range []struct {
		step        int
		least, most float64
	}{{2, 0.0025, 0.004}, {6, -0.0025, -0.001}} {
		if off := loose[c.step] - exact[c.step]; off < c.least || off > c.most {
			t.Errorf("the default epsilon leaves q of step %d %.2g above, want %v to %v", c.step, off, c.least, c.most)
		}
		if off := math.Abs(tight[c.step] - exact[c.step]); off > 1e-5 {
			t.Errorf("epsilon = 1e-5 leaves q of step %d %.2g off, the note says less than 1e-5", c.step, off)
		}
	}
}
