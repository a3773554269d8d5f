package experiment

import (
	"math"
	"math/rand/v2"
	"testing"

	"fbp/dynamics"
	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
	"fbp/theory"
)

// TestTypicalSolutionsOfSphere: solutions that Monte Carlo on the sphere draws have the overlap q,
// the mean stability ∫Dz [√q z + √(1−q) h(y)] and the fraction of patterns within 0.1 of the
// margin of replica symmetry, at margins of either sign; and the density P(κ) at the margin, that this
// fraction counts, is the slope of its entropy, dS/dκ = −α P(κ).
func TestTypicalSolutionsOfSphere(t *testing.T) {
	slow.Only(t)
	const n, searches, width = 101, 4, 0.1
	samples := 6
	if slow.All {
		samples = 10
	}
	for _, c := range slow.Some(1, []struct{ alpha, kappa float64 }{{1, -0.5}, {1, 0}}) {
		m := model.NewSphericalPerceptron(n, c.kappa)
		p := int(c.alpha * n)
		rs, err := theory.Committee{Weights: theory.Spherical}.RS(float64(p)/n, c.kappa)
		if err != nil {
			t.Fatal(err)
		}
		var overlaps, means, edges []float64
		for sample := range samples {
			d, err := instances.Random{Size: instances.Size{P: p}}.Data(t.Context(), m, 3, sample)
			if err != nil {
				t.Fatal(err)
			}
			var found [][]float64
			mean, edge := 0.0, 0.0
			for search := range searches {
				stream := func(purpose string) *rand.Rand { return instances.Stream(3, purpose, sample, search) }
				problem := &model.Problem{Model: m, Data: d, Stream: stream}
				s, err := dynamics.NewSphereMonteCarlo(m).Solve(t.Context(), problem, stream("algorithm"), func(results.Reading) {})
				if err != nil || !s.Solved() {
					t.Fatalf("%+v: %v, %v", c, s, err)
				}
				for _, u := range m.Stabilities(nil, s.Weights, d.Train) {
					mean += u / float64(p*searches)
					if u < c.kappa+width {
						edge += 1 / float64(p*searches)
					}
				}
				found = append(found, s.Weights)
			}
			overlap := 0.0
			for a, w := range found {
				for _, v := range found[:a] {
					for i := range w {
						overlap += w[i] * v[i] / (n * searches * (searches - 1) / 2)
					}
				}
			}
			overlaps, means, edges = append(overlaps, overlap), append(means, mean), append(edges, edge)
		}
		v := 2 * rs.D
		y := func(z float64) float64 { return (c.kappa - math.Sqrt(rs.Q)*z) / math.Sqrt(v) }
		mean := gauss.Average(func(z float64) float64 { return math.Sqrt(rs.Q)*z + math.Sqrt(v)*gauss.Mills(y(z)) })
		edge := gauss.Average(func(z float64) float64 {
			return -math.Expm1(gauss.LogH(y(z)+width/math.Sqrt(v)) - gauss.LogH(y(z)))
		})
		for name, x := range map[string]struct {
			got  []float64
			want float64
		}{"q": {overlaps, rs.Q}, "mean stability": {means, mean}, "at the margin": {edges, edge}} {
			got, sem := meanOf(x.got)
			if t.Logf("%+v: %s %.4f ± %.4f, replicas %.4f", c, name, got, sem, x.want); math.Abs(got-x.want) > 4*sem+1.0/n {
				t.Errorf("%+v: %s %v ± %v, replicas %v", c, name, got, sem, x.want)
			}
		}
		// the density at the margin itself, from the entropy
		const h = 1e-4
		above, _ := theory.Committee{Weights: theory.Spherical}.RS(rs.Alpha, c.kappa+h)
		below, _ := theory.Committee{Weights: theory.Spherical}.RS(rs.Alpha, c.kappa-h)
		slope := -(above.Entropy - below.Entropy) / (2 * h) / rs.Alpha
		density := gauss.Average(func(z float64) float64 { return gauss.Mills(y(z)) / math.Sqrt(v) })
		if math.Abs(slope-density) > 1e-6 {
			t.Errorf("%+v: −dS/dκ/α = %v, density at the margin %v", c, slope, density)
		}
	}
}
