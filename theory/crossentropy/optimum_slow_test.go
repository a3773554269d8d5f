//go:build slow

package crossentropy

import (
	"errors"
	"math"
	"testing"

	"fbp/loss"
	"fbp/theory"
)

// TestBestGamma: the entropy is lower on both sides of the optimum, at both distances of
// PNAS 117, 161 (2020), Fig. 4.
//
// Check: γ of most solutions around minima of the cross-entropy (slow) | the trapezoidal rule in a separate
// program | 1e-6
func TestBestGamma(t *testing.T) {
	for _, d := range []float64{0.005, 0.02} {
		best, err := BestGamma(0.4, d)
		if err != nil {
			t.Fatal(err)
		}
		for _, factor := range []float64{0.5, 0.9, 1.1, 2} {
			l := loss.CrossEntropy{Gamma: best.Gamma * factor}
			p, err := Star(l, 0.4)
			f := surroundings(t, l, p, err)(d)
			if n := f.Entropy - f.Bound; !(n < best.Normalized) {
				t.Errorf("d = %v: %.12g at %v times γ = %v, %.12g there", d, n, factor, best.Gamma, best.Normalized)
			}
		}
		if d == 0.02 && math.Abs(best.Normalized+0.0011884) > 1e-6 {
			t.Errorf("normalized %v", best.Normalized)
		}
	}
}

// TestBestGammaAmongMaxima: where β* changes from one condition to the other it is exactly that
// γ, which a separate program finds by the trapezoidal rule; of two equal maxima it is the
// smaller γ, as parabolas of several widths have it, and the entropy there is that of all
// solutions; close to the bound, and where the entropy is largest at an end of the range, there
// is none.
func TestBestGammaAmongMaxima(t *testing.T) {
	for _, c := range []struct {
		alpha, d, gamma, within float64
		err                     error
	}{
		{0.6, 0.1, 1.62527743, 1e-6, nil},
		{0.6, 0.25, 0.2153052, 1e-4, nil}, // and 3.889095
		{0.3, 0.3, 0.4480881, 1e-4, nil},
		{0.4, 0.4, 0, 0, ErrAtEnd},
		{0.1, 0.02, 0, 0, ErrNearBound},
	} {
		best, err := BestGamma(c.alpha, c.d)
		if !errors.Is(err, c.err) || !(math.Abs(best.Gamma-c.gamma) <= c.within*c.gamma) {
			t.Errorf("α = %v, d = %v: γ = %.9g, %v; want %v, %v", c.alpha, c.d, best.Gamma, err, c.gamma, c.err)
		}
		if c.d == 0.25 {
			all, err := theory.RS(c.alpha, 0)
			if n := all.Entropy + c.d*math.Log(c.d) + (1-c.d)*math.Log(1-c.d); err != nil || math.Abs(best.Normalized-n) > 1e-10 {
				t.Errorf("α = %v, d = %v: %.12g, all solutions %.12g, %v", c.alpha, c.d, best.Normalized, n, err)
			}
		}
	}
}
