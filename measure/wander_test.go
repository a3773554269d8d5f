package measure

import (
	"math"
	"slices"
	"testing"

	"fbp/enumeration"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// TestWanderIsUniform: the walk visits the cluster that enumeration finds around its start, every solution of
// it alike and nothing else.
//
// Check: visits of `"wander"`, N = 13 and 15, perceptron, committee and parity machine | the cluster that enumeration finds | every solution, χ² of their counts
func TestWanderIsUniform(t *testing.T) {
	tree := &model.Committee{N: 15, Hidden: 3, Layout: model.Tree, Weights: model.BinaryWeights}
	machine := *tree
	machine.Output = model.ParityOutput
	for _, m := range []model.Model{model.NewPerceptron(13, 0), tree.Model(), machine.Model()} {
		d, err := (&instances.Random{Size: instances.Size{P: 5}}).Data(t.Context(), m, 4, 1)
		if err != nil {
			t.Fatal(err)
		}
		set, err := enumeration.Solutions(t.Context(), m, d.Train)
		if err != nil {
			t.Fatal(err)
		}
		var largest enumeration.Cluster
		err = set.Clusters(t.Context(), func(c enumeration.Cluster) {
			if c.Size > largest.Size {
				largest = c
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		w := NewWander(m)
		from := enumeration.Weights(m.Dim(), largest.First)
		move, err := w.mover(&model.Problem{Model: m, Data: d}, from, instances.Stream(1, "wander"))
		if err != nil {
			t.Fatal(err)
		}
		const visits, apart = 50, 10
		counts, at := map[uint64]int{}, newWalked(from)
		for range visits * largest.Size {
			for range apart {
				at.sweep(move)
			}
			var w uint64 // the weights by their signs
			for i, x := range at.weights {
				if x < 0 {
					w |= 1 << i
				}
			}
			counts[w]++
		}
		square := 0.0
		for _, n := range counts {
			square += float64(n-visits) * float64(n-visits) / visits
		}
		degrees := float64(largest.Size - 1)
		t.Logf("%+v: %d solutions, χ² %.1f", m, largest.Size, square)
		if largest.Size < 10 || len(counts) != largest.Size || math.Abs(square-degrees) > 5*math.Sqrt(2*degrees) {
			t.Errorf("%+v: %d of %d solutions, χ² %.1f", m, len(counts), largest.Size, square)
		}
	}
}

// TestWanderOnSpheres: with one pattern the walk is uniform on half of a sphere, where in three dimensions all cosines are
// alike; and committees make no error on the way.
func TestWanderOnSpheres(t *testing.T) {
	one := model.NewSphericalPerceptron(3, 0)
	p := instances.NewPatterns(3, 1)
	w := NewWander(one)
	from := []float64{1, 1, 1}
	move, err := w.mover(&model.Problem{Model: one, Data: instances.Learning(p)}, from, instances.Stream(2, "wander"))
	if err != nil {
		t.Fatal(err)
	}
	at, mean, square := newWalked(from), 0.0, 0.0
	at.widest = 0.5
	const times = 20000
	for range times {
		for range 5 {
			at.sweep(move)
		}
		x := cosine(at.weights, []float64{1, 1, 1})
		mean += x / times
		square += x * x / times
	}
	if math.Abs(mean-0.5) > 0.015 || math.Abs(square-1.0/3) > 0.015 { // five errors, if every fourth is independent
		t.Errorf("cosines: mean %.4f, of their squares %.4f; want 1/2 and 1/3", mean, square)
	}
	for _, layout := range []string{model.Tree, model.Full} {
		c := &model.Committee{N: 15, Hidden: 3, Layout: layout, Weights: model.SphericalWeights}
		m := c.Model().(*model.Architecture)
		d, err := instances.Teacher{Size: instances.Size{P: 20}}.Data(t.Context(), m, 3, 0)
		if err != nil {
			t.Fatal(err)
		}
		from := slices.Clone(d.Teacher)
		move, err := NewWander(m).mover(&model.Problem{Model: m, Data: d}, from, instances.Stream(4, "wander"))
		if err != nil {
			t.Fatal(err)
		}
		at := newWalked(from)
		at.widest = move.(*turns).widest(from)
		for range 100 {
			if at.sweep(move); m.Errors(at.weights, d.Train) > 0 {
				t.Fatalf("%s: %d errors after %d sweeps", layout, m.Errors(at.weights, d.Train), at.sweeps)
			}
		}
		if accepted := float64(at.accepted) / float64(100*len(from)); accepted < 0.2 || accepted > 0.7 {
			t.Errorf("%s: %.2f of the moves are accepted", layout, accepted)
		}
	}
}

// TestWanderReadings: without patterns every flip is accepted, (1 − 1/N)^(N sweeps) of the weights have not moved, and the
// overlap is (1 − 2/N)^(N sweeps); the times are those asked for.
func TestWanderReadings(t *testing.T) {
	const n = 4001
	m := model.NewPerceptron(n, 0)
	s := &model.Solution{Weights: enumeration.Weights(n, 0), Outcome: results.Solved}
	for _, c := range []struct{ asked, want []int }{{nil, []int{1, 2, 4, 5}}, {[]int{3}, []int{3}}} {
		w, read := NewWander(m), []float64(nil)
		w.Sweeps, w.Times = 5, c.asked
		if w.Check(m) != nil || w.Validate() != nil {
			t.Fatal(w.Check(m), w.Validate())
		}
		err := w.Measure(t.Context(), &model.Problem{Model: m, Data: instances.Learning(instances.NewPatterns(n, 0))}, []*model.Solution{s}, instances.Stream(5, "wander"), func(r results.Reading) {
			sweeps := r.At[0].Value
			read = append(read, sweeps)
			for k, want := range []float64{math.Exp(-2 * sweeps), math.Exp(-sweeps), 1} {
				if got := r.Values[k].Value; math.Abs(got-want) > 5/math.Sqrt(n) {
					t.Errorf("after %v sweeps: %s %v, want %v", sweeps, r.Values[k].Name, got, want)
				}
			}
		})
		if err != nil || len(read) != len(c.want) {
			t.Fatalf("read at %v, want %v: %v", read, c.want, err)
		}
		for k, time := range c.want {
			if read[k] != float64(time) {
				t.Errorf("read at %v, want %v", read, c.want)
			}
		}
	}
}

// TestWanderRefuses: times beyond the walk, and models that cannot move.
func TestWanderRefuses(t *testing.T) {
	m := model.NewPerceptron(5, 0)
	for _, times := range [][]int{{2000}, {3, 2}, {2, 2}} {
		if w := (&Wander{Sweeps: 1000, Times: times}); w.Validate() == nil {
			t.Errorf("times %v are taken", times)
		}
	}
	odd := &model.Committee{N: 6, Hidden: 2, Layout: model.Tree, Activation: model.ReLUUnits, Weights: model.BinaryWeights}
	for _, m := range []model.Model{model.NewSphericalPerceptron(1, 0), odd.Model()} {
		if NewWander(m).Check(m) == nil {
			t.Errorf("%+v is taken", m)
		}
	}
	if err := NewWander(m).Check(m); err != nil {
		t.Error(err)
	}
}
