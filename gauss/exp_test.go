package gauss

import (
	"math"
	"testing"
)

func TestExpEdges(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ x, want float64 }{
		{0, 1}, {math.Copysign(0, -1), 1}, {inf, inf}, {-inf, 0},
		{709.782712893384, 1.797693134862273e+308}, {math.Nextafter(709.782712893384, inf), inf},
		{-745.1332191019411, math.SmallestNonzeroFloat64}, {-745.1332191019412, 0}, {-745.14, 0}, {1e308, inf}, {-1e308, 0},
		{5e-324, 1}, {-5e-324, 1},
	} {
		got := Exp(c.x)
		if got != c.want && math.Abs(got/c.want-1) > 1e-15 {
			t.Errorf("Exp(%v) = %v, want %v", c.x, got, c.want)
		}
	}
	if !math.IsNaN(Exp(math.NaN())) {
		t.Error("Exp(NaN) is not NaN")
	}
}

func TestExpAgainstMath(t *testing.T) {
	for x := -745.0; x < 709.7; x += 0.0137 {
		want := math.Exp(x)
		// package math promises one ulp, Exp 0.6; subnormals have one unit each
		if got := Exp(x); math.Abs(got-want) > 4e-16*want+5e-324 {
			t.Fatalf("Exp(%v) = %v, math has %v", x, got, want)
		}
	}
}

func BenchmarkExp(b *testing.B) {
	s := 0.0
	for i := 0; i < b.N; i++ {
		s += Exp(float64(i&1023)*0.03 - 15)
	}
	sink = s
}

var sink float64
