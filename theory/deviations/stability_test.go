package deviations

import (
	"math"
	"testing"

	"fbp/theory"
	"fbp/theory/oracle"
)

// TestStabilitiesNearCapacity: the density is the integral of its definition, by halving, where H underflows at fields
// far below the margin and where the Gaussian of a stability is narrow; it is 1 in all, and ∫Dz (G/H)/√(1−q) at the margin.
func TestStabilitiesNearCapacity(t *testing.T) {
	c := theory.Committee{Weights: theory.Spherical}
	for _, alpha := range []float64{0.5, 1.6, 1.73, 1.9, 1.99} {
		p, err := c.RS(alpha, 0)
		if err != nil {
			t.Fatal(err)
		}
		s, err := TypicalStabilities(c, alpha, 0)
		if err != nil {
			t.Fatal(err)
		}
		sq, sd := math.Sqrt(p.Q), math.Sqrt(2*p.D)
		density := func(x float64) float64 {
			at := x / sq
			return oracle.Integrals(func(z float64) (v [5]float64) {
				y := (x - sq*z) / sd
				v[0] = math.Exp(-z*z/2-y*y/2-oracle.LogH(-sq*z/sd)) / (2 * math.Pi * sd)
				return v
			}, 1, 1e-11, -8, at-6*sd, at, at+6*sd, at+9)[0]
		}
		for _, x := range []float64{0, 1e-3, 0.1, 0.5, 1, 2.5} {
			if got, want := s.Density(x), density(x); !(math.Abs(got-want) < 1e-8*(1+want)) {
				t.Errorf("α = %v, stability %v: density %.10f, want %.10f", alpha, x, got, want)
			}
		}
		edge := oracle.Trapezoid(func(z float64) float64 { return oracle.Mills(-sq*z/sd) / sd })
		if got := s.Density(0); !(math.Abs(got/edge-1) < 1e-8) {
			t.Errorf("α = %v: density %.10f at the margin, want %.10f", alpha, got, edge)
		}
		all := oracle.Integrals(func(x float64) (v [5]float64) { v[0] = s.Density(x); return v }, 1, 1e-9,
			0, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.5, 1, 2, 4, 8)[0]
		if !(math.Abs(all-1) < 1e-7) {
			t.Errorf("α = %v: the density is %.10f in all", alpha, all)
		}
	}
}
