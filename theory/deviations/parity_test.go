package deviations

import (
	"math"
	"testing"
)

// TestParity: for K → ∞ it is −α ln 2; for K = 3 it lies above, and between −α ln 2 and
// that of replicas that all have the same chance, −(α/y) ln 2, for q1 → 0 and q1 → 1; two
// replicas have their probability in closed form.
func TestParity(t *testing.T) {
	for _, y := range []float64{2, 7.5, math.Inf(1)} {
		if p, err := Parity(math.Inf(1), 0.7, 0.9, y); err != nil || math.Abs(p.Normalized+0.7*math.Ln2) > 1e-15 {
			t.Errorf("K → ∞, y = %v: %+v, %v", y, p, err)
		}
	}
	for _, c := range []struct{ q1, y, want, tolerance float64 }{
		{1e-4, 5, -math.Ln2, 1e-6},
		{1 - 1e-9, 2, -math.Ln2 / 2, 1e-3}, // corrections of order √(1−q1)
		// both right: ¼(1 + c³), c = (2/π) asin q1 the correlation of two signs
		{0.6, 2, math.Log((1+math.Pow(2/math.Pi*math.Asin(0.6), 3))/4) / 2, 1e-8},
	} {
		p, err := Parity(3, 0.3, c.q1, c.y)
		if err != nil || math.Abs(p.Normalized-0.3*c.want) > c.tolerance || p.Q0 != 0 {
			t.Errorf("q1 = %v, y = %v: %+v, %v; want %v", c.q1, c.y, p, err, 0.3*c.want)
		}
	}
}
