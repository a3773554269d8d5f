package layered

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"fbp/bp"
	"fbp/instances"
	"fbp/internal/lives"
	"fbp/model"
	"fbp/results"
)

// searches are ways to search, by name: in batches, by reinforcement, and focusing.
func searches() map[string]*Layered {
	all := map[string]*Layered{}
	for _, messages := range []string{AMP, MeanField, BPI, BP} {
		s := New()
		s.Messages, s.Batch = messages, 10
		all[messages] = s
	}
	several := New()
	several.Batch, several.Iterations, several.Damping.Number, several.Damping.List = 10, 2, nil, []float64{0.5, 0.8, 0.9}
	reinforced, focused := New(), New()
	reinforced.Batch, reinforced.Rate, reinforced.Damping = 0, 0.01, All(0.5)
	focused.Batch, focused.Y, focused.Gamma = 0, 20, bp.Atanh(30, 0, 10)
	all["two iterations"], all["reinforcement"], all["focusing"] = several, reinforced, focused
	return all
}

// Searches in batches, of every kind of messages, and focusing ones learn random patterns; what is claimed of
// the weights is so, and in batches the mean of all weights errs no more than their signs.
func TestSearches(t *testing.T) {
	for name, s := range searches() {
		if err := s.Validate(); err != nil {
			t.Fatal(name, err)
		}
		m := &model.BinaryMLP{N: 101, Layers: []int{21, 17}}
		p := problem(t, m, 60)
		if err := s.Check(m); err != nil {
			t.Fatal(name, err)
		}
		readings := 0
		found, err := s.Solve(t.Context(), p, instances.Stream(1, "algorithm"), func(r results.Reading) { readings++ })
		if err != nil || m.Errors(found.Weights, p.Data.Train) != found.Errors || readings != s.epochs() {
			t.Fatalf("%s: %d readings, %v", name, readings, err)
		}
		bayes, _ := found.Number("bayes_errors")
		t.Logf("%s: %d errors, %v of the means", name, found.Errors, bayes)
		if s.Rate == 0 && !found.Solved() || s.Batch > 0 && bayes > 0 {
			t.Errorf("%s: %d errors, and %v of the means", name, found.Errors, bayes)
		}
	}
}

// A search that is kept and goes on in another process ends with the same bits, messages
// that go on from epoch to epoch among them.
func TestResume(t *testing.T) {
	for name, s := range searches() {
		s.Epochs = 8
		resumes(t, name, s, problem(t, &model.BinaryMLP{N: 31, Layers: []int{17, 5}}, 24))
		resumes(t, name+", real inputs", s, uniform(t, &model.BinaryMLP{N: 30, Layers: []int{17, 5}}, 24, 1))
	}
}

// resumes keeps a search after each epoch.
func resumes(t *testing.T, name string, s *Layered, p *model.Problem) {
	t.Helper()
	source := rand.NewPCG(1, 2)
	run := func(k model.Keeper) *model.Solution {
		p.Keeper = k
		found, err := s.Solve(t.Context(), p, rand.New(source), func(results.Reading) {})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	want := run(nil)
	for stop := range s.Epochs {
		source.Seed(1, 2)
		k := &lives.Keeper{Stop: stop + 1, Source: source}
		run(k)
		if again := run(k); !k.Resumed || !reflect.DeepEqual(again, want) {
			t.Errorf("%s: kept after epoch %d, another end", name, stop)
		}
	}
}

// An epoch allocates nothing.
func TestAllocatesNothing(t *testing.T) {
	for name, s := range searches() {
		m := &model.BinaryMLP{N: 31, Layers: []int{17, 5}}
		for _, p := range []*model.Problem{problem(t, m, 24), uniform(t, m, 24, 1)} {
			l := newPassing(s, p, instances.Stream(1, "algorithm"))
			if n := testing.AllocsPerRun(5, func() { l.Epoch(1); l.Ended(1) }); n > 0 {
				t.Errorf("%s: %v allocations in an epoch", name, n)
			}
		}
	}
}

// Large networks pass the same messages node by node and edge by edge to first order in one
// iteration: fields of amp and of bpi differ by a part that falls with the number of inputs.
func TestNodesAgainstEdges(t *testing.T) {
	differ := func(n int) float64 {
		fields := map[string][]float64{}
		for _, messages := range []string{AMP, BPI, BP} {
			p := problem(t, &model.BinaryMLP{N: n, Layers: []int{n, n}}, 20)
			s := New()
			s.Messages, s.Batch = messages, 20
			l := newPassing(s, p, instances.Stream(1, "algorithm"))
			before := append([]float64{}, l.h...)
			l.Epoch(0)
			for i := range before {
				before[i] = l.h[i] - before[i]
			}
			fields[messages] = before
		}
		if d := largest(fields[BP], fields[BPI]); d > 0.2/math.Sqrt(float64(n)) { // V without the target's part, or with it
			t.Errorf("n = %d: bp and bpi differ by %v", n, d)
		}
		return largest(fields[AMP], fields[BPI]) / largest(fields[BPI], make([]float64, len(fields[BPI])))
	}
	small, large := differ(31), differ(201)
	if t.Logf("differences %v at 31 inputs, %v at 201", small, large); large > 0.05 || large > 0.5*small {
		t.Errorf("amp and bpi differ by %v at 31 inputs, %v at 201", small, large)
	}
}

// Other models, lists of other lengths, and keys that do not go together are refused.
func TestRefuses(t *testing.T) {
	m := &model.BinaryMLP{N: 11, Layers: []int{3}}
	for name, change := range map[string]func(*Layered){
		"rho":     func(s *Layered) { s.Rho = PerLayer{List: []float64{1, 1, 1}} },
		"damping": func(s *Layered) { s.Damping = PerLayer{List: []float64{0.5}} },
		"still":   func(s *Layered) { s.Damping = All(1) },
		"batch":   func(s *Layered) { s.Rate = 0.01 },
		"both":    func(s *Layered) { s.Batch, s.Rate, s.Y, s.Gamma = 0, 0.01, 20, bp.Atanh(30, 0, 10) },
		"gamma":   func(s *Layered) { s.Batch, s.Y = 0, 20 },
	} {
		s := New()
		change(s)
		if s.Validate() == nil && s.Check(m) == nil {
			t.Errorf("%s is not refused", name)
		}
	}
	if s := New(); s.Validate() != nil || s.Check(m) != nil || s.Check(model.NewPerceptron(11, 0)) == nil {
		t.Error("want networks of several layers, and no others")
	}
	s := New()
	s.Rate = 0.01
	s.Complete(func(string) bool { return false })
	if s.Validate() != nil || s.Batch != 0 {
		t.Error("with a rate all patterns are one batch")
	}
}

// TestLayersOfOneUnit: the mean of an exact sign is a sum of probabilities, which rounding
// takes beyond 1, and whose field is not a number then.
func TestLayersOfOneUnit(t *testing.T) {
	m := &model.BinaryMLP{N: 15, Layers: []int{1}}
	for seed := range int64(20) {
		s := New()
		s.Messages, s.Batch, s.Epochs = BP, 1, 10
		_, err := s.Solve(t.Context(), problem(t, m, 12), instances.Stream(seed, "algorithm"), func(r results.Reading) {
			if q, _ := r.Value("q"); math.IsNaN(q) {
				t.Fatalf("seed %d: %+v", seed, r)
			}
		})
		if err != nil {
			t.Fatal(seed, err)
		}
	}
	if f := field(math.Nextafter(1, 2)); f != mostField {
		t.Errorf("the field of what is more than sure is %v", f)
	}
}
