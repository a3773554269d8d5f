//go:build slow

package deviations

import (
	"math"
	"testing"

	"fbp/gauss"
)

// TestThreeUnitsPlain: a plain sum over the whole space.
func TestThreeUnitsPlain(t *testing.T) {
	const alpha, q1 = 1, 0.7
	p, err := ThreeUnits(alpha, q1)
	if err != nil {
		t.Fatal(err)
	}
	k := threeUnits{q1: q1, r: math.Sqrt(1 - q1)}
	// without order, every point by climbs from five starts
	sum := 0.0
	const h = 0.35
	lone := k.lone(p.DQ0)
	for i := -14; i <= 14; i++ {
		for j := -14; j <= 14; j++ {
			for l := -14; l <= 14; l++ {
				z := [3]float64{(float64(i) + 0.5) * h, (float64(j) + 0.3) * h, (float64(l) + 0.1) * h}
				weight := h * h * h * gauss.G(z[0]) * gauss.G(z[1]) * gauss.G(z[2])
				if weight < 1e-8 {
					continue
				}
				x := [3]float64{math.Sqrt(q1) * z[0], math.Sqrt(q1) * z[1], math.Sqrt(q1) * z[2]}
				if x[0] > 3 && x[1] > 3 { // nothing to raise
					continue
				}
				best := math.Inf(-1)
				for _, raised := range [][3]int{{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}} {
					start := x
					for n := range start {
						if raised[n] == 1 {
							start[n] = lone(x[n])
						}
					}
					// for order in climb's formulas: the smallest last
					y, s := x, start
					for a := range 2 {
						for b := range 2 - a {
							if s[b] < s[b+1] {
								s[b], s[b+1], y[b], y[b+1] = s[b+1], s[b], y[b+1], y[b]
							}
						}
					}
					v, _ := k.climb(y, s, p.DQ0)
					best = max(best, v)
				}
				sum += weight * best
			}
		}
	}
	if want := alpha*sum + q1/(1-q1+p.DQ0)/2; math.Abs(p.Normalized-want) > 2e-4 { // kinks in steps of 0.35
		t.Errorf("normalized %v, by a plain sum %v", p.Normalized, want)
	}
	if p, err := ThreeUnits(0.3, 0.95); err != nil || math.Abs(p.Normalized) > 1e-5 {
		t.Errorf("close together: %+v, %v", p, err)
	}
}
