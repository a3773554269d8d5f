package dynamics_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"fbp/dynamics"
	"fbp/internal/lives"
	cases "fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// search is the solution and the readings of a search with a keeper.
func search(ctx context.Context, t *testing.T, s solver, m *lives.Keeper) (*model.Solution, []results.Reading, error) {
	m.Source, m.Readings = rand.NewPCG(1, 2), nil
	p := problem(t, committee(99, 3, model.Tree), 60, 0)
	p.Keeper = m
	found, err := s.Solve(ctx, p, rand.New(m.Source), func(r results.Reading) { m.Readings = append(m.Readings, r) })
	return found, m.Readings, err
}

// TestResume: a search that is kept before any epoch, and goes on in another process,
// ends in the same bits. So does one whose checkpoint cannot be read: it starts anew.
func TestResume(t *testing.T) {
	for name, s := range map[string]solver{"lal": lal(t), "elal": elal(t, 3), "fast": fast(t), "slow": slow(t)} {
		if s, ok := s.(*dynamics.CrossEntropy); ok {
			s.MaxEpochs = 60
		}
		want, readings, err := search(t.Context(), t, s, &lives.Keeper{})
		if err != nil {
			t.Fatal(err)
		}
		epochs, _ := want.Number("epochs")
		for _, stop := range []int{1, 2, 10, 11, int(epochs)} {
			ctx, cancel := context.WithCancel(t.Context())
			m := &lives.Keeper{Stop: stop, Die: cancel}
			if _, _, err := search(ctx, t, s, m); err == nil && stop < int(epochs) || m.State == nil {
				t.Fatalf("%s stop %d: the search ended before it was kept", name, stop)
			}
			m.Stop = 0
			whole := m.State
			states := [][]byte{whole, whole[:len(whole)-1], whole[:9], append([]byte{9}, whole[1:]...)}
			if stop != 2 { // damage that is found when it is read, whenever it was kept
				states = cases.Some(1, states)
			}
			for _, state := range states {
				m.State = state
				got, again, err := search(t.Context(), t, s, m)
				if err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(again, readings) {
					t.Errorf("%s, stopped before epoch %d, %d of %d bytes kept: another end, %v", name, stop, len(state), len(whole), err)
				}
			}
		}
	}
}
