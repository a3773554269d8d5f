package franzparisi_test

import (
	"context"
	"fmt"

	"fbp/bp"
	"fbp/instances"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
	"fbp/theory/franzparisi"
)

// A measured curve with its theory: the entropy around the teacher of 601 patterns, which
// is a typical solution of them, for N = 2001 and for N → ∞.
func Example() {
	ctx, m := context.Background(), model.NewPerceptron(2001, 0)
	data, err := instances.Teacher{Size: instances.Size{Alpha: 0.3}}.Data(ctx, m, 1, 0)
	if err != nil {
		panic(err)
	}
	curve, err := franzparisi.Planted(0.3, 0, 0)
	if err != nil {
		panic(err)
	}
	around := measure.NewLocalEntropy(m, nil)
	around.Rho = bp.Schedule{List: []float64{1.5, 1, 0.5}}
	s := &model.Solution{Weights: data.Teacher, Outcome: results.Solved}
	err = around.Measure(ctx, model.NewProblem(m, data, 1), []*model.Solution{s}, nil, func(r results.Reading) {
		if d, ok := r.Value("distance"); ok {
			measured, _ := r.Value("entropy")
			typical, err := curve.At(d)
			fmt.Printf("d = %.3f: entropy %.3f, theory %.3f, error %v\n", d, measured, typical.Entropy, err)
		}
	})
	if err != nil {
		panic(err)
	}
	// Output:
	// d = 0.023: entropy 0.079, theory 0.075, error <nil>
	// d = 0.078: entropy 0.211, theory 0.208, error <nil>
	// d = 0.208: entropy 0.398, theory 0.397, error <nil>
}
