package saddle

import (
	"math"
	"testing"
)

// TestLogIntegral: Gaussians, whose sum is exact to e^−2π²σ²/h², from their maximum and from afar, out of the range of
// numbers too; and ∫e^{ax − e^x} dx = Γ(a), which falls differently to both sides.
func TestLogIntegral(t *testing.T) {
	for _, at := range []float64{0, 3, 70, -200} {
		for _, top := range []float64{0, -5000, 5000} {
			got := LogIntegral(func(x float64) float64 { return top - (x-at)*(x-at)/2 }, 0, 0.5)
			if want := top + math.Log(2*math.Pi)/2; math.Abs(got-want) > 1e-13*(10+math.Abs(want)) {
				t.Errorf("maximum %v at %v: %v, want %v", top, at, got, want)
			}
		}
	}
	for _, a := range []float64{0.3, 2, 50} {
		want, _ := math.Lgamma(a)
		if got := LogIntegral(func(x float64) float64 { return a*x - math.Exp(x) }, 0, 0.1); math.Abs(got-want) > 1e-12*(10+math.Abs(want)) {
			t.Errorf("ln Γ(%v) = %v, want %v", a, got, want)
		}
	}
}

// TestTrapezoid: two maxima, the other of which is as far as is asked; integrands that are NaN, or never fall, end.
func TestTrapezoid(t *testing.T) {
	two := func(x float64) float64 { return max(-(x-40)*(x-40)/2, -(x+40)*(x+40)/2) }
	for far, want := range map[float64]float64{0: 1, 81: 2} {
		sum := 0.0
		for _, e := range Trapezoid(two, 40, 0.5, far) {
			sum += 0.5 * math.Exp(e)
		}
		if math.Abs(sum/math.Sqrt(2*math.Pi)-want) > 1e-13 {
			t.Errorf("at least %v far: %v, want %v", far, sum/math.Sqrt(2*math.Pi), want)
		}
	}
	for name, f := range map[string]func(x float64) float64{
		"NaN":        func(float64) float64 { return math.NaN() },
		"NaN beyond": func(x float64) float64 { return -x * x / 2 / (1 - max(math.Inf(1)*(x-3), 0)) },
		"no maximum": func(x float64) float64 { return x },
		"flat":       func(float64) float64 { return 0 },
		"nothing":    func(float64) float64 { return math.Inf(-1) },
	} {
		calls := 0
		got := LogIntegral(func(x float64) float64 { calls++; return f(x) }, 0, 0.5)
		if !math.IsNaN(got) || calls > 2*trapezoidSteps+2 {
			t.Errorf("%s: %v after %d calls", name, got, calls)
		}
	}
}
