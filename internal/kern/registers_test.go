package kern

import (
	"math"
	"testing"
)

// TestRegisters: the loop that only some processors use gives the bits of that of the others.
func TestRegisters(t *testing.T) {
	for _, spread := range []float64{0, 1e-8, 1, 30, 1e5, math.Inf(1), math.NaN()} {
		x := append(newRow(2001, spread).h, 0, math.Copysign(0, -1), farTail, -farTail, math.Nextafter(farTail, 400))
		got, want := make([]float64, len(x)), make([]float64, len(x))
		expsRegisters(got, x)
		expsConstants(want, x)
		for i, e := range got {
			if w := want[i]; math.Float64bits(e) != math.Float64bits(w) && !(math.IsNaN(e) && math.IsNaN(w)) {
				t.Fatalf("e^−2|%g| = %x instead of %x", x[i], e, w)
			}
		}
	}
}
