package measure_test

import (
	"context"
	"fmt"

	"fbp/bp"
	"fbp/instances"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
	"fbp/theory"
)

// The entropy of the solutions at a distance d from one that focusing belief propagation
// finds, beside that of all weights at that distance.
func Example() {
	ctx, m := context.Background(), model.NewPerceptron(501, 0)
	data, err := instances.Random{Size: instances.Size{Alpha: 0.5}}.Data(ctx, m, 1, 0)
	if err != nil {
		panic(err)
	}
	p := model.NewProblem(m, data, 1)
	s, err := bp.NewFocusing(m).Solve(ctx, p, p.Stream("algorithm"), func(results.Reading) {})
	if err != nil {
		panic(err)
	}
	around := measure.NewLocalEntropy(m, nil)
	around.Rho = bp.Schedule{List: []float64{2, 1.5, 1}} // biases towards the solution
	err = around.Measure(ctx, p, []*model.Solution{s}, p.Stream("measure"), func(r results.Reading) {
		if d, ok := r.Value("distance"); ok {
			entropy, _ := r.Value("entropy")
			fmt.Printf("d = %.4f: %.4f of %.4f nats per weight\n", d, entropy, theory.Bound(d))
		}
	})
	if err != nil {
		panic(err)
	}
	// Output:
	// d = 0.0110: 0.0585 of 0.0605 nats per weight
	// d = 0.0210: 0.0929 of 0.1018 nats per weight
	// d = 0.0441: 0.1489 of 0.1807 nats per weight
}
