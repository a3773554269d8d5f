package franzparisi

import (
	"math"
	"testing"

	"fbp/internal/slow"
	"fbp/theory"
	"fbp/theory/oracle"
)

// TestSteepReference: the averages over n of 1 + T and T(1 + T), T = tanh(βr z + own n), by
// the trapezoid rule with package math, whose step 1e-3 is a tenth of the distance of the
// poles of T here.
func TestSteepReference(t *testing.T) {
	for _, c := range []struct{ qHat, r, bias float64 }{{13551, 0.7, 0}, {5000, -0.5, 0}, {5000, 0.95, 40}} {
		w := weightSide{qHat: c.qHat, bias: c.bias, sides: []float64{1, -1}}
		beta := math.Sqrt(c.qHat)
		own := beta * math.Sqrt(1-c.r*c.r)
		if 2*8*own <= mostExponent {
			t.Fatalf("%v: the fields are small", c)
		}
		for _, side := range w.sides {
			average := w.reference(c.r, side)
			for _, z := range []float64{-6, -3, -0.1, 0, 0.01, 1.5, 4, 8} {
				one, tanh := average(z)
				at := func(x float64) float64 { return math.Tanh(beta*c.r*z + side*c.bias + own*x) }
				wantOne := oracle.Trapezoid(func(x float64) float64 { return 1 + at(x) })
				wantTanh := oracle.Trapezoid(func(x float64) float64 { return at(x) * (1 + at(x)) })
				// 1e-9: e^{−2π·11}, and ten thousand roundings
				if math.Abs(one-wantOne) > 1e-9 || math.Abs(tanh-wantTanh) > 1e-9 {
					t.Errorf("%v, side %v, z = %v: %v, %v; want %v, %v", c, side, z, one, tanh, wantOne, wantTanh)
				}
			}
		}
	}
}

// TestFPFaint: around references of large margin there is a distance from which on patterns
// begin to be felt. The curve goes smoothly over into its bound there.
func TestFPFaint(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	for _, c := range slow.Some(1, []struct{ alpha, from, to float64 }{{0.005, 0.29, 0.34}, {0.006, 0.27, 0.32}}) {
		top, err := theory.KappaMax(c.alpha)
		if err != nil {
			t.Fatal(err)
		}
		curve, err := Random(c.alpha, top.Kappa, 0)
		if err != nil {
			t.Fatal(err)
		}
		last := math.Inf(1)
		for i := range 5 {
			d := c.from + float64(i)/4*(c.to-c.from)
			p, err := curve.At(d)
			if err != nil {
				t.Fatal(err)
			}
			gap := p.Entropy - p.Bound // falls from 0, by less than α ln H of the worst pattern
			if !(gap <= 1e-15 && gap > -1e-6 && gap < last+1e-15) {
				t.Errorf("alpha = %v, d = %v: φ − bound = %v after %v", c.alpha, d, gap, last)
			}
			last = gap
		}
		if !(last < -1e-12) {
			t.Errorf("alpha = %v: the patterns are not felt at d = %v", c.alpha, c.to)
		}
	}
}
