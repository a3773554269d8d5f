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
	Name:  "symmetric",
	Short: "entropy and capacity, symmetric perceptron",
	Long: `The entropy per weight of the solutions of a symmetric binary perceptron with
alpha N random patterns, whose stabilities must satisfy |Δ| ≤ kappa:

  φ = ln 2 + α ln P(|x| ≤ κ),   P(|x| ≤ κ) = erf(κ/√2),   x normal

the logarithm of the mean number of solutions, which typical instances have as
well (Aubin, Perkins and Zdeborová, J. Phys. A 52, 294003 (2019)). It vanishes
at α_c = −ln 2/ln P(|x| ≤ κ).

Columns
  alpha    patterns per weight
  kappa    κ
  entropy  φ, nats per weight; where it is negative typical instances have no
           solution
  alpha_c  capacity

Status
  ok               the entropy is not negative
  beyond_capacity  it is

Accurate to 1e-12.`,
	Example: `  fbp theory symmetric --alpha 0.8 --kappa 0.5,1,1.5
  fbp theory symmetric --alpha 0:2:41 --kappa 1`,
	Params:  []Param{alphaParam, widthParam},
	Fixed:   symmetricOnes,
	Beside:  map[string]string{"entropy": "entropy", "entropy_plain": "entropy"},
	Columns: []string{"alpha", "kappa", "entropy", "alpha_c"},
	start: func(variant) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			entropy, err := symmetric.Entropy(at[0], at[1])
			if err != nil {
				return failure(err, at...)
			}
			capacity, err := symmetric.Capacity(at[1])
			if err != nil {
				return failure(err, at...)
			}
			cells := []float64{at[0], at[1], entropy, capacity}
			if entropy < 0 {
				return answer{cells, StatusBeyond, theory.ErrBeyondCapacity.Error()}, nil
			}
			return answer{cells, StatusOK, ""}, nil
		}
	},
}

var symmetricFPEntry = Entry{
	Name:  "symmetric-franz-parisi",
	Short: "local entropy, symmetric perceptron",
	Long: `The entropy per weight of the solutions with |Δ| ≤ kappa at the normalised
Hamming distance d from a typical solution (the reference) with |Δ| ≤
kappa-ref, of a symmetric binary perceptron (fbp theory symmetric):

  φ = −d ln d − (1−d) ln(1−d) + α ln [P₂(1−2d)/P(|x| ≤ κ̃)]
      P₂(ρ) = P(|x| ≤ κ̃, |y| ≤ κ),   x and y normal, of correlation ρ

the logarithm of the mean number of solutions around a planted reference. It is
symmetric about d = 1/2, as solutions are under w → −w. For κ̃ = κ it is negative
up to a first zero: typical solutions are isolated. Where planted instances have
no solutions, typical ones have none up to capacity (Abbe, Li and Sly,
arXiv:2102.13069); elsewhere they may have fewer than planted ones.

Columns
  alpha, kappa_ref, kappa, d
  entropy  φ, nats per weight; where it is negative there is no such solution
  bound    −d ln d − (1−d) ln(1−d), all configurations at this distance

Status
  ok               the entropy may be negative; the note gives the d > 1e-12
                   at which it is
  beyond_capacity  the same beyond the capacity of kappa-ref, where it is that
                   around a planted reference, or of kappa

Accurate to 1e-12, zeros to 1e-10.`,
	Example: `  fbp theory symmetric-franz-parisi --alpha 0.8 --kappa-ref 1 --kappa 1 \
    --d 0.001:0.5:50
  fbp theory symmetric-franz-parisi --alpha 1 --kappa-ref 0.5,1 --kappa 1 \
    --d 1e-4:0.5:60:log`,
	Params:  []Param{alphaParam, widthRefParam, widthAround, distanceParam},
	Fixed:   symmetricOnes,
	Beside:  map[string]string{"distance": "d", "entropy": "entropy"},
	Columns: []string{"alpha", "kappa_ref", "kappa", "d", "entropy", "bound"},
	start: func(variant) func([]float64) (answer, error) {
		var notes shared[[3]float64, string]
		return func(at []float64) (answer, error) {
			p, err := symmetric.FranzParisi(at[0], at[1], at[2], at[3])
			if err != nil {
				return failure(err, at...)
			}
			note := notes.get([3]float64(at[:3]), func() string { return negativeFor(at[0], at[1], at[2]) })
			status := StatusOK
			for _, kappa := range at[1:3] {
				if entropy, err := symmetric.Entropy(at[0], kappa); err == nil && entropy < 0 {
					status = StatusBeyond
				}
			}
			return answer{append(at[:4:4], p.Entropy, theory.Bound(at[3])), status, note}, nil
		}
	},
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
