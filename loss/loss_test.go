package loss

import (
	"math"
	"testing"
)

// TestDerivatives compares f' and f” with differences of f and f', and f with its bend
// at the two sides of kinks.
func TestDerivatives(t *testing.T) {
	const h = 1e-5 // central differences, error h² = 1e-10 times γ² of the third derivative
	for _, l := range []Loss{CrossEntropy{0.5}, CrossEntropy{3}, CrossEntropy{math.Inf(1)}, Hinge{0.3}, Quadratic{0.2}, Square{0.2}, Errors{0.1}} {
		at, _ := l.Bend()
		for _, x := range []float64{-30, -2, -0.4, at - 0.01, at + 0.01, 0.05, 0.7, 3, 25} {
			_, slope, curvature := l.At(x)
			up, slopeUp, _ := l.At(x + h)
			down, slopeDown, _ := l.At(x - h)
			if d := (up - down) / (2 * h); math.Abs(d-slope) > 1e-8 {
				t.Errorf("%v at %g: f' = %g, differences %g", l, x, slope, d)
			}
			if d := (slopeUp - slopeDown) / (2 * h); math.Abs(d-curvature) > 1e-8 {
				t.Errorf("%v at %g: f'' = %g, differences %g", l, x, curvature, d)
			}
		}
	}
}

// TestCrossEntropy: f(−x) = f(x) + x, far from 0 too, f(0) = ln 2/2γ, and the paper's form
// −x/2 + ln(2cosh γx)/2γ.
func TestCrossEntropy(t *testing.T) {
	for _, gamma := range []float64{0.5, 2, 40} {
		c := CrossEntropy{gamma}
		for _, x := range []float64{0, 1e-3, 0.2, 1, 8} {
			f, slope, curvature := c.At(x)
			g, slope2, curvature2 := c.At(-x)
			if math.Abs(g-f-x) > 1e-14*(1+x) || math.Abs(slope+slope2+1) > 1e-15 || curvature != curvature2 {
				t.Errorf("γ = %g, x = %g: (%g, %g, %g) and (%g, %g, %g)", gamma, x, f, slope, curvature, g, slope2, curvature2)
			}
			if want := -x/2 + (gamma*x+math.Log1p(math.Exp(-2*gamma*x)))/(2*gamma); math.Abs(f-want) > 1e-15 {
				t.Errorf("γ = %g, x = %g: f = %g, want %g", gamma, x, f, want)
			}
		}
		if f, _, _ := c.At(345 / gamma); !(f > 0 && f < 1e-298) {
			t.Errorf("γ = %g: far above f = %g, want e^{−690}/2γ", gamma, f)
		}
	}
}
