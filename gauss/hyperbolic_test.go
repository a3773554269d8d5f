package gauss

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestHyperbolicIdentities(t *testing.T) {
	for x := -9.0; x <= 9; x += 0.0173 {
		m := Tanh(x)
		if Tanh(-x) != -m || Atanh(-m) != -Atanh(m) {
			t.Fatalf("x = %v: not odd", x)
		}
		// atanh magnifies the half ulp of m by 1/(1−m²)
		if err := math.Abs(Atanh(m) - x); err > 3e-16*(1/Sech2(x)+math.Abs(x)) {
			t.Errorf("atanh tanh %v off by %v", x, err)
		}
		if err := math.Abs(Sech2(x) + m*m - 1); err > 4e-16 { // three roundings near 1
			t.Errorf("sech² + tanh² − 1 = %v at %v", err, x)
		}
		// ln 2cosh x = x + ln(1 + e^{−2x}) on either side
		if err := math.Abs(Log2Cosh(x) - x - math.Log1p(math.Exp(-2*x))); err > 8e-15 { // of terms up to 18
			t.Errorf("ln 2cosh %v off by %v", x, err)
		}
		// d ln 2cosh/dx = tanh, five-point rule: error h⁴/30 × 16
		const h = 1e-3
		d := (8*(Log2Cosh(x+h)-Log2Cosh(x-h)) - (Log2Cosh(x+2*h) - Log2Cosh(x-2*h))) / (12 * h)
		if math.Abs(d-m) > 2e-12+5e-15/h {
			t.Errorf("slope of ln 2cosh at %v: %v, tanh %v", x, d, m)
		}
	}
}

// TestSech2Polarised: 4e^{−2|x|} is the whole of sech² from 20 on, where
// 1 − tanh² has no digit left.
func TestSech2Polarised(t *testing.T) {
	for _, x := range []float64{20, 40, 100, 340} {
		want := 4 * math.Exp(-2*x)
		if got := Sech2(x); math.Abs(got/want-1) > 1e-14 { // the ulps of math.Exp
			t.Errorf("Sech2(%v) = %v, want %v", x, got, want)
		}
	}
}

func TestLogExpInverse(t *testing.T) {
	for x := -700.0; x < 700; x += 0.731 {
		if got := Log(Exp(x)); math.Abs(got-x) > 3e-16*(1+math.Abs(x)) { // half an ulp of e^x and of ln
			t.Errorf("Log(Exp(%v)) = %v", x, got)
		}
		if got := Log1p(Expm1(x / 20)); x > -400 && math.Abs(got-x/20) > 1e-15*math.Exp(-math.Min(0, x/20))+1e-15*math.Abs(x) {
			t.Errorf("Log1p(Expm1(%v)) = %v", x/20, got)
		}
	}
}

func BenchmarkLog(b *testing.B)      { benchmark(b, func(x float64) float64 { return Log(x + 5.01) }) }
func BenchmarkTanh(b *testing.B)     { benchmark(b, Tanh) }
func BenchmarkAtanh(b *testing.B)    { benchmark(b, func(x float64) float64 { return Atanh(0.19 * x) }) }
func BenchmarkLog2Cosh(b *testing.B) { benchmark(b, Log2Cosh) }
func BenchmarkSech2(b *testing.B)    { benchmark(b, Sech2) }

// TestExpAndRest: its bits are those of Exp and of −Expm1, everywhere.
func TestExpAndRest(t *testing.T) {
	same := func(x float64) {
		e, rest := ExpAndRest(x)
		if math.Float64bits(e) != math.Float64bits(Exp(x)) || math.Float64bits(rest) != math.Float64bits(-Expm1(x)) {
			t.Fatalf("x = %v: %v and %v, want %v and %v", x, e, rest, Exp(x), -Expm1(x))
		}
	}
	for _, edge := range []float64{0, Ln2Hi / 2, Ln2Hi, 40, expFast, -expZero, math.Inf(1), math.NaN()} {
		for _, x := range []float64{edge, math.Nextafter(edge, 0), math.Nextafter(edge, math.Inf(1))} {
			same(x)
			same(-x)
		}
	}
	rng := rand.New(rand.NewPCG(41, 42))
	for range 1_000_000 {
		same(-math.Exp2(20*rng.Float64() - 10))
		same(math.Float64frombits(rng.Uint64()))
	}
}
