package bp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"fbp/bp"
	"fbp/enumeration"
	"fbp/instances"
	"fbp/internal/lives"
	"fbp/internal/slow"
	"fbp/model"
)

// At N = 15 a path is one too: NV is below End from the start, and flips alone, which anneal, have overlaps of two of 0.718, 0.561 and 0.609 here, with
// b = 1, where all solutions, most of them isolated, have 0.613, 0.469 and 0.508. Messages are approximate, by 0.04 here; of 300
// draws the error is about 0.01.
//
// Check: overlap of two solutions drawn by `"localization"`, b = 1, N = 15, isolated solutions | all of them, weighed | 0.05
func TestLocalizationOfFewWeights(t *testing.T) {
	const n, draws = 15, 300
	m := model.NewPerceptron(n, 0)
	for _, c := range slow.Some(1, []struct {
		sample, solutions, clusters int
		q                           float64
	}{{0, 92, 85, 0.613}, {70, 85, 85, 0.469}, {105, 86, 79, 0.508}}) {
		p, err := instances.Random{Size: instances.Size{P: 9}}.Patterns(n, 7, c.sample)
		if err != nil {
			t.Fatal(err)
		}
		set, err := enumeration.Solutions(t.Context(), m, p)
		if err != nil {
			t.Fatal(err)
		}
		clusters, norm, mean := 0, 0.0, make([]float64, n)
		if err := set.Clusters(t.Context(), func(enumeration.Cluster) { clusters++ }); err != nil {
			t.Fatal(err)
		}
		for bits := range set.All() {
			w, weight := enumeration.Weights(n, bits), 1.0
			for mu := range p.P {
				weight *= p.Dot(mu, w) / math.Sqrt(n)
			}
			norm += weight
			for i, x := range w {
				mean[i] += weight * x
			}
		}
		q := 0.0
		for _, x := range mean {
			q += x * x / norm / norm / n
		}
		if set.Count() != c.solutions || clusters != c.clusters || !(math.Abs(q-c.q) < 1e-3) {
			t.Fatalf("sample %d: %d solutions in %d clusters, q = %.4f", c.sample, set.Count(), clusters, q)
		}
		l := bp.NewLocalization(m)
		l.Potential = &bp.Potential{Power: 1}
		solved, sum := 0.0, make([]float64, n)
		for k := range draws {
			s, _, err := localized(t.Context(), t, m, p, l, &lives.Keeper{Source: rand.NewPCG(uint64(c.sample), uint64(k))})
			if err != nil {
				t.Fatal(err)
			}
			if s.Solved() {
				solved++
				for i, w := range s.Weights {
					sum[i] += w
				}
			}
		}
		overlap := -solved
		for _, x := range sum {
			overlap += x * x / n
		}
		overlap /= solved * (solved - 1)
		if t.Logf("sample %d: %v of %d solve, overlap %.4f, q %.4f", c.sample, solved, draws, overlap, q); !(math.Abs(overlap-q) < 0.05) {
			t.Errorf("sample %d: an overlap of %v, want %v", c.sample, overlap, q)
		}
	}
}
