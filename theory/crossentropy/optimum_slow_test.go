//go:build slow

package crossentropy

import (
	"math"
	"testing"

	"fbp/loss"
)

// TestBestGamma: the entropy is lower on both sides of the optimum, at both distances of
// PNAS 117, 161 (2020), Fig. 4.
func TestBestGamma(t *testing.T) {
	for _, d := range []float64{0.005, 0.02} {
		best, err := BestGamma(0.4, d)
		if err != nil {
			t.Fatal(err)
		}
		for _, factor := range []float64{0.5, 0.9, 1.1, 2} {
			l := loss.CrossEntropy{Gamma: best.Gamma * factor}
			p, err := Star(l, 0.4)
			f := surroundings(t, l, p, err)(d)
			if n := f.Entropy - f.Bound; !(n < best.Normalized) {
				t.Errorf("d = %v: %.12g at %v times γ = %v, %.12g there", d, n, factor, best.Gamma, best.Normalized)
			}
		}
		if d == 0.02 && math.Abs(best.Normalized+0.0011884) > 1e-6 {
			t.Errorf("normalized %v", best.Normalized)
		}
	}
}
