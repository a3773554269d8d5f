package gauss

import "math"

const (
	Ln2         = Ln2Hi                // the rounded sum Ln2Hi + Ln2Lo
	Sqrt2OverPi = 0x1.9884533d43651p-1 // √(2/π) = 2 G(0)
	invSqrt2Pi  = 0x1.9884533d43651p-2 // 1/√(2π) = G(0)
)

// G returns the normal density e^{−x²/2}/√(2π). Relative error below 4e-16 down
// to the smallest normal double, at |x| = 37.5.
func G(x float64) float64 {
	return float64(invSqrt2Pi * expMinusSquare(x, 0.5))
}

// H returns the normal tail H(x) = ∫_x^∞ G = ½ erfc(x/√2), the fraction of a unit
// Gaussian above x. Relative error below 7e-16 down to the smallest normal
// double, at x = 37.5; H(+Inf) = 0, H(-Inf) = 1.
func H(x float64) float64 {
	t := upperTail(math.Abs(x))
	if x < 0 {
		return 1 - t
	}
	return t
}

// upperTail is H for x ≥ 0.
func upperTail(x float64) float64 {
	return float64(expMinusSquare(x, 0.5) * float64(0.5*tail(x)))
}

// Mills returns the Mills ratio of the replica papers, G(x)/H(x) = −d ln H/dx:
// the mean of a unit Gaussian conditioned to lie above x. It is positive, grows
// like x + 1/x and falls like G(x) on the left. Relative error below 5e-16 for x
// ≥ 0, 8e-16 for x < 0 down to the smallest normal double, at −37.5; Mills(+Inf)
// = +Inf, Mills(-Inf) = 0.
func Mills(x float64) float64 {
	if x >= 0 {
		return Sqrt2OverPi / tail(x)
	}
	e := expMinusSquare(x, 0.5)
	return float64(invSqrt2Pi*e) / (1 - float64(e*float64(0.5*tail(-x))))
}
