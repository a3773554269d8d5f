package montecarlo

import (
	"math"

	"fbp/gauss"
)

// steepest is the slope of a potential below the margin at τ = ∞, where a caller has no wall of its own.
const steepest = 1e12

// PotentialAt is b U_τ at a distance x of a stability above the margin,
//
//	U_τ(x) = τ(1 − x^{1/τ}) for x > 0, τ(1 − x) below,
//
// which is 1 − x at τ = 1 and −ln x at τ = ∞. At b = 0 all that is learned counts alike: 0 above the margin, and τ(1 − x) below. The
// factor e^−bU of a pattern is followed from small τ to large ones by chains of flips, those of Monte Carlo and those
// that end the paths of localization. Either has a wall of its own below the margin at τ = ∞, since a field acts
// in the latter and energies are integers in the former.
func PotentialAt(b, tau, x float64) float64 {
	switch {
	case x <= 0 && b == 0:
		return float64(min(tau, steepest) * (1 - x))
	case x <= 0:
		return float64(b * min(tau, steepest) * (1 - x))
	case b == 0:
		return 0
	case math.IsInf(tau, 1):
		return -float64(b * gauss.Log(x))
	}
	return -float64(b * tau * gauss.Expm1(gauss.Log(x)/tau))
}
