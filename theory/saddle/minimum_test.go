package saddle

import (
	"math"
	"testing"
)

func TestMinimum(t *testing.T) {
	for _, at := range []float64{0, 0.3, 1} { // the ends too
		if x, least := Minimum(func(x float64) float64 { return math.Cosh(x - at) }, 0, 1, 1e-6); math.Abs(x-at) > 1e-6 || math.Abs(least-1) > 1e-11 {
			t.Errorf("minimum %v at %v, want 1 at %v", least, x, at)
		}
	}
}

// A search ends at rounding, and where an end is no number.
func TestMinimumEnds(t *testing.T) {
	parabola := func(x float64) float64 { return (x - 1e3) * (x - 1e3) }
	if x, _ := Minimum(parabola, 0, 3e3, 0); math.Abs(x-1e3) > 1e-3 {
		t.Error(x)
	}
	Minimum(parabola, 0, math.Inf(1), 1e-6)
}
