package kern

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/gauss"
)

// TestThrough compares with the logarithm of 1 + (1−A)(1−B)/(A+B), which keeps
// what the two terms of N/D − 1 lose, in functions good to an ulp.
func TestThrough(t *testing.T) {
	worst := 0.0
	for _, gamma := range []float64{0, 1e-3, 0.01, 0.1, 0.3, 0.5, 1, 2, 3, 10, 20, 100, 311} {
		a := gauss.Exp(-2 * gamma)
		for x := 0.0; x < 400; x += 0.001 + x/1000 {
			b := gauss.Exp(-2 * x)
			want := 0.5 * gauss.Log1p((1-a)*(1-b)/(a+b))
			got := Through(x, a)
			worst = max(worst, math.Abs(got-want)/max(1, want))
			if got < 0 || Through(-x, a) != -got {
				t.Fatalf("%v ⊛ %v = %v, not odd", gamma, x, got)
			}
		}
	}
	t.Logf("error %.1e", worst)
	if worst > 5e-16 { // a rounding each of B, N, D, their ratio and the result
		t.Errorf("error %.1e", worst)
	}
}

func TestThroughLimits(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range [][3]float64{ // x, A, γ ⊛ x
		{3, 0, 3}, {-3, 0, -3}, {inf, 0, inf}, {3, 0x1p-901, 3},
		{0, 0.3, 0}, {5e-324, 0.3, 0}, {3, 1, 0}, {-inf, 1, 0}, {nan, 0.5, nan}, {nan, 0, nan},
		{inf, gauss.Exp(-4), 2}, {-1e300, gauss.Exp(-4), -2}, {1e300, gauss.Exp(-600), 300}, {290, gauss.Exp(-622), 290},
	} {
		if got := Through(c[0], c[1]); !scalar.EqualWithinAbsOrRel(got, c[2], 1e-15, 1e-15) && !sameBits(got, c[2]) {
			t.Errorf("Through(%v, %v) = %v, want %v", c[0], c[1], got, c[2])
		}
	}
}

// TestStar: the row is the function, weight by weight.
func TestStar(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		for _, n := range lengths {
			for _, decay := range []float64{0, 1e-271, 1e-3, 0.4, 1} {
				r, u := newRow(n, 2), make([]float64, n)
				Star(u, r.h, r.u, decay, 19)
				for i, got := range u {
					if want := Through(19*Through(r.h[i]-r.u[i], decay), decay); !sameBits(got, want) {
						t.Fatalf("n %d, decay %g: element %d is %v, want %v", n, decay, i, got, want)
					}
				}
			}
		}
	})
}
