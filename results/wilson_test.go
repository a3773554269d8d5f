package results

import (
	"math"
	"testing"
)

// The ends of the interval are the probabilities from which k of n lies 1.96
// standard deviations away: that is its definition, and how it is tested.
func TestWilson(t *testing.T) {
	for n := 1; n <= 40; n++ {
		for k := 0; k <= n; k++ {
			low, high := Wilson(k, n)
			observed := float64(k) / float64(n)
			if !(low >= 0 && low <= observed && observed <= high && high <= 1) {
				t.Fatalf("Wilson(%d, %d) = %v, %v does not hold %v", k, n, low, high, observed)
			}
			for _, p := range []float64{low, high} {
				if p == 0 || p == 1 {
					continue
				}
				sigmas := math.Abs(observed-p) / math.Sqrt(p*(1-p)/float64(n))
				if math.Abs(sigmas-1.959964) > 1e-5 { // the digits of the quantile
					t.Errorf("Wilson(%d, %d): %v is %v standard deviations away", k, n, p, sigmas)
				}
			}
			if a, b := Wilson(n-k, n); math.Abs(a-(1-high)) > 1e-15 || math.Abs(b-(1-low)) > 1e-15 {
				t.Errorf("Wilson(%d, %d) is not that of %d mirrored", k, n, n-k)
			}
			if (low == 0) != (k == 0) || (high == 1) != (k == n) {
				t.Errorf("Wilson(%d, %d) = %v, %v: want 0 only for none, 1 only for all", k, n, low, high)
			}
		}
	}
	if low, high := Wilson(0, 0); !math.IsNaN(low) || !math.IsNaN(high) {
		t.Errorf("Wilson(0, 0) = %v, %v, want NaN", low, high)
	}
}
