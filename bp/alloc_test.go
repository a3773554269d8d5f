package bp

import (
	"testing"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// TestNoAllocation: a sweep works in memory that the state owns.
func TestNoAllocation(t *testing.T) {
	patterns, err := instances.Random{Size: instances.Size{P: 40}}.Patterns(101, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, accuracy := range []factorgraph.Accuracy{factorgraph.Accurate, factorgraph.Exact, factorgraph.AMP} {
		for _, schedule := range []string{Sequential, Flooding} {
			g, err := model.NewPerceptron(101, 0).Graph(patterns, accuracy)
			if err != nil {
				t.Fatal(err)
			}
			s, passing := NewState(g, nil), DefaultFocusing().Passing
			passing.Schedule = schedule
			var field factorgraph.Field = factorgraph.NewReplicas(20, 0.4)
			s.sweep(passing, field) // the first sweep of "amp" makes its reactions
			if n := testing.AllocsPerRun(3, func() { s.sweep(passing, field) }); n != 0 {
				t.Errorf("%s, %s: %v allocations a sweep", accuracy, schedule, n)
			}
		}
	}
}

// TestCommitteeNoAllocation: nor does a sweep of a committee, be its units' sums
// Gaussian or not.
func TestCommitteeNoAllocation(t *testing.T) {
	for _, c := range []struct {
		n, hidden  int
		activation string
		accuracy   factorgraph.Accuracy
	}{
		{165, 3, model.SignUnits, factorgraph.Accurate}, {100, 4, model.ReLUUnits, factorgraph.Accurate},
		{165, 3, model.SignUnits, factorgraph.AMP}, {100, 4, model.ReLUUnits, factorgraph.AMP},
	} {
		s := model.NewCommittee()
		s.N, s.Hidden, s.Activation = c.n, c.hidden, c.activation
		m := s.Model().(*model.Architecture)
		patterns, err := instances.Random{Size: instances.Size{P: c.n / 3}}.Patterns(c.n, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		g, err := m.Graph(patterns, c.accuracy)
		if err != nil {
			t.Fatal(err)
		}
		reference := make([]float64, m.Dim())
		for i := range reference {
			reference[i] = 1
		}
		for _, rho := range []float64{0, 1, 3} {
			s, passing := NewState(g, nil), DefaultFocusing().Passing
			var field factorgraph.Field = factorgraph.Bias{Rho: rho, Reference: reference}
			for range 40 { // scratch grows to what rows need
				s.sweep(passing, field)
			}
			if n := testing.AllocsPerRun(3, func() { s.sweep(passing, field) }); n != 0 {
				t.Errorf("%+v, ρ = %v: %v allocations a sweep", c, rho, n)
			}
		}
	}
}
