package clusters

import (
	"math"
	"math/bits"
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

// TestReplicasByEnumeration: for whole m, [2cosh(f + σz)]^m averaged over z is the sum over all configurations of m spins,
// each in the field f, with couplings σ² between all; ⟨L'⟩ is their magnetisation, its response their susceptibility. With
// N = 21 there are two million of them.
//
// Check: averages over clusters | enumeration of m = 1 to 21 replicas of a weight | 1e-12
func TestReplicasByEnumeration(t *testing.T) {
	for _, n := range []int{1, 2, 5, 21} {
		m := float64(n)
		count := make([]float64, n+1) // configurations by the number of spins −1
		for s := range 1 << n {
			count[bits.OnesCount(uint(s))]++
		}
		for _, sigma := range []float64{0.05, 0.5, 2} {
			c := Average{M: m}
			c.Set(Weight{}, sigma, -3, 3)
			for _, f := range []float64{-3, -0.4, 0, 0.7, 3} {
				exponent := func(down int) float64 {
					s := m - 2*float64(down)
					return f*s + sigma*sigma*s*s/2
				}
				most := max(exponent(0), exponent(n))
				sum, first, second := 0.0, 0.0, 0.0
				for down, k := range count {
					s := m - 2*float64(down)
					w := k * math.Exp(exponent(down)-most)
					sum, first, second = sum+w, first+w*s, second+w*s*s
				}
				first, second = first/sum, second/sum
				a := c.At(f)
				for name, v := range map[string][2]float64{
					"ln Z": {a.Log, (most + math.Log(sum)) / m}, "magnetisation": {1 + a.Mean, first / m}, "response": {a.Response(m), (second - first*first) / m},
				} {
					if math.Abs(v[0]-v[1]) > 1e-12*(1+math.Abs(v[1]))*m {
						t.Errorf("m = %d, σ = %v, f = %v: %s %v, want %v", n, sigma, f, name, v[0], v[1])
					}
				}
			}
		}
	}
}

// TestPairOfPatterns: for m = 2, H² averaged over z is the probability that two correlated normals are large.
//
// Check: averages over clusters of a pattern | bivariate normal, one and two replicas | 1e-12
func TestPairOfPatterns(t *testing.T) {
	for _, sigma := range []float64{0.01, 0.19, 0.21, 1.5} {
		const kappa, r = 0.3, 0.2
		total := math.Hypot(r, sigma)
		pair := gauss.NewBivariate(sigma * sigma / (total * total))
		for _, f := range []float64{-1, 0.2, 0.31, 2} {
			u := (kappa - f) / total
			exponent := -2 * gauss.LogH(u)
			for m, want := range map[float64]float64{1: gauss.LogH(u), 2: (math.Log(pair.Above(exponent, u, u)) - exponent) / 2} {
				c := Average{M: m}
				c.Set(Pattern{kappa, r}, sigma, -1, 2)
				if got := c.At(f).Log; math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
					t.Errorf("m = %v, σ = %v, f = %v: %v, want %v", m, sigma, f, got, want)
				}
			}
		}
	}
}
