package connectivity

import (
	"math"
	"testing"

	"fbp/internal/slow"
	"fbp/theory"
)

// TestBarrierAtAnEnd: where a path asks for a larger margin than a solution has, the largest error
// is that of the solution itself, P(u < κ). As α → 0 u is half of a normal: erf(κ/√2).
func TestBarrierAtAnEnd(t *testing.T) {
	for _, c := range slow.Some(1, []struct{ alpha, kappaA, kappaB, kappa, fraction, want float64 }{
		{1e-9, 0, 0, 1, 0, math.Erf(1 / math.Sqrt2)},
		{1e-9, 0, -0.5, 1, 1, 1 - math.Erfc(1/math.Sqrt2)/math.Erfc(-0.5/math.Sqrt2)},
		{1e-9, 0.3, 0, 0.5, 1, math.Erf(0.5 / math.Sqrt2)},
	}) {
		p := pair(t, typical(t, theory.Binary, c.alpha, c.kappaA), typical(t, theory.Binary, c.alpha, c.kappaB))
		// the fields of the solutions are of order √α
		if f, e := p.Barrier(c.kappa); f != c.fraction || math.Abs(e-c.want) > 1e-8 {
			t.Errorf("%+v: %v at %v", c, e, f)
		}
	}
}

// TestCentreOfOne: the centre of one solution is that solution.
func TestCentreOfOne(t *testing.T) {
	slow.Only(t)
	for _, at := range slow.Some(1, [][2]float64{{1, -0.5}, {1, -5}, {1e-6, -0.5}, {3, -0.5}, {1, -0.01}}) {
		m, err := MarginsOf(at[0], at[1], 1)
		if err != nil || m.Center != at[1] {
			t.Errorf("α = %v, κ = %v: %v, %v", at[0], at[1], m.Center, err)
		}
		if m, err = MarginsOf(at[0], at[1], 1+1e-9); err != nil || math.Abs(m.Center-at[1]) > 1e-8*math.Abs(at[1]) {
			t.Errorf("α = %v, κ = %v, y = 1 + 1e-9: %v, %v", at[0], at[1], m.Center, err)
		}
	}
}
