package connectivity

import (
	"math"
	"testing"

	"fbp/internal/slow"
	"fbp/theory"
)

func redrawnOverlap(t *testing.T, r Redrawn, of Typical) float64 {
	t.Helper()
	p, err := r.Overlap(of)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The values at α = 0.5 are those of an independent program (quadrature in Python), as printed there.
//
// Check: overlap of typical solutions of two instances | an independent program; q of one instance and 0; α → 0, c(2/π)α | 5e-7; 1e-10; 1e-9
func TestRedrawn(t *testing.T) {
	at := typical(t, theory.Binary, 0.5, 0)
	for r, want := range map[Redrawn]float64{{Correlation: 0.9}: 0.271477, {Common: 0.9}: 0.278197} {
		if p := redrawnOverlap(t, r, at); math.Abs(p-want) > 5e-7 {
			t.Errorf("%+v: %.9f, want %v", r, p, want)
		}
	}
	for _, kappa := range slow.Some(2, []float64{-1, 0, 0.4}) {
		at := typical(t, theory.Binary, 0.3, kappa)
		const least = 1e-11 // from an end, which is a case of its own
		for r, want := range map[Redrawn]float64{
			{}: 0, {Correlation: 1}: at.Q, {Common: 1}: at.Q, {Correlation: 1, Common: 0.3}: at.Q, {Common: least}: 0, {Correlation: 1 - least}: at.Q,
		} {
			if p := redrawnOverlap(t, r, at); math.Abs(p-want) > 1e-10 {
				t.Errorf("κ = %v, %+v: %.12f, want %.12f", kappa, r, p, want)
			}
		}
	}
	// Few patterns share a part c of the fields, each of mean square G²/H² = 2/π.
	few := typical(t, theory.Binary, 1e-4, 0)
	for _, r := range []Redrawn{{Correlation: 0.3}, {Common: 0.3}, {Correlation: 0.125, Common: 0.2}} {
		want := 0.3 * 2 / math.Pi * 1e-4
		if p := redrawnOverlap(t, r, few); math.Abs(p-want) > 1e-4*want*3 {
			t.Errorf("%+v at α = 1e-4: %.9g, want %.9g", r, p, want)
		}
	}
}

// TestRedrawnRises: the overlap rises with either share, and whole patterns keep more of it than entries do, as c p < p in the covariance of what they keep.
func TestRedrawnRises(t *testing.T) {
	for _, kappa := range slow.Some(1, []float64{-0.5, 0, 0.3}) {
		at := typical(t, theory.Binary, 0.4, kappa)
		entries, patterns := 0.0, 0.0
		for k := 1; k < 10; k += 4 {
			x := float64(k) / 10
			e, p := redrawnOverlap(t, Redrawn{Correlation: x}, at), redrawnOverlap(t, Redrawn{Common: x}, at)
			if !(e > entries && p > patterns && p > e && p < at.Q) {
				t.Errorf("κ = %v at %v: %v and %v, after %v and %v", kappa, x, e, p, entries, patterns)
			}
			entries, patterns = e, p
		}
	}
}
