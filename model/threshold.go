package model

import (
	"math"

	"fbp/factorgraph"
	"fbp/internal/fault"
	"fbp/internal/traits"
)

// threshold is the output of the perceptron: Δ^μ = w·ξ^μ/√N has to exceed κ. With weights ±1
// and κ = 0 an odd N has no ties.
type threshold struct{ linearUnit }

func (threshold) validate(a *Architecture) error {
	switch {
	case a.N < 1:
		return fault.New("n", a.N, "want n >= 1")
	case !(math.Abs(a.Kappa)*math.Sqrt(float64(a.N)) < float64(a.N)):
		return ofSigns("kappa", a.Kappa, "want |kappa| < √n, the largest stability there is")
	case a.weights == BinaryWeights && a.Kappa == 0 && a.N%2 == 0:
		return ofSigns("n", a.N, "want n odd when kappa = 0, or patterns can tie; a small kappa, such as 0.001, prevents ties")
	}
	return nil
}

func (threshold) form(*Architecture) form {
	return form{total: sumOfUnits, interval: true, linear: true}
}

func (threshold) traits(a *Architecture) Traits {
	return Traits{traits.Perceptron, string(a.weights), LinearUnits, "", 1, a.Kappa}
}

func (threshold) streamKeys(a *Architecture) []any {
	if a.weights == BinaryWeights {
		return nil
	}
	return []any{"perceptron", string(a.weights)}
}

func (threshold) learned(a *Architecture) (least, most, largest int) {
	return leastAbove(a.Kappa, a.N), a.N, a.N
}

func (threshold) combination(a *Architecture, _ int, real bool) factorgraph.Combination {
	if real || a.weights == SphericalWeights {
		return &factorgraph.One{Channel: factorgraph.HalfLine{Theta: a.Kappa * math.Sqrt(float64(a.N))}}
	}
	return &factorgraph.One{Channel: factorgraph.AtLeast(leastAbove(a.Kappa, a.N))}
}

func (threshold) search(*Architecture) Search { return Search{} }

func (threshold) voters(a *Architecture) (unit, total int) { return leastAbove(a.Kappa, a.N), 1 }

// leastAbove is the smallest sum of n signs which over √n exceeds κ, by the
// comparison that counts errors.
func leastAbove(kappa float64, n int) int {
	root := math.Sqrt(float64(n))
	scale := 1 / root
	sum := n + 2*int(math.Floor(0.5*(float64(kappa*root)-float64(n)))) - 2
	for float64(sum)*scale <= kappa {
		sum += 2
	}
	return sum
}
