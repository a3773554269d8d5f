package gauss

import (
	"math"
	"testing"
)

var inf = math.Inf(1)

// same compares values that have to be exact, NaN and the sign of zero included.
func same(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || a == b && math.Signbit(a) == math.Signbit(b)
}

func TestSpecialValues(t *testing.T) {
	nan, zero := math.NaN(), math.Copysign(0, -1)
	for _, c := range []struct {
		name string
		f    func(float64) float64
		rows [][2]float64
	}{
		{"Exp", Exp, [][2]float64{{0, 1}, {inf, inf}, {-inf, 0}, {nan, nan}}},
		{"Expm1", Expm1, [][2]float64{{0, 0}, {zero, 0}, {inf, inf}, {-inf, -1}, {nan, nan}, {5e-324, 5e-324}}},
		{"Log", Log, [][2]float64{{1, 0}, {0, -inf}, {zero, -inf}, {inf, inf}, {-1, nan}, {-inf, nan}, {nan, nan}}},
		{"Log1p", Log1p, [][2]float64{{0, 0}, {-1, -inf}, {inf, inf}, {-2, nan}, {-inf, nan}, {nan, nan}, {5e-324, 5e-324}}},
		{"Tanh", Tanh, [][2]float64{{0, 0}, {zero, zero}, {inf, 1}, {-inf, -1}, {nan, nan}, {5e-324, 5e-324}}},
		{"Atanh", Atanh, [][2]float64{{0, 0}, {zero, zero}, {1, inf}, {-1, -inf}, {1.5, nan}, {nan, nan}, {5e-324, 5e-324}}},
		{"Erfcx", Erfcx, [][2]float64{{0, 1}, {inf, 0}, {-inf, inf}, {nan, nan}, {-26.63, inf}, {-26.7, inf}, {-27, inf}}},
		{"Erfc", Erfc, [][2]float64{{0, 1}, {inf, 0}, {-inf, 2}, {nan, nan}, {-7, 2}, {28, 0}, {1e200, 0}}},
		{"G", G, [][2]float64{{0, 1 / math.Sqrt(2*math.Pi)}, {inf, 0}, {-inf, 0}, {nan, nan}, {1e200, 0}}},
		{"H", H, [][2]float64{{0, 0.5}, {zero, 0.5}, {inf, 0}, {-inf, 1}, {nan, nan}, {1e200, 0}, {-1e200, 1}}},
		{"LogH", LogH, [][2]float64{{0, -math.Ln2}, {inf, -inf}, {-inf, 0}, {nan, nan}, {1e200, -inf}}},
		{"Mills", Mills, [][2]float64{{inf, inf}, {-inf, 0}, {nan, nan}, {1e200, 1e200}}},
		{"Log2Cosh", Log2Cosh, [][2]float64{{0, math.Ln2}, {inf, inf}, {-inf, inf}, {nan, nan}}},
		{"Sech2", Sech2, [][2]float64{{0, 1}, {inf, 0}, {-inf, 0}, {nan, nan}}},
	} {
		for _, r := range c.rows {
			got := c.f(r[0])
			ok := same(got, r[1]) || r[1] == 0 && got == 0 && r[0] != 0
			if !ok && !(math.Abs(got/r[1]-1) < 4e-16) { // irrational values: two ulps
				t.Errorf("%s(%v) = %v, want %v", c.name, r[0], got, r[1])
			}
		}
	}
}

func TestLogRatioSpecialValues(t *testing.T) {
	nan := math.NaN()
	for _, c := range [][3]float64{
		{inf, 1, -inf}, {1, inf, inf}, {-1, inf, inf}, {inf, -inf, -inf}, {inf, inf, nan},
		{-inf, -inf, 0}, {-inf, -13, 0}, {-20, -30, 0}, {3, 3, 0}, {300, 300, 0}, {1e308, 1e308, 0},
		{-inf, 1, -LogH(1)}, {1, -inf, LogH(1)}, {nan, 1, nan}, {1, nan, nan}, {nan, nan, nan}, {0, 1e200, inf},
	} {
		if got := LogRatioH(c[0], c[1]); !same(got+0, c[2]+0) {
			t.Errorf("LogRatioH(%v, %v) = %v, want %v", c[0], c[1], got, c[2])
		}
	}
}

// TestLogRatioIsTheIntegralOfMills takes the defining integral, which uses none
// of the branches of LogRatioH.
func TestLogRatioIsTheIntegralOfMills(t *testing.T) {
	for a := -8.0; a < 20; a += 0.173 {
		for _, d := range []float64{1e-6, 1e-3, 0.06, 0.07, 0.5, 2} {
			b := a + d
			want := Legendre(20, a, a+d/4, a+d/2, a+3*d/4, b).Sum(Mills)
			got := LogRatioH(a, b)
			// d itself is rounded to an ulp of a: 4e-15/1e-6 at worst
			tol := 2e-14 + 4e-15/d
			if math.Abs(got/want-1) > tol {
				t.Errorf("LogRatioH(%v, %v) = %v, integral %v", a, b, got, want)
			}
		}
	}
}

// TestLogRatioAlgebra: antisymmetric to the bit, positive, additive, and without
// a jump where one way of computing hands over to another.
func TestLogRatioAlgebra(t *testing.T) {
	for _, d := range []float64{1e-4, 0.01, closePair, math.Nextafter(closePair, 1), 0.3, 4} {
		for a := -11.9; a < 12; a += 0.0371 {
			b, c := a+d, a+3*d
			ab := LogRatioH(a, b)
			if ba := LogRatioH(b, a); !(math.Abs(ba+ab) <= 4e-16*ab) { // same terms, another order
				t.Fatalf("LogRatioH(%v, %v) = %v, reversed %v", a, b, ab, ba)
			}
			if !(ab > 0) {
				t.Fatalf("LogRatioH(%v, %v) = %v, want positive: H falls", a, b, ab)
			}
			sum, ac := ab+LogRatioH(b, c), LogRatioH(a, c)
			if math.Abs(sum-ac) > 4e-14*ac { // three errors of the documented size
				t.Fatalf("a = %v, d = %v: parts %v, whole %v", a, d, sum, ac)
			}
		}
	}
}

func TestTailIdentities(t *testing.T) {
	for x := -8.0; x < 8; x += 0.0173 {
		if s := H(x) + H(-x); math.Abs(s-1) > 3e-16 { // two roundings
			t.Fatalf("H(%v) + H(−x) = %v, want 1", x, s)
		}
		if l := LogH(x); math.Abs(Exp(l)/H(x)-1) > 2e-14 { // |ln H| ≤ 35 ulps, exponentiated
			t.Fatalf("exp LogH(%v) = %v, H = %v", x, Exp(l), H(x))
		}
		// −d ln H/dx by central differences of step 1e-3: error h⁴/30 of a fifth derivative of order one
		const h = 1e-3
		d := (8*LogRatioH(x-h, x+h) - LogRatioH(x-2*h, x+2*h)) / (12 * h)
		if m := Mills(x); math.Abs(d-m) > 1e-10*(1+m) {
			t.Fatalf("Mills(%v) = %v, slope of ln H %v", x, m, d)
		}
		if e := Erfc(x / math.Sqrt2); math.Abs(e/2-H(x)) > 2e-14*H(x) { // rounding of x/√2 times x²
			t.Fatalf("½ erfc(%v/√2) = %v, H = %v", x, e/2, H(x))
		}
	}
}

func BenchmarkLogH(b *testing.B)  { benchmark(b, LogH) }
func BenchmarkMills(b *testing.B) { benchmark(b, Mills) }
func BenchmarkH(b *testing.B)     { benchmark(b, H) }

// The ratio of a message early in a run (V ≈ 1600), and late (V ≈ 100).
func BenchmarkLogRatioHClose(b *testing.B) {
	benchmark(b, func(x float64) float64 { return LogRatioH(x, x+0.05) })
}
func BenchmarkLogRatioH(b *testing.B) {
	benchmark(b, func(x float64) float64 { return LogRatioH(x, x+0.2) })
}

// What plain package math would cost, and it has no right tail.
func BenchmarkLogRatioMath(b *testing.B) {
	benchmark(b, func(x float64) float64 {
		return math.Log(math.Erfc(x/math.Sqrt2) / math.Erfc((x+0.2)/math.Sqrt2))
	})
}

func benchmark(b *testing.B, f func(float64) float64) {
	s := 0.0
	for i := 0; i < b.N; i++ {
		s += f(float64(i&1023)*0.01 - 5)
	}
	sink = s
}
