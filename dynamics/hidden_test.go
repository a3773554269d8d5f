package dynamics

import (
	"math"
	"slices"
	"testing"

	"fbp/instances"
	"fbp/model"
)

// States in binary digits move as those that are numbers do, whose definition has a test of
// its own, and end in the same place when they are taken over at any epoch.
func TestHiddenAsStates(t *testing.T) {
	models := voting()
	models["a word"] = &model.Perceptron{N: 64, Kappa: 0.1}
	for name, m := range models {
		for _, states := range []int{2, 4, 8, 44} {
			s, p := NewSBPI(m), learning(t, m, 45)
			s.States, s.Ps = states, 0.5
			want := s.states(p, instances.Stream(2, "algorithm"))
			rng := instances.Stream(2, "algorithm")
			got := s.From(want.h, p, rng)
			ends := 0
			for epoch := range 30 {
				want.Epoch(epoch)
				got.Epoch()
				if !slices.Equal(got.States(), want.h) || got.Errors() != want.errors() {
					t.Fatalf("%s, %d states, epoch %d:\n%v, want\n%v", name, states, epoch, got.States(), want.h)
				}
				for _, h := range want.h {
					if math.Abs(h) == float64(states-1) {
						ends++
					}
				}
				if epoch%7 == 3 {
					got = s.From(got.States(), p, rng)
				}
			}
			if ends == 0 {
				t.Errorf("%s, %d states: none was at an end of the range", name, states)
			}
		}
	}
}

// The states next to numbers are odd and of the same sign, and stay in their range.
func TestHiddenFrom(t *testing.T) {
	m := &model.Perceptron{N: 11}
	s := NewSBPI(m)
	s.States = 8
	h := []float64{0, -0.1, 1.9, 2.1, -3, 3.9, 4.5, -6.9, 7, 1e300, math.Inf(-1)}
	got := s.From(h, learning(t, m, 3), nil).States()
	if want := []float64{1, -1, 1, 3, -3, 3, 5, -7, 7, 7, -7}; !slices.Equal(got, want) {
		t.Errorf("from %v: %v, want %v", h, got, want)
	}
}

func TestHiddenAllocatesNothing(t *testing.T) {
	m := &model.Perceptron{N: 101}
	p, rng := learning(t, m, 80), instances.Stream(1, "algorithm")
	l := NewSBPI(m).From(make([]float64, 101), p, rng)
	if n := testing.AllocsPerRun(10, func() { l.Epoch(); l.Errors(); l.States() }); n > 0 {
		t.Errorf("%v allocations in an epoch", n)
	}
}
