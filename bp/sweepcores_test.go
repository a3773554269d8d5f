package bp

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// Sweeps of nodes of one unit and of several have the same bits on any number of cores, also
// of one that changes between them: of blocks of rows that are divided and of those that are
// not, under fields that act weight by weight.
func TestSweepsOnCores(t *testing.T) {
	const n, refresh = 8700, 250 // of a unit; divided, but not the last 77 patterns
	for _, units := range []int{1, 3} {
		s := model.NewCommittee()
		s.N, s.Hidden, s.Activation = units*n, units, model.SignUnits
		m := s.Model().(*model.Architecture)
		patterns, err := instances.Random{Size: instances.Size{P: 3*refresh + 77}}.Patterns(units*n, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		g, err := m.Graph(patterns, factorgraph.AMP)
		if err != nil {
			t.Fatal(err)
		}
		passing := DefaultFocusing().Passing
		passing.Refresh, passing.MaxSweeps, passing.Damping, passing.Accuracy = refresh, 3, 0.3, factorgraph.AMP
		reference := make([]float64, units*n)
		for i := range reference {
			reference[i] = float64(1 - 2*(i%2))
		}
		end := func(count func() int) []float64 {
			s := NewState(g, nil)
			s.On(count)
			for _, f := range []factorgraph.Field{factorgraph.NewReplicas(7, 0.6), factorgraph.Bias{Rho: 0.5, Reference: reference}} {
				if _, err := s.Converge(t.Context(), passing, f); err != nil {
					t.Fatal(err)
				}
			}
			return append(slices.Clone(s.H.B), s.FreeEntropy())
		}
		want := end(nil)
		rng := rand.New(rand.NewPCG(1, 2))
		for name, count := range map[string]func() int{
			"two": func() int { return 2 }, "three": func() int { return 3 }, "one to three": func() int { return 1 + rng.IntN(3) },
		} {
			if !slices.Equal(end(count), want) {
				t.Errorf("%d units: on %s cores other bits than on one", units, name)
			}
		}
	}
}
