package symmetric

import (
	"fmt"
	"math"

	"fbp/theory"
)

// Entropy returns the entropy per weight of the solutions of a symmetric binary perceptron
// that has to satisfy |w·ξ^μ/√N| ≤ κ for αN random patterns,
//
//	φ = ln 2 + α ln P₁(κ),   P₁(κ) = P(|x| ≤ κ) = erf(κ/√2),   x normal.
//
// It is the logarithm of the mean number of solutions, which is that of typical instances
// as well: the ratio of the second moment to the square of the first stays finite (Aubin,
// Perkins and Zdeborová, J. Phys. A 52, 294003 (2019)). It is negative beyond Capacity. Accurate to
// 1e-14 relative to α. The error wraps theory.ErrDomain unless α ≥ 0 and κ > 0 are finite.
func Entropy(alpha, kappa float64) (float64, error) {
	if !(alpha >= 0 && kappa > 0) || math.IsInf(alpha, 0) || math.IsInf(kappa, 0) {
		return 0, fmt.Errorf("symmetric: Entropy(alpha = %v, kappa = %v): want finite alpha ≥ 0 and kappa > 0: %w", alpha, kappa, theory.ErrDomain)
	}
	return math.Ln2 + alpha*logInside(kappa), nil
}

// Capacity returns the α at which Entropy vanishes,
//
//	α_c = −ln 2/ln P₁(κ),
//
// 1.8158752 at κ = 1; infinite where P₁ is 1 to all digits, from κ = 39 on. The error wraps
// theory.ErrDomain unless κ > 0 is finite.
func Capacity(kappa float64) (float64, error) {
	if !(kappa > 0) || math.IsInf(kappa, 0) {
		return 0, fmt.Errorf("symmetric: Capacity(kappa = %v): want finite kappa > 0: %w", kappa, theory.ErrDomain)
	}
	return math.Ln2 / -logInside(kappa), nil
}

// logInside is ln P₁(κ), without cancellation at either end.
func logInside(kappa float64) float64 {
	if kappa < 1 {
		return math.Log(math.Erf(kappa / math.Sqrt2))
	}
	return math.Log1p(-math.Erfc(kappa / math.Sqrt2))
}
