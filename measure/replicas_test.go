package measure_test

import (
	"math"
	"testing"

	"fbp/instances"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
)

// replicated is a solution of y replicas and two snapshots, with weights that are the
// signs of their sum in the second.
func replicated(n, y int) *model.Solution {
	rng := instances.Stream(1, "replicas")
	s := &model.Solution{Outcome: results.Solved, Numbers: []results.Quantity{{Name: "snapshots", Value: 2}}}
	for range 2 * y {
		w := make([]float64, n)
		for i := range w {
			w[i] = 1 - 2*float64(rng.IntN(2))
		}
		s.Replicas = append(s.Replicas, w)
	}
	s.Weights = make([]float64, n)
	for i := range s.Weights {
		sum := 0.0
		for _, w := range s.Replicas[y:] {
			sum += w[i]
		}
		s.Weights[i] = math.Copysign(1, sum)
	}
	return s
}

// TestReplicasStability: the rows of replicas are the mean of measurements of each, and
// those of the reference that of the signs of the sums of both snapshots.
func TestReplicasStability(t *testing.T) {
	const n, y = 33, 5
	p, s := randomProblem(t, n, 40, 0), replicated(n, y)
	b := measure.NewStability(p.Model)
	b.From, b.To = -8, 8
	density := func(s *model.Solution) (of map[float64][]float64, numbers map[string]float64) {
		of, numbers = map[float64][]float64{}, map[string]float64{}
		err := b.Measure(t.Context(), p, []*model.Solution{s}, instances.Stream(1, "coin"), func(r results.Reading) {
			switch {
			case r.Table != "stability":
				for _, q := range r.Values {
					numbers[q.Name] = q.Value
				}
			case r.At[0].Name == results.Of:
				of[r.At[0].Value] = append(of[r.At[0].Value], r.Values[0].Value)
			default:
				of[-1] = append(of[-1], r.Values[0].Value)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return of, numbers
	}
	mean := func(vectors ...[]float64) ([]float64, float64) {
		var sum []float64
		stability := 0.0
		for _, w := range vectors {
			one, numbers := density(&model.Solution{Weights: w})
			if sum == nil {
				sum = make([]float64, len(one[-1]))
			}
			for k, x := range one[-1] {
				sum[k] += x / float64(len(vectors))
			}
			stability += numbers["stability_mean"] / float64(len(vectors))
		}
		return sum, stability
	}
	first := make([]float64, n)
	for i := range first {
		sum := 0.0
		for _, w := range s.Replicas[:y] {
			sum += w[i]
		}
		first[i] = math.Copysign(1, sum)
	}
	got, numbers := density(s)
	for of, vectors := range map[float64][][]float64{results.OfReference: {first, s.Weights}, results.OfReplicas: s.Replicas} {
		want, stability := mean(vectors...)
		for k := range want {
			if math.Abs(got[of][k]-want[k]) > 1e-12 {
				t.Errorf("%v, bin %d: density %v, want %v", results.OfWord(of), k, got[of][k], want[k])
			}
		}
		name := map[float64]string{results.OfReference: "stability_mean", results.OfReplicas: "stability_mean_replicas"}[of]
		if math.Abs(numbers[name]-stability) > 1e-12 {
			t.Errorf("%s = %v, want %v", name, numbers[name], stability)
		}
	}
}

// TestReferenceTies: a tie of the replicas is decided by a coin, half of them each way.
func TestReferenceTies(t *testing.T) {
	const n = 1000
	up, down := make([]float64, n), make([]float64, n)
	for i := range up {
		up[i], down[i] = 1, -1
	}
	s := &model.Solution{Weights: up, Replicas: [][]float64{up, down, up, up}, Numbers: []results.Quantity{{Name: "snapshots", Value: 2}}}
	references, sum := s.References(instances.Stream(1, "coin")), 0.0
	for _, w := range references[0] {
		sum += w
	}
	if len(references) != 2 || &references[1][0] != &up[0] || math.Abs(sum) > 5*math.Sqrt(n) {
		t.Errorf("%d references, a sum of %v", len(references), sum)
	}
}
