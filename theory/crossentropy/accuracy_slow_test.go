//go:build slow

package crossentropy

import (
	"math"
	"testing"
)

// TestReferenceRange compares over the range that is documented: every pair of α and γ, of α
// and β, and of γ and β.
func TestReferenceRange(t *testing.T) {
	alphas := []float64{0.15, 0.9, 1.6}
	for i, gamma := range []float64{0.1, 0.5, 2, 6, 10, 40, 200, 1000, math.Inf(1)} {
		for k, beta := range []float64{0.01, 0.3, 4, 40, 1000, 1e4} {
			compare(t, alphas[(i+k)%len(alphas)], gamma, beta)
		}
	}
}
