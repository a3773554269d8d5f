package bp_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fbp/bp"
	"fbp/dynamics"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/internal/lives"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// finishing is a search by one sweep a step that is finished by SBPI.
func finishing() *bp.Focusing {
	f := reinforced()
	f.Stop, f.Finish = "solved", bp.BySBPI
	f.Complete(func(key string) bool {
		return key != "hand_over" && key != "attempts" && key != "ps" && key != "max_epochs"
	})
	f.MaxEpochs, f.Attempts = 100, 3
	f.Damping = 0 // the default of what is finished
	return f
}

// byDefinition is what a search that is finished by SBPI ends with: message passing step by
// step until it solves or is handed over, then the attempts of the solver itself.
func byDefinition(t *testing.T, f *bp.Focusing, p *model.Problem, rng *rand.Rand) (weights []float64, epochs int) {
	t.Helper()
	m := p.Model
	g, err := m.Abilities().Graph.Of(p.Data.Train, f.Accuracy)
	if err != nil {
		t.Fatal(err)
	}
	s, w := bp.NewState(g, nil), make([]float64, m.Dim())
	least, handed := math.MaxInt, false
	for k, step := range f.Steps() {
		if _, err := s.Converge(t.Context(), f.Passing, g.Prior.Coupled(step.Y, step.Gamma)); err != nil {
			t.Fatal(err)
		}
		s.Weights(w)
		n := m.Errors(w, p.Data.Train)
		if n <= least {
			least, weights = n, slices.Clone(w)
		}
		if n == 0 {
			return weights, 0
		}
		if handed = s.Overlap() > f.HandOver || k == f.Len()-1; handed {
			break
		}
	}
	from := slices.Clone(s.H.B)
	for i := range from {
		from[i] *= 4
	}
	for attempt := range f.Attempts {
		sbpi := dynamics.NewSBPI(m)
		sbpi.Ps = f.Ps[attempt%2]
		l := sbpi.From(from, p, rng)
		for range f.MaxEpochs {
			if l.Errors() == 0 {
				break
			}
			l.Epoch(epochs)
			epochs++
		}
		if n := l.Errors(); n < least {
			least = n
			for i, h := range l.States() {
				w[i] = math.Copysign(1, h)
			}
			weights = slices.Clone(w)
		}
		if least == 0 {
			break
		}
	}
	return weights, epochs
}

// finished are a perceptron and a tree near capacity, a search each of which message
// passing solves some.
func finished(t *testing.T) map[string]func(sample int) *model.Problem {
	tree := model.NewCommittee()
	tree.N, tree.Hidden = 99, 3 // solves more than the perceptron at the same load
	return map[string]func(int) *model.Problem{
		"perceptron": func(sample int) *model.Problem { return drawn(t, model.NewPerceptron(101, 0), 75, sample) },
		"tree":       func(sample int) *model.Problem { return drawn(t, tree.Model(), 80, sample) },
	}
}

// drawn is random patterns for a model.
func drawn(t *testing.T, m model.Model, p, sample int) *model.Problem {
	t.Helper()
	d, err := (&instances.Random{Size: instances.Size{P: p}}).Data(context.Background(), m, 1, sample)
	if err != nil {
		t.Fatal(err)
	}
	return &model.Problem{Model: m, Data: d, Stream: func(purpose string) *rand.Rand { return instances.Stream(1, purpose) }}
}

// TestFinishByDefinition: weights and epochs of a search that is finished by SBPI are those
// of its definition, and claims hold; it solves some that message passing does not.
func TestFinishByDefinition(t *testing.T) {
	slow.Only(t)
	for name, problem := range finished(t) {
		alone, handed := 0, 0
		for sample := range 12 {
			p, f := problem(sample), finishing()
			got := map[string]float64{}
			s, err := f.Solve(t.Context(), p, instances.Stream(3, "algorithm"), func(r results.Reading) {
				for _, q := range r.Values {
					got[q.Name] = q.Value
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			weights, epochs := byDefinition(t, f, p, instances.Stream(3, "algorithm"))
			if !reflect.DeepEqual(s.Weights, weights) || got["finish_epochs"] != float64(epochs) {
				t.Errorf("%s, sample %d: %v epochs, %d errors, another end than by definition, %d epochs", name, sample, got["finish_epochs"], s.Errors, epochs)
			}
			if n := p.Model.Errors(s.Weights, p.Data.Train); n != s.Errors || s.Solved() != (n == 0) {
				t.Errorf("%s, sample %d: %d errors, claimed %d, %s", name, sample, n, s.Errors, s.Outcome)
			}
			switch {
			case s.Solved() && epochs == 0:
				alone++
			case s.Solved():
				handed++
			}
		}
		if alone == 0 || handed == 0 {
			t.Errorf("%s: %d solved by messages, %d finished: the test shows too little", name, alone, handed)
		}
	}
}

// TestFinishResumed: a search that is kept at any moment, also while it is finished, ends
// with the same bits.
func TestFinishResumed(t *testing.T) {
	p, f := newProblem(t, 51, 45, 4, 0), finishing()
	f.Shuffle, f.GiveUp = true, bp.WhenFrozen
	whole := &lives.Keeper{}
	want, readings, err := search(t.Context(), p, f, whole)
	if err != nil {
		t.Fatal(err)
	}
	if n := value(t, readings[len(readings)-1], "given_up"); n != results.Flag(!want.Solved()) && n != 0 {
		t.Errorf("given up %v: %+v", n, want)
	}
	if n := value(t, readings[len(readings)-3], "finish_epochs"); n < 10 {
		t.Fatalf("%v epochs: the test shows too little", n)
	}
	for stop := 1; stop <= whole.Asked; stop += 1 + stop/9 {
		ctx, cancel := context.WithCancel(t.Context())
		m := &lives.Keeper{Stop: stop, Die: cancel}
		if _, _, err := search(ctx, p, f, m); !errors.Is(err, context.Canceled) && stop < whole.Asked {
			t.Fatalf("stopped at %d of %d: error %v", stop, whole.Asked, err)
		}
		got, again, err := search(t.Context(), p, f, m)
		if err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(again, readings) {
			t.Fatalf("resumed at %d of %d: %v\n%+v\nwant\n%+v", stop, whole.Asked, err, got, want)
		}
	}
}

// TestFinishRefuses: keys without a meaning or out of range, and models that cannot go on.
func TestFinishRefuses(t *testing.T) {
	for want, change := range map[string]func(*bp.Focusing){
		"hand_over = 0.9: has no meaning": func(f *bp.Focusing) { f.Finish, f.HandOver = bp.NoFinish, 0.9 },
		"states = 5: want an even number": func(f *bp.Focusing) { f.States = 5 },
		"ps = [0.3, 2]: want 1 to":        func(f *bp.Focusing) { f.Ps = []float64{0.3, 2} },
		"ps = []: want 1 to":              func(f *bp.Focusing) { f.Ps = nil },
	} {
		f := finishing()
		if f.Validate() != nil {
			t.Fatal(f.Validate())
		}
		change(f)
		if err := f.Validate(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s …", err, want)
		}
	}
	full := model.NewCommittee()
	full.Layout = model.Full
	var f *fault.Fault
	for _, m := range []model.Model{full.Model(), model.NewSymmetric(11, 1)} {
		search := bp.NewFocusing(m)
		if search.Finish = bp.BySBPI; !errors.As(search.Check(m), &f) || f.Key != "finish" {
			t.Errorf("sbpi on %+v: %v", m, search.Check(m))
		}
	}
	if finishing().About().Real() == nil || !finishing().About().Draws || bp.DefaultFocusing().About().Draws {
		t.Error("what is finished draws, and takes signs")
	}
}
