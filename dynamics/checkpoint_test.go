package dynamics_test

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"

	"fbp/dynamics"
	"fbp/model"
	"fbp/results"
)

// memory is a keeper that keeps once, when it is asked for the stop-th time, and ends
// the process there.
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
func search(ctx context.Context, t *testing.T, s solver, m *memory) (*model.Solution, []results.Reading, error) {
	m.source, m.readings = rand.NewPCG(1, 2), nil
	p := problem(t, committee(99, 3, model.Tree), 60, 0)
	p.Keeper = m
	found, err := s.Solve(ctx, p, rand.New(m.source), func(r results.Reading) { m.readings = append(m.readings, r) })
	return found, m.readings, err
}

// TestResume: a search that is kept before any epoch, and goes on in another process,
// ends in the same bits. So does one whose checkpoint cannot be read: it starts anew.
func TestResume(t *testing.T) {
	for name, s := range map[string]solver{"lal": lal(t), "elal": elal(t, 3), "fast": fast(t), "slow": slow(t)} {
		if s, ok := s.(*dynamics.CrossEntropy); ok {
			s.MaxEpochs = 60
		}
		want, readings, err := search(t.Context(), t, s, &memory{})
		if err != nil {
			t.Fatal(err)
		}
		epochs, _ := want.Number("epochs")
		for _, stop := range []int{1, 2, 10, 11, int(epochs)} {
			ctx, cancel := context.WithCancel(t.Context())
			m := &memory{stop: stop, die: cancel}
			if _, _, err := search(ctx, t, s, m); err == nil && stop < int(epochs) || m.state == nil {
				t.Fatalf("%s stop %d: the search ended before it was kept", name, stop)
			}
			m.stop = 0
			whole := m.state
			for _, state := range [][]byte{whole, whole[:len(whole)-1], whole[:9], append([]byte{9}, whole[1:]...)} {
				m.state = state
				got, again, err := search(t.Context(), t, s, m)
				if err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(again, readings) {
					t.Errorf("%s, stopped before epoch %d, %d of %d bytes kept: another end, %v", name, stop, len(state), len(whole), err)
				}
			}
		}
	}
}
