package catalog

import (
	"fmt"
	"strings"

	"fbp/internal/traits"
	"fbp/theory"
	"fbp/theory/symmetric"
)

var (
	widthParam    = Param{Name: "kappa", Help: "largest stability, of either sign, that the solutions may have", Within: positive, Of: ModelMargin}
	widthAround   = Param{Name: "kappa", Help: widthParam.Help, Within: positive, Of: AroundMargin}
	widthRefParam = Param{Name: "kappa-ref", Help: "the same of the reference", Within: positive, Of: ReferenceMargin}
)

// symmetricOnes is what these theories are about.
var symmetricOnes = Traits{"network": traits.Symmetric, "weights": "binary", "activation": "linear"}

var symmetricEntry = Entry{
	Name:    "symmetric",
	Params:  []Param{alphaParam, widthParam},
	Fixed:   symmetricOnes,
	Beside:  map[string]string{"entropy": "entropy", "entropy_plain": "entropy"},
	Columns: []string{"alpha", "kappa", "entropy", "alpha_c"},
	start: each(func(_ variant, at []float64) (answer, error) {
		entropy, err := symmetric.Entropy(at[0], at[1])
		if err != nil {
			return failure(err, at...)
		}
		capacity, err := symmetric.Capacity(at[1])
		a, err := answered(err, at, at[0], at[1], entropy, capacity)
		return a.beyondIf(entropy < 0), err
	}),
}

var symmetricFPEntry = Entry{
	Name:    "symmetric-franz-parisi",
	Params:  []Param{alphaParam, widthRefParam, widthAround, distanceParam},
	Fixed:   symmetricOnes,
	Beside:  map[string]string{"distance": "d", "entropy": "entropy"},
	Columns: []string{"alpha", "kappa_ref", "kappa", "d", "entropy", "bound"},
	start: sharing(3, func(_ variant, at []float64) string { return negativeFor(at[0], at[1], at[2]) }, func(note string, at []float64) (answer, error) {
		p, err := symmetric.FranzParisi(at[0], at[1], at[2], at[3])
		if err != nil {
			return failure(err, at...)
		}
		status := StatusOK
		for _, kappa := range at[1:3] {
			if entropy, err := symmetric.Entropy(at[0], kappa); err == nil && entropy < 0 {
				status = StatusBeyond
			}
		}
		return answer{append(at[:4:4], p.Entropy, theory.Bound(at[3])), status, note}, nil
	}),
}

// negativeFor says at which distances a curve is negative.
func negativeFor(alpha, kappaRef, kappa float64) string {
	zeros, negative, err := symmetric.Zeros(alpha, kappaRef, kappa)
	if err != nil {
		return ""
	}
	var parts []string
	from := 0.0
	for _, d := range append(zeros, 0.5) {
		switch {
		case negative && from == 0:
			parts = append(parts, fmt.Sprintf("d < %.10g", d))
		case negative:
			parts = append(parts, fmt.Sprintf("%.10g < d < %.10g", from, d))
		}
		from, negative = d, !negative
	}
	if len(parts) == 0 {
		return ""
	}
	return "negative for " + strings.Join(parts, " and ")
}
