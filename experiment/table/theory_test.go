package table

import (
	"math"
	"testing"
)

// TestControlsOfEqualSamples: controls that vary by rounding alone, as those of symmetric perceptrons, remove nothing.
func TestControlsOfEqualSamples(t *testing.T) {
	s := []float64{0.1, 0.2, 0.4}
	if x, _, ok := controlled(s, []float64{1e-3, 1e-3, 1e-3 + 3e-17}); ok {
		t.Errorf("%v, want nothing", x)
	}
	if x, _, ok := controlled(s, []float64{-1e-3, 1e-3, 3e-3}); !ok || math.Abs(x-0.158333) > 1e-5 {
		t.Errorf("%v, %v", x, ok)
	}
}
