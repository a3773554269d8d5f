package franzparisi

import (
	"math"
	"testing"

	"fbp/internal/slow"
	"fbp/theory"
)

// TestFrozenReferences: around references with q → 1, half of which are at their margin whatever
// their field. The entropies are of an independent program (quadrature in Python over field, stability of the
// reference and noise; no density of ω), at order parameters where they are stationary to 1e-8; they agree to 1e-10 of their size.
func TestFrozenReferences(t *testing.T) {
	slow.Only(t)
	for _, c := range []struct{ alpha, kappaRef, kappa, d, want float64 }{
		{1, 0, -1, 0.1, -0.5272525903218316},
		{1.99, 0, -1, 0.05, -0.8425488216168361},
		{1.99, 0, -1, 0.1, -0.5741183633207215},
		{1.99, 0, -1, 0.2, -0.3985280283329606},
		{1.99, 0, -1, 0.5, -0.3947738846617776},
		{1.99, 0, 0, 1e-4, -5.453360133299128},
		{1.99, 0, 0, 0.01, -5.474408216673169},
		{1.97, 0, -0.3, 0.3, -1.3499189503983728},
		{3, -0.27, -0.5, 0.02, -1.5827110352711076},
	} {
		curve, err := OfCommittee(theory.Committee{Weights: theory.Spherical, Activation: theory.Linear}, c.alpha, c.kappaRef, c.kappa)
		if err != nil {
			t.Fatal(err)
		}
		p, err := curve.At(c.d)
		if err != nil || math.Abs(p.Entropy-c.want) > 1e-10*max(1, math.Abs(c.want)) {
			t.Errorf("%+v: %v, %v", c, p.Entropy, err)
		}
	}
}

// TestSphereCloseBy: near the reference entropies of spherical weights keep their digits. There
// φ minus that of all weights is −c√d: patterns whose stability is below √d matter.
func TestSphereCloseBy(t *testing.T) {
	curve, err := OfCommittee(theory.Committee{Weights: theory.Spherical, Activation: theory.Linear}, 1, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	last := math.NaN()
	for _, d := range []float64{1e-8, 1e-10, 1e-12} {
		p, err := curve.At(d)
		c := (p.Entropy - p.Bound) / math.Sqrt(d)
		if err != nil || math.Abs(c/last-1) > 1e-3 {
			t.Errorf("d = %v: φ = bound %+v √d after %v, %v", d, c, last, err)
		}
		last = c
	}
}

// TestNoFalsePointsCloseBy: close to a reference of too small a margin there are no solutions, and
// the branch has ended: p → 1. That is not p = t1², which it was taken for, with entropies of
// −400.
func TestNoFalsePointsCloseBy(t *testing.T) {
	slow.Only(t)
	for _, c := range []struct {
		activation      theory.Activation
		alpha, kappaRef float64
	}{
		{theory.Linear, 0.5683572617800159, -1.6548401924364486},
		{theory.ReLU, 0.012216373003394577, -1.5794831199233825},
	} {
		curve, err := OfCommittee(theory.Committee{Weights: theory.Spherical, Activation: c.activation}, c.alpha, c.kappaRef, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range []float64{2e-5, 2.8e-5, 2.92e-5, 4e-5, 5.7e-5} {
			p, err := curve.At(d)
			if s2 := p.P - (1-2*d)*(1-2*d); err == nil && math.Abs(s2/p.PHat/(1-p.P)/(1-p.P)-1) > 1 {
				t.Errorf("%+v, d = %v: p − t1² = %v, p̂ = %v, φ = %v", c, d, s2, p.PHat, p.Entropy)
			}
		}
	}
}
