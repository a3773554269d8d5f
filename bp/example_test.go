package bp_test

import (
	"context"
	"fmt"

	"fbp/bp"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// Focusing belief propagation finds weights of a perceptron that learn all of 200 random
// patterns. Of every tenth step: the coupling γ, the errors of the weights and the entropy
// of the solutions around them.
func Example() {
	ctx, m := context.Background(), model.NewPerceptron(501, 0)
	data, err := instances.Random{Size: instances.Size{P: 200}}.Data(ctx, m, 1, 0)
	if err != nil {
		panic(err)
	}
	p := model.NewProblem(m, data, 1)
	s, err := bp.NewFocusing(m).Solve(ctx, p, p.Stream("algorithm"), func(r results.Reading) {
		if k, ok := r.Value("step"); ok && int(k)%10 == 9 {
			gamma, _ := r.Value("gamma")
			errors, _ := r.Value("errors")
			entropy, _ := r.Value("sigma_int")
			fmt.Printf("γ = %.3f: %v errors, entropy %.4f\n", gamma, errors, entropy)
		}
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Outcome, "with", s.Errors, "errors;", m.Errors(s.Weights, data.Train), "counted again")
	// Output:
	// γ = 0.321: 3 errors, entropy 0.3761
	// γ = 0.784: 0 errors, entropy 0.2689
	// γ = 10.000: 0 errors, entropy -0.0013
	// solved with 0 errors; 0 counted again
}
