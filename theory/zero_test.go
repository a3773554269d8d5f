package theory

import (
	"errors"
	"math"
	"testing"

	"fbp/internal/slow"
)

// TestKappaMaxVanishes: at κ_max the entropy is zero, or there is no κ_max. With a teacher
// and α from 1.64 on the search for the zero closes on the end of the branch, where the entropy
// is 0.006 (α = 2) or 0.5 (1000); below α = 1e-7 on a saddle point that is not resolved.
func TestKappaMaxVanishes(t *testing.T) {
	slow.Only(t)
	for _, c := range []struct {
		l     Labels
		alpha float64
		zero  bool
	}{
		{Labels{}, 1e-12, false},
		{Labels{}, 1e-7, true},
		{Labels{}, 0.01, true},
		{Labels{}, 2, true},
		{Labels{}, 1e10, true},
		{Labels{Planted: true}, 1e-5, true},
		{Labels{Planted: true}, 1.3, true},
		{Labels{Planted: true}, 1.63, true},
		{Labels{Planted: true}, 1.7, false},
		{Labels{Planted: true}, 2, false},
		{Labels{Planted: true}, 1000, false},
	} {
		p, err := c.l.KappaMax(c.alpha)
		if c.zero != (err == nil) || c.zero && math.Abs(p.Entropy) > 1e-9 {
			t.Errorf("%+v, α = %v: κ_max = %v, entropy %v, %v", c.l, c.alpha, p.Kappa, p.Entropy, err)
		}
		if err != nil && !errors.Is(err, ErrNoConvergence) {
			t.Errorf("%+v, α = %v: %v", c.l, c.alpha, err)
		}
	}
}
