package saddle

import (
	"math"
	"testing"
)

// TestChebyshev: a polynomial of the degree is its own, at the points too, and a smooth function
// is interpolated to rounding.
func TestChebyshev(t *testing.T) {
	c := NewChebyshev(20)
	var w [21]float64
	for name, f := range map[string]func(float64) float64{
		"x^20":     func(x float64) float64 { return math.Pow(x, 20) },
		"e^x":      math.Exp,
		"1/(9+x²)": func(x float64) float64 { return 1 / (9 + x*x) },
	} {
		var values []float64
		for _, x := range c.Points {
			values = append(values, f(x))
		}
		for _, x := range append(c.Points, -0.999, -0.3, 0.1234, 0.87) {
			if got := Dot(c.Weights(x, w[:]), values); math.Abs(got-f(x)) > 4e-15 {
				t.Errorf("%s at %v: %v, want %v", name, x, got, f(x))
			}
		}
	}
}
