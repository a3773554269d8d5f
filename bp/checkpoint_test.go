package bp_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// memory is a keeper that keeps once, at the sweep number stop, and ends the
// process there.
type memory struct {
	stop, asked int
	die         func()
	source      *rand.PCG
	readings    []results.Reading // of this life and, after a resume, of the last

	state, random []byte
	kept          []results.Reading
}

func (m *memory) Due() bool {
	m.asked++
	return m.asked == m.stop
}

func (m *memory) Keep(write func(io.Writer) error) {
	if m.state != nil {
		return // it is dead
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		panic(err)
	}
	m.state, m.kept = b.Bytes(), m.readings
	m.random, _ = m.source.MarshalBinary()
	m.die()
}

func (m *memory) Resume(read func(io.Reader) error) bool {
	if m.state == nil {
		return false
	}
	r := bytes.NewReader(m.state)
	if err := read(r); err != nil || r.Len() > 0 {
		return false
	}
	m.readings = m.kept
	return m.source.UnmarshalBinary(m.random) == nil
}

// search is the solution and the readings of a search with a keeper.
func search(ctx context.Context, p problem, f *bp.Focusing, m *memory) (*model.Solution, []results.Reading, error) {
	m.source = rand.NewPCG(1, 2)
	m.readings = nil
	s, err := f.Solve(ctx, &model.Problem{Model: p.perceptron, Data: instances.Learning(p.patterns), Keeper: m}, rand.New(m.source),
		func(r results.Reading) { m.readings = append(m.readings, r) })
	return s, m.readings, err
}

// A search that is kept at any sweep, and goes on in another process, ends in
// the same bits.
func TestResumedSearch(t *testing.T) {
	for name, change := range map[string]func(*bp.Focusing){
		"sequential": func(*bp.Focusing) {},
		"shuffled":   func(f *bp.Focusing) { f.Shuffle = true },
		"flooding":   func(f *bp.Focusing) { f.Schedule, f.Damping = bp.Flooding, 0.6 },
		"narrow":     func(f *bp.Focusing) { f.Precision = bp.Float32 },
		"exact":      func(f *bp.Focusing) { f.Accuracy = factorgraph.Exact },
		"amp":        func(f *bp.Focusing) { f.Accuracy = factorgraph.AMP },
	} {
		t.Run(name, func(t *testing.T) {
			p := newProblem(t, 51, 23, 1, 0)
			f := bp.DefaultFocusing()
			f.Gamma = bp.Atanh(6, 0, 10)
			f.Refresh = 5
			change(f)
			whole := &memory{}
			want, readings, err := search(context.Background(), p, f, whole)
			if err != nil || len(readings) == 0 {
				t.Fatal(len(readings), err)
			}
			for stop := 1; stop <= whole.asked; stop += 1 + stop/7 {
				ctx, cancel := context.WithCancel(context.Background())
				m := &memory{stop: stop, die: cancel}
				if _, _, err := search(ctx, p, f, m); !errors.Is(err, context.Canceled) && stop < whole.asked {
					t.Fatalf("stopped at sweep %d of %d: error %v", stop, whole.asked, err)
				}
				got, again, err := search(context.Background(), p, f, m)
				if err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(again, readings) {
					t.Fatalf("resumed at sweep %d of %d: %v\n%+v\nwant\n%+v", stop, whole.asked, err, got, want)
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
	want, _, err := search(context.Background(), p, f, &memory{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	m := &memory{stop: 5, die: cancel}
	search(ctx, p, f, m)
	sound := m.state
	for _, n := range []int{0, 7, 8, 40, len(sound) / 2, len(sound) - 1} {
		m.state = sound[:n]
		if got, _, err := search(context.Background(), p, f, m); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d bytes of %d: %v", n, len(sound), err)
		}
	}
	m.state = sound
	other := newProblem(t, 51, 24, 1, 0)
	want, _, _ = search(context.Background(), other, f, &memory{})
	if got, _, err := search(context.Background(), other, f, m); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("another graph: %v", err)
	}
}

// FuzzResume: whatever a checkpoint holds, nothing panics.
func FuzzResume(f *testing.F) {
	p, fbp := newProblem(f, 11, 4, 1, 0), bp.DefaultFocusing()
	fbp.Gamma, fbp.Shuffle = bp.Atanh(3, 0, 10), true
	ctx, cancel := context.WithCancel(context.Background())
	m := &memory{stop: 2, die: cancel}
	search(ctx, p, fbp, m)
	f.Add(m.state)
	f.Fuzz(func(t *testing.T, data []byte) {
		m := *m
		m.state = append([]byte{}, data...)
		search(context.Background(), p, fbp, &m)
	})
}
