package clusters

import (
	"math"
	"testing"

	"fbp/gauss"
	"fbp/theory/saddle"
)

// TestClusters: the averages over clusters by another rule, on both sides of the
// spread where the points are shared.
func TestClusters(t *testing.T) {
	for _, x := range []Factor{Weight{}, Pattern{0.3, 0.2}} {
		width := x.Turn().Width
		for _, sigma := range []float64{0.01 * width, 0.99 * width, 1.01 * width, 8 * width} {
			for _, m := range []float64{0.1, 1} {
				c := Average{M: m}
				c.Set(x, sigma, -2, 2)
				for _, f := range []float64{-2, -0.3, 0.31, 2} {
					sum, mean, square := 0.0, 0.0, 0.0
					rule := gauss.Legendre(16, saddle.Edges(-34, 34, 0.05)...)
					for i, z := range rule.X {
						w := rule.W[i] * math.Exp(m*(x.Log(f+sigma*z)-x.Log(f))-z*z/2) / math.Sqrt(2*math.Pi)
						slope, _ := x.Slopes(f + sigma*z)
						sum, mean, square = sum+w, mean+w*slope, square+w*slope*slope
					}
					mean /= sum
					a := c.At(f)
					log := x.Log(f) + math.Log(sum)/m
					if math.Abs(a.Log-log) > 1e-11*(1+math.Abs(log))/m || math.Abs(a.Mean-mean) > 1e-11/width || math.Abs(a.Variance-(square/sum-mean*mean)) > 1e-10/(width*width) {
						t.Errorf("%T σ = %v, m = %v, f = %v: %+v; want %v, %v, %v", x, sigma, m, f, a, log, mean, square/sum-mean*mean)
					}
				}
			}
		}
	}
}
