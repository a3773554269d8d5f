package bp_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/lives"
	"fbp/model"
	"fbp/results"
)

// search is the solution and the readings of a search with a keeper.
func search(ctx context.Context, p problem, f *bp.Focusing, m *lives.Keeper) (*model.Solution, []results.Reading, error) {
	m.Source = rand.NewPCG(1, 2)
	m.Readings = nil
	s, err := f.Solve(ctx, &model.Problem{Model: p.perceptron, Data: instances.Learning(p.patterns), Keeper: m}, rand.New(m.Source),
		func(r results.Reading) { m.Readings = append(m.Readings, r) })
	return s, m.Readings, err
}

// A search that is kept at any sweep, and goes on in another process, ends in
// the same bits.
//
// Check: searches stopped at any sweep and resumed, every accuracy and schedule | an undisturbed search |
// every bit
func TestResumedSearch(t *testing.T) {
	for name, change := range map[string]func(*bp.Focusing){
		"sequential": func(*bp.Focusing) {},
		"shuffled":   func(f *bp.Focusing) { f.Shuffle = true },
		"flooding":   func(f *bp.Focusing) { f.Schedule, f.Damping = bp.Flooding, 0.6 },
		"exact":      func(f *bp.Focusing) { f.Accuracy = factorgraph.Exact },
		"amp":        func(f *bp.Focusing) { f.Accuracy = factorgraph.AMP },
	} {
		t.Run(name, func(t *testing.T) {
			p := newProblem(t, 51, 23, 1, 0)
			f := bp.DefaultFocusing()
			f.Gamma = bp.Atanh(6, 0, 10)
			f.Refresh = 5
			change(f)
			whole := &lives.Keeper{}
			want, readings, err := search(context.Background(), p, f, whole)
			if err != nil || len(readings) == 0 {
				t.Fatal(len(readings), err)
			}
			for stop := 1; stop <= whole.Asked; stop += 1 + stop/7 {
				ctx, cancel := context.WithCancel(context.Background())
				m := &lives.Keeper{Stop: stop, Die: cancel}
				if _, _, err := search(ctx, p, f, m); !errors.Is(err, context.Canceled) && stop < whole.Asked {
					t.Fatalf("stopped at sweep %d of %d: error %v", stop, whole.Asked, err)
				}
				got, again, err := search(context.Background(), p, f, m)
				if err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(again, readings) {
					t.Fatalf("resumed at sweep %d of %d: %v\n%+v\nwant\n%+v", stop, whole.Asked, err, got, want)
				}
			}
		})
	}
}

// What is not a checkpoint of this graph is not taken: the search starts at its
// beginning.
func TestResumedFromAnother(t *testing.T) {
	p := newProblem(t, 51, 23, 1, 0)
	f := bp.DefaultFocusing()
	f.Gamma = bp.Atanh(4, 0, 10)
	want, _, err := search(context.Background(), p, f, &lives.Keeper{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	m := &lives.Keeper{Stop: 5, Die: cancel}
	search(ctx, p, f, m)
	sound := m.State
	for _, n := range []int{0, 7, 8, 40, len(sound) / 2, len(sound) - 1} {
		m.State = sound[:n]
		if got, _, err := search(context.Background(), p, f, m); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d bytes of %d: %v", n, len(sound), err)
		}
	}
	m.State = sound
	other := newProblem(t, 51, 24, 1, 0)
	want, _, _ = search(context.Background(), other, f, &lives.Keeper{})
	if got, _, err := search(context.Background(), other, f, m); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("another graph: %v", err)
	}
}

// FuzzResume: whatever a checkpoint holds, nothing panics.
func FuzzResume(f *testing.F) {
	p, fbp := newProblem(f, 11, 4, 1, 0), bp.DefaultFocusing()
	fbp.Gamma, fbp.Shuffle = bp.Atanh(3, 0, 10), true
	ctx, cancel := context.WithCancel(context.Background())
	m := &lives.Keeper{Stop: 2, Die: cancel}
	search(ctx, p, fbp, m)
	f.Add(m.State)
	f.Fuzz(func(t *testing.T, data []byte) {
		m := *m
		m.State = append([]byte{}, data...)
		search(context.Background(), p, fbp, &m)
	})
}
