package montecarlo

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
)

// TestPotentialAt: a potential is continuous at the margin for b > 0, 1 − x at τ = 1 and −ln x at τ = ∞. At large
// τ it is −b ln x, with b ln² x/2τ left; 1 − x^{1/τ} would lose half of the digits there.
//
// Check: potential of Monte Carlo and localization | its limits in τ, and the first correction | 1e-9
func TestPotentialAt(t *testing.T) {
	for _, b := range []float64{0.01, 1, 2.5} {
		for _, x := range []float64{1e-6, 0.1, 0.9, 1, 3, 40} {
			log := math.Log(x)
			for _, test := range []struct{ tau, want float64 }{
				{1, b * (1 - x)}, {12, b * 12 * (1 - math.Pow(x, 1./12))}, {1e10, -b * (log + log*log/2e10)}, {math.Inf(1), -b * log},
			} {
				if got := PotentialAt(b, test.tau, x); !scalar.EqualWithinAbs(got, test.want, 1e-9*b*max(1, math.Abs(test.want))) {
					t.Errorf("b = %v, τ = %v, x = %v: %v, want %v", b, test.tau, x, got, test.want)
				}
			}
		}
		for _, tau := range []float64{1, 3, 12} {
			if above, at := PotentialAt(b, tau, 1e-300), PotentialAt(b, tau, 0); !(at == b*tau) || math.Abs(above-at) > 1e-9*at {
				t.Errorf("b = %v, τ = %v: %v above the margin, %v on it, want %v", b, tau, above, at, b*tau)
			}
			if got := PotentialAt(0, tau, 0.5); got != 0 || PotentialAt(0, tau, -0.5) != 1.5*tau {
				t.Errorf("b = 0, τ = %v: %v above the margin, %v below", tau, got, PotentialAt(0, tau, -0.5))
			}
		}
	}
}
