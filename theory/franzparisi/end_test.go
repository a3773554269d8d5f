package franzparisi

import (
	"errors"
	"math"
	"testing"

	"fbp/theory"
)

// TestEndsWithoutSearch: where the branch is known to have ended nothing is searched for;
// elsewhere a search stops when p comes close to 1 and no solution is there.
func TestEndsWithoutSearch(t *testing.T) {
	curve, err := Random(0.5, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := curve.At(0.1); err != nil {
		t.Fatal(err)
	}
	known := curve
	known.ended = interval{0.05, 0.2}
	if _, err := known.At(0.1); !errors.Is(err, theory.ErrEnds) {
		t.Errorf("a search inside a known interval: %v", err)
	}
	f := curve.problem(1e-4) // below d_c = 4.5e-4
	asked := 0
	f.hopeless = func() bool { asked++; return true }
	if x, ok := f.solve(-1); ok || asked == 0 || x[0] > endedX0 {
		t.Errorf("solve: x0 = %v, %v, asked %d times", x[0], ok, asked)
	}
}

// TestEndsOfSphere: the branch of spherical weights ends where, with the error E(t0) =
// α⟨(κ−ω)₊²⟩ at p = 1,
//
//	1 − t1² + (t0 − q t1)²/(1−q)² = E(t0),   stationary in t0,
//
// the coefficient of 1/2(1−p) in φ_FP. Its roots d, of a double integral over the field z and the
// stability of the reference (Python, apart from this program):
func TestEndsOfSphere(t *testing.T) {
	for _, g := range []struct{ alpha, kappaRef, kappa, end float64 }{
		{0.5, 0, 0.3, 0.001433024990},
		{0.5, 0, 0.8, 0.045773213598},
		{1.5, -0.3, 0, 0.007707537984},
	} {
		curve, err := OfCommittee(theory.Committee{Weights: theory.Spherical, Activation: theory.Linear}, g.alpha, g.kappaRef, g.kappa)
		if err != nil {
			t.Fatal(err)
		}
		if m := curve.toEnd(g.end); math.Abs(m) > 1e-6 { // slopes of toEnd, ln 2 per factor of two of d, are near 1
			t.Errorf("%+v: margin %v, want 0", g, m)
		}
		if _, err := curve.At(0.9 * g.end); !errors.Is(err, theory.ErrEnds) {
			t.Errorf("%+v: below the end: %v", g, err)
		}
		if _, err := curve.At(1.1 * g.end); err != nil {
			t.Errorf("%+v: above the end: %v", g, err)
		}
	}
}

// TestNarrowReference: at κ_max of α = 0.002 and 0.003, 17.8 and 14.5, the slope at d = 0.38 was 1.5e-4
// and 8e-5 below the difference of entropies; at 0.005 (κ_max = 11.2) it agrees.
func TestNarrowReference(t *testing.T) {
	narrow, err := Random(0.003, 14.5, 0)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := narrow.At(0.38); !errors.Is(err, theory.ErrNoConvergence) {
		t.Errorf("κ̃ = 14.5: slope %v, %v", p.Slope, err)
	}
	if p, err := narrow.At(0.15); err != nil || !p.Bounded {
		t.Errorf("κ̃ = 14.5, d = 0.15: %+v, %v: patterns have no effect", p, err)
	}
	wide, err := Random(0.005, 11.2335569245, 0)
	if err != nil {
		t.Fatal(err)
	}
	const h = 1e-3
	slope := (wide.must(t, 0.38+h).Entropy - wide.must(t, 0.38-h).Entropy) / (2 * h)
	if p := wide.must(t, 0.38); math.Abs(p.Slope-slope) > 3e-6 { // h² of a third derivative
		t.Errorf("κ̃ = 11.2: slope %v, differences %v", p.Slope, slope)
	}
}
