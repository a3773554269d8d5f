//go:build slow

package experiment

import (
	"math"
	"testing"

	"fbp/results"
)

// TestFractionAndEntropy: around solutions of least-action learning, which are narrow,
// (ln f)/N, f being the fraction of solutions by direct Monte Carlo, is the local entropy
// of belief propagation minus that without patterns, if the chains are long: with 17
// inputs per unit and D = 0.05 and 0.1, N times the difference is 3.9(4) with 250 steps and
// 0.5(4) with 4000, where |ln f| is about 19.
func TestFractionAndEntropy(t *testing.T) {
	const config = `
samples = 5
[model]
kind = "committee"
n = 51
hidden = 3
weights = "spherical"
[instance]
kind = "random"
alpha = 0.6
[algorithm]
kind = "lal"
[[measure]]
kind = "local_entropy"
lambda = { schedule = "exponential", steps = 30, from = 0.5, to = 40 }
[[measure]]
kind = "solved_fraction"
distances = [0.02, 0.05, 0.1]
chains = 4
[sweep]
"measure.solved_fraction.steps" = [250, 4000]
`
	p, dir := planned(t, config), t.TempDir()
	ran(t, p, Options{Dir: dir})
	above := make([][]float64, len(p.Points))
	for _, task := range p.Tasks {
		r := recordOf(t, dir, task)
		entropy, fraction := r.Readings["local_entropy"], r.Readings["solved_fraction"]
		if entropy == nil || fraction == nil {
			continue
		}
		for _, row := range fraction.Rows {
			d := float64(row[0])
			if x, ok := normalizedAt(entropy, d); ok && d > 0.04 {
				above[task.Point] = append(above[task.Point], float64(p.Points[task.Point].N)*x-float64(row[1]))
			}
		}
	}
	short, long := results.Summarize(above[0]), results.Summarize(above[1])
	t.Logf("N times the difference: %.2f ± %.2f with short chains, %.2f ± %.2f with long ones", short.Mean, short.Sem, long.Mean, long.Sem)
	if len(above[1]) < 6 || math.Abs(long.Mean) > 1.7 || short.Mean < long.Mean+1 { // 0.5 and three errors
		t.Errorf("N times the difference is %.2f ± %.2f with short chains, %.2f ± %.2f with long ones (%d numbers)",
			short.Mean, short.Sem, long.Mean, long.Sem, len(above[1]))
	}
}

// normalizedAt is the normalized entropy at a distance, on straight lines between
// couplings, where the curve reaches it.
func normalizedAt(s *results.Rows, distance float64) (float64, bool) {
	for i := 1; i < len(s.Rows); i++ {
		a, b := s.Rows[i-1], s.Rows[i]
		d0, d1, x0, x1 := float64(a[1]), float64(b[1]), float64(a[3]), float64(b[3])
		if (d0-distance)*(d1-distance) <= 0 && !math.IsNaN(x0+x1) {
			return x0 + (x1-x0)*(distance-d0)/(d1-d0), true
		}
	}
	return 0, false
}
