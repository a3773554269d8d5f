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
