package connectivity

import (
	"math"
	"testing"

	"fbp/internal/slow"
	"fbp/theory"
)

// TestCentre: with two solutions, the line between them, at the share that the way through the centre has; with
// three, an independent program (quadrature of the two stabilities below the bound in Python); zero from
// kappa_center on, and not before; the same for one as at its end.
func TestCentre(t *testing.T) {
	slow.Only(t)
	for _, c := range []struct{ alpha, kappa, path float64 }{{1, -0.5, -0.5}, {3, -0.5, -0.5}, {1, -0.3, -0.2}, {1, -0.5, 0}, {4.3, -0.5, -0.45}} {
		typ := typical(t, theory.Spherical, c.alpha, c.kappa)
		line := pair(t, typ, typ)
		for _, gamma := range []float64{0, 0.2, 0.7, 0.97, 0.999, 1} {
			length := math.Sqrt(2 * (1 + typ.Q))
			own, other := gamma+(1-gamma)/length, (1-gamma)/length
			want := line.Error(own/(own+other), c.path)
			if got := typ.Centre(2, gamma, c.path); math.Abs(got-want) > 1e-8 {
				t.Errorf("%+v, γ = %v: %.10f, want %.10f", c, gamma, got, want)
			}
		}
	}
	typ := typical(t, theory.Spherical, 1, -0.5)
	if got := typ.Centre(3, 0, -0.5); math.Abs(got-0.0055762046) > 1e-8 {
		t.Errorf("three: %.10f, want 0.0055762046", got)
	}
	for _, y := range []int{3, 5} {
		m, err := MarginsOf(1, -0.5, float64(y))
		if err != nil {
			t.Fatal(err)
		}
		beyond, before := typical(t, theory.Spherical, 1, m.Center+1e-6), typical(t, theory.Spherical, 1, m.Center-0.01)
		if e := beyond.Centre(y, 0, -0.5); e != 0 {
			t.Errorf("y = %d: %v beyond kappa_center", y, e)
		}
		if e := before.Centre(y, 0, -0.5); !(e > 0) {
			t.Errorf("y = %d: %v before kappa_center", y, e)
		}
	}
	last := 1.0
	for _, y := range []int{2, 3, 4, 6, 10} { // the more, the closer to the middle of the solutions
		e := typ.Centre(y, 0, -0.5)
		if t.Logf("y = %d: %.8f", y, e); !(e < last && e > 0) {
			t.Errorf("y = %d: %v after %v", y, e, last)
		}
		last = e
	}
}
