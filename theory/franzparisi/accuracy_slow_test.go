//go:build slow

package franzparisi

import (
	"errors"
	"math"
	"testing"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/saddle"
)

// TestFPAccuracy: over the whole range that is promised, d from 1e-4 to 0.49, α from
// 0.05 to 0.82, κ̃ from 0 to κ_max, the entropy is the integral of the slope, which
// another formula gives, counted from the maximum, where it is φ_RS. Five points integrate
// the slope over a piece to 1e-11. Where there is no saddle point, the distance lies below d_c or in its window.
func TestFPAccuracy(t *testing.T) {
	worst, points := 0.0, 0
	for _, alpha := range []float64{0.05, 0.2, 0.5, 0.7, 0.82} {
		top, err := theory.KappaMax(alpha)
		if err != nil {
			t.Fatal(err)
		}
		rs := mustReference(t, alpha, 0)
		for _, part := range []float64{0, 0.01, 0.1, 0.5, 0.9, 1} {
			c := mustFP(t, alpha, part*top.Kappa, 0)
			slope := func(d float64) float64 { return c.must(t, d).Slope }
			d, ok := saddle.Root(slope, 0.1, slope(0.1), 0.4999, slope(0.4999), 1e-12)
			if !ok {
				t.Fatalf("alpha = %v, kappa_ref = %v: no maximum", alpha, part*top.Kappa)
			}
			from, to, ended := c.Ends()
			for _, toward := range []float64{1e-4, 0.49} {
				sum, at := rs.Entropy, d
				for at != toward {
					next := max(at/1.25, toward)
					if toward > d {
						next = min(at+0.03, toward)
					}
					if ended && toward < d { // p → 1, where the slope is singular
						if next = max(next, to+0.7*(at-to)); next < to*1.02 {
							break
						}
					}
					rule := gauss.Legendre(5, 0, 1)
					for i, x := range rule.X {
						sum += rule.W[i] * (next - at) * slope(at+x*(next-at))
					}
					at = next
					p := c.must(t, at)
					points++
					miss := math.Abs(p.Entropy - sum)
					worst = max(worst, miss)
					if miss > 1e-8 {
						t.Errorf("alpha = %v, kappa_ref = %v, d = %v: entropy %.12f, from the slope %.12f", alpha, c.Reference.Kappa, at, p.Entropy, sum)
					}
				}
			}
			if ended && to > 2e-4 {
				middle := (from + to) / 2
				if _, err := c.At(middle); !errors.Is(err, theory.ErrEnds) {
					t.Errorf("alpha = %v, kappa_ref = %v, d = %v between %v and %v: %v", alpha, c.Reference.Kappa, middle, from, to, err)
				}
			}
		}
	}
	t.Logf("%d points, worst %.2g", points, worst)
}
