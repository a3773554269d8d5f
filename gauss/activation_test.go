package gauss_test

import (
	"math"
	"testing"

	"fbp/gauss"
)

// Check: mean, variance and slope of the activations | quadrature | 1e-14
func TestActivations(t *testing.T) {
	for name, of := range map[string]func(float64) float64{
		"sign": func(u float64) float64 { return math.Copysign(1, u) }, "erf": math.Erf, "relu": func(u float64) float64 { return max(u, 0) }, "tanh": math.Tanh,
	} {
		a := gauss.ActivationOf(name)
		if a.Name != name {
			t.Fatalf("no %s", name)
		}
		mean := gauss.Average(of, 0)
		square := gauss.Average(func(z float64) float64 { return of(z) * of(z) }, 0)
		slope := gauss.Average(func(z float64) float64 { return z * of(z) }, 0)
		for what, pair := range map[string][2]float64{"mean": {a.Mean, mean}, "variance": {a.Variance, square - mean*mean}, "slope": {a.Slope, slope}, "a": {a.Linear(), slope / math.Sqrt(square-mean*mean)}} {
			if !(math.Abs(pair[0]-pair[1]) <= 1e-14) {
				t.Errorf("%s of %s: %v, by quadrature %v", what, name, pair[0], pair[1])
			}
		}
		for _, u := range []float64{-3, -0.2, 0, 1e-3, 0.7, 5} {
			if got := a.Of(u); math.Abs(got-of(u)) > 1e-15 {
				t.Errorf("%s(%v) = %v, want %v", name, u, got, of(u))
			}
		}
	}
	if n := len(gauss.Activations); n != 4 {
		t.Errorf("%d activations, 4 are looked at", n)
	}
}
