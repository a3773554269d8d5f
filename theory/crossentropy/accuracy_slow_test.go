//go:build slow

package crossentropy

import (
	"math"
	"testing"
)

// TestReferenceRange compares over the range that is documented.
func TestReferenceRange(t *testing.T) {
	for _, alpha := range []float64{0.15, 0.9, 1.6} {
		for _, gamma := range []float64{0.1, 0.5, 2, 6, 10, 40, 200, 1000, math.Inf(1)} {
			for _, beta := range []float64{0.01, 0.3, 4, 40, 1000, 1e4} {
				compare(t, alpha, gamma, beta)
			}
		}
	}
}
