package gauss

import (
	"math"
	"slices"
	"testing"

	"fbp/internal/slow"
)

// TestBivariate: P(X > a, Y > b) is ∫_a^∞ dx G(x) H((b − ρx)/√(1−ρ²)), in units of its largest term, where both are as rare
// as 1e-30 too. For ρ < 0 the angle's integral cancels what is independent.
//
// Check: tails of two correlated normals | integral over one of them | 1e-12 of the tails, of their product for ρ < 0
func TestBivariate(t *testing.T) {
	for _, rho := range slow.Some(4, []float64{0, -0.999, 0.3, 0.9999, -0.7, -0.3, 0.7, 0.96}) {
		p, rest := NewBivariate(rho), math.Sqrt(1-rho*rho)
		for _, a := range []float64{-8, -3, -0.5, 0, 1, 4, 7.5} {
			for _, b := range []float64{-9.5, -2, 0, 0.7, 3, 7.4} {
				exponent := func(x float64) float64 { return -x*x/2 + LogH((b-rho*x)/rest) }
				edges := Around(b/rho, rest)
				for x := a; x < a+20; x += 0.1 {
					edges = append(edges, x)
				}
				slices.Sort(edges)
				edges = slices.DeleteFunc(slices.Compact(edges), func(x float64) bool { return !(x >= a && x < a+20) })
				rule, most := Legendre(12, edges...), math.Inf(-1)
				for _, x := range rule.X {
					most = max(most, exponent(x))
				}
				if rho < 0 {
					most = max(most, LogH(a)+LogH(b))
				}
				want := rule.Sum(func(x float64) float64 { return math.Exp(exponent(x)-most) / math.Sqrt(2*math.Pi) })
				scale := want
				if rho < 0 {
					scale = 1
				}
				if got := p.Above(-most, a, b); !(math.Abs(got-want) < 1e-12*scale+1e-15) {
					t.Errorf("ρ = %v: e^%.4g P(X > %v, Y > %v) = %v, want %v", rho, -most, a, b, got, want)
				}
			}
		}
	}
}

// What is far below all others is zero, also where it has no logarithm.
func TestBivariateLimits(t *testing.T) {
	p := NewBivariate(0.5)
	for _, c := range [][4]float64{
		{0, math.Inf(-1), math.Inf(-1), 1}, {0, math.Inf(-1), 0.3, H(0.3)}, {0, 0, 0, 1.0 / 3}, {0, 40, 0, 0}, {0, 0, 40, 0}, {-40, 0, 0, 0},
	} {
		if got := p.Above(c[0], c[1], c[2]); math.Abs(got-c[3]) > 1e-15 {
			t.Errorf("Above(%v, %v, %v) = %v, want %v", c[0], c[1], c[2], got, c[3])
		}
	}
	if got, want := ScaledH(800, 40), math.Exp(800+LogH(40)); math.Abs(got/want-1) > 1e-12 {
		t.Errorf("e^800 H(40) = %v, want %v", got, want)
	}
}
