package enumeration_test

import (
	"context"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"testing"

	"fbp/enumeration"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// models are small ones of every output, in trees and with units that see all inputs; some
// have fewer weights in the first layer than are taken at a time.
func models() (list []model.Model) {
	list = []model.Model{model.NewPerceptron(3, 0), model.NewPerceptron(11, 0), model.NewPerceptron(12, 0.4),
		model.NewSymmetric(11, 1), &model.BinaryMLP{N: 3, Layers: []int{3}}, &model.BinaryMLP{N: 1, Layers: []int{3}}}
	for _, c := range []model.Committee{
		{N: 9, Hidden: 3, Output: model.MajorityOutput}, {N: 5, Hidden: 2, Layout: model.Full, Activation: model.ReLUUnits},
		{N: 15, Hidden: 3, Kappa: 0.6}, {N: 10, Hidden: 2, Output: model.ParityOutput}, {N: 9, Hidden: 9, Output: model.AtLeastOutput, Need: 4},
		{N: 12, Hidden: 2, Activation: model.ReLUUnits, Kappa: 0.2}, {N: 5, Hidden: 3, Layout: model.Full, Output: model.ParityOutput},
	} {
		if c.Weights = model.BinaryWeights; c.Layout == "" {
			c.Layout = model.Tree
		}
		list = append(list, c.Model())
	}
	return list
}

func patterns(t *testing.T, m model.Model, p, sample int) *instances.Patterns {
	t.Helper()
	if p == 0 {
		return instances.NewPatterns(m.Inputs(), 0)
	}
	d, err := (&instances.Random{Size: instances.Size{P: p}}).Data(t.Context(), m, 3, sample)
	if err != nil {
		t.Fatal(err)
	}
	return d.Train
}

// TestEveryWeight: solutions are the weights without an error, taken one by one, and without
// any the fewest errors are those of the best; counted near a solution, in pairs and in
// clusters as by definition.
//
// Check: solutions, clusters, numbers by distance and fewest errors of `"enumerate"`, all models of binary weights, N ≤ 15 | all weights one by one | every number
func TestEveryWeight(t *testing.T) {
	for _, m := range models() {
		none := false
		for _, p := range []int{0, 1, 3, 5, 12, 40} {
			train, n := patterns(t, m, p, p), m.Dim()
			if err := enumeration.Check(m); err != nil {
				t.Fatalf("%+v: %v", m, err)
			}
			set, err := enumeration.Solutions(t.Context(), m, train)
			if err != nil {
				t.Fatal(err)
			}
			var want []uint64
			fewest, best := p+1, uint64(0)
			for w := range uint64(1) << n {
				errors := m.Errors(enumeration.Weights(n, w), train)
				if errors == 0 {
					want = append(want, w)
				}
				if errors < fewest {
					fewest, best = errors, w
				}
			}
			if got := slices.Collect(set.All()); !slices.Equal(got, want) || set.Count() != len(want) {
				t.Fatalf("%+v, P %d: %d solutions, want %d", m, p, len(got), len(want))
			}
			if got, err := enumeration.Fewest(t.Context(), m, train); got != best || err != nil {
				t.Errorf("%+v, P %d: fewest errors at %b, want %b", m, p, got, best)
			}
			if none = none || len(want) == 0; 0 < len(want) && len(want) <= 512 {
				checkSet(t, set, want)
			}
		}
		if !none {
			t.Errorf("%+v: every instance has solutions", m)
		}
	}
}

// checkSet compares what is counted of a set with its definition.
func checkSet(t *testing.T, set *enumeration.Set, all []uint64) {
	t.Helper()
	const rho = 0.3
	phi, overlap, means := set.Biased(rho, all[0])
	z, dot, sum := 0.0, 0.0, make([]float64, set.N)
	pairs, densest, most := make([]int, set.N+1), uint64(0), -1
	for k, w := range all {
		around, near := make([]int, set.N+1), 0
		agree := float64(set.N - 2*bits.OnesCount64(w^all[0]))
		z, dot = z+math.Exp(rho*agree), dot+agree*math.Exp(rho*agree)
		for i, x := range enumeration.Weights(set.N, w) {
			sum[i] += x * math.Exp(rho*agree)
		}
		for j, other := range all {
			d := bits.OnesCount64(w ^ other)
			if around[d]++; j < k {
				pairs[d]++
			}
			if d <= 2 {
				near++
			}
		}
		if near > most {
			most, densest = near, w
		}
		if got := set.Around(w); !slices.Equal(got, around) {
			t.Errorf("N %d: %v solutions around %b, want %v", set.N, got, w, around)
		}
	}
	if got, err := set.Densest(t.Context(), 2); got != densest || err != nil {
		t.Errorf("N %d: densest %b, want %b", set.N, got, densest)
	}
	if got := set.Pairs(); !slices.Equal(got, pairs) {
		t.Errorf("N %d: pairs %v, want %v", set.N, got, pairs)
	}
	n := float64(set.N)
	far := max(math.Abs(phi-math.Log(z)/n), math.Abs(overlap-dot/z/n))
	for i, x := range sum {
		far = max(far, math.Abs(means[i]-x/z))
	}
	if far > 1e-12 {
		t.Errorf("N %d: φ %v and overlap %v in a field, want %v and %v", set.N, phi, overlap, math.Log(z)/n, dot/z/n)
	}
	var clusters []enumeration.Cluster
	for seen := map[uint64]bool{}; len(seen) < len(all); {
		first := all[slices.IndexFunc(all, func(w uint64) bool { return !seen[w] })]
		seen[first] = true
		cluster := []uint64{first}
		for k := 0; k < len(cluster); k++ {
			for i := range set.N {
				if w := cluster[k] ^ 1<<i; slices.Contains(all, w) && !seen[w] {
					seen[w] = true
					cluster = append(cluster, w)
				}
			}
		}
		clusters = append(clusters, enumeration.Cluster{First: first, Size: len(cluster)})
	}
	if got := clustersOf(t, set); !slices.Equal(got, clusters) {
		t.Errorf("N %d: clusters %v, want %v", set.N, got, clusters)
	}
}

func clustersOf(t *testing.T, set *enumeration.Set) (list []enumeration.Cluster) {
	t.Helper()
	if err := set.Clusters(t.Context(), func(c enumeration.Cluster) { list = append(list, c) }); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestKnownCounts: half of all weights of odd N learn one pattern, and the pairs
// of all weights lie at the distances of the binomial.
func TestKnownCounts(t *testing.T) {
	m := model.NewPerceptron(13, 0)
	for p, want := range []int{1 << 13, 1 << 12} {
		set, err := enumeration.Solutions(t.Context(), m, patterns(t, m, p, 0))
		if err != nil {
			t.Fatal(err)
		}
		if clusters := clustersOf(t, set); set.Count() != want || len(clusters) != 1 {
			t.Errorf("%d patterns: %d solutions in %d clusters, want %d in one", p, set.Count(), len(clusters), want)
		}
		if got := set.Pairs(); p == 0 && (got[1] != 13<<12 || got[2] != 13*6<<12 || got[13] != 1<<12) {
			t.Errorf("pairs of all weights: %v", got)
		}
	}
}

// TestSolve: the numbers, the readings and what is left out, with many solutions, some, and none.
func TestSolve(t *testing.T) {
	m := model.NewPerceptron(17, 0)
	for _, c := range []struct {
		patterns int
		omitted  string
		outcome  results.Status
	}{{1, "pairs", results.Solved}, {6, "", results.Solved}, {60, "entropy", results.Converged}} {
		train, rows, pairs := patterns(t, m, c.patterns, 1), 0, 0.0
		s, err := enumeration.New().Solve(t.Context(), model.NewProblem(m, &instances.Data{Train: train}, 1), nil, func(r results.Reading) {
			rows++
			x, _ := r.Value("pairs")
			pairs += x
		})
		if err != nil {
			t.Fatal(err)
		}
		_, omitted := s.Omitted[c.omitted]
		if s.Outcome != c.outcome || s.Errors != m.Errors(s.Weights, train) || omitted != (c.omitted != "") || len(s.Omitted) > 1 {
			t.Errorf("%d patterns: %v, %d errors, omitted %v", c.patterns, s.Outcome, s.Errors, s.Omitted)
		}
		count, _ := s.Number("solutions")
		entropy, _ := s.Number("entropy")
		if s.Solved() && (rows != 18 || math.Abs(entropy-math.Log(count)/17) > 1e-15) {
			t.Errorf("%d patterns: %d rows, entropy %v of %v", c.patterns, rows, entropy, count)
		}
		if total, counted := s.Number("pairs"); counted && total != pairs {
			t.Errorf("%d patterns: %v pairs, of %v", c.patterns, pairs, total)
		}
	}
}

// TestMemory: counting all weights takes what is announced, the set thrice and a number by word; and it stops when asked.
func TestMemory(t *testing.T) {
	m, none := model.NewPerceptron(23, 0), instances.NewPatterns(23, 0)
	set, err := enumeration.Solutions(t.Context(), m, none)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	clustersOf(t, set)
	runtime.ReadMemStats(&after)
	own := float64(int(1)<<23) / 8
	if took, most := own+float64(after.TotalAlloc-before.TotalAlloc), enumeration.New().About().Bytes(model.Size{Model: m}); took > most || took < most/2 {
		t.Errorf("%v bytes, announced are %v", took, most)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := set.Clusters(ctx, func(enumeration.Cluster) {}); err == nil {
		t.Error("clusters are counted on")
	}
}

// TestRefused: real weights, too many, and units of single inputs are no set of bits.
func TestRefused(t *testing.T) {
	tree := model.Committee{N: 25, Hidden: 25, Weights: model.BinaryWeights, Layout: model.Tree}
	for _, m := range []model.Model{model.NewPerceptron(33, 0), model.NewSphericalPerceptron(9, 0), tree.Model(), &model.BinaryMLP{N: 1, Layers: []int{5, 3}}} {
		if enumeration.New().Check(m) == nil {
			t.Errorf("%+v is not refused", m)
		}
	}
}

// BenchmarkEnumerate is all of 25 weights and 20 patterns.
func BenchmarkEnumerate(b *testing.B) {
	m := model.NewPerceptron(25, 0)
	d, err := (&instances.Random{Size: instances.Size{P: 20}}).Data(b.Context(), m, 3, 0)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := enumeration.New().Solve(b.Context(), model.NewProblem(m, d, 1), nil, func(results.Reading) {}); err != nil {
			b.Fatal(err)
		}
	}
}
