package theory_test

import (
	"fmt"

	"fbp/theory"
)

// The entropy of the typical solutions of a perceptron with weights ±1 falls with the number
// α of patterns per weight, and vanishes at the capacity.
func Example() {
	for _, alpha := range []float64{0, 0.25, 0.5, 0.75} {
		p, err := theory.RS(alpha, 0)
		if err != nil {
			panic(err)
		}
		fmt.Printf("α = %.2f: entropy %.4f, two solutions have the overlap %.4f\n", alpha, p.Entropy, p.Q)
	}
	c, err := theory.AlphaC(0)
	if err != nil {
		panic(err)
	}
	fmt.Printf("α_c = %.4f\n", c.Alpha)
	// Output:
	// α = 0.00: entropy 0.6931, two solutions have the overlap 0.0000
	// α = 0.25: entropy 0.5128, two solutions have the overlap 0.1588
	// α = 0.50: entropy 0.3144, two solutions have the overlap 0.3224
	// α = 0.75: entropy 0.0865, two solutions have the overlap 0.4997
	// α_c = 0.8331
}
