package dynamics

import (
	"math"
	"slices"
	"testing"

	"fbp/instances"
	"fbp/model"
)

// The states next to numbers are odd and of the same sign, and stay in their range.
func TestHiddenFrom(t *testing.T) {
	m := model.NewPerceptron(11, 0)
	s := NewSBPI(m)
	s.States = 8
	h := []float64{0, -0.1, 1.9, 2.1, -3, 3.9, 4.5, -6.9, 7, 1e300, math.Inf(-1)}
	got := s.From(h, learning(t, m, 3), nil).States()
	if want := []float64{1, -1, 1, 3, -3, 3, 5, -7, 7, 7, -7}; !slices.Equal(got, want) {
		t.Errorf("from %v: %v, want %v", h, got, want)
	}
}

func TestHiddenAllocatesNothing(t *testing.T) {
	m := model.NewPerceptron(101, 0)
	p, rng := learning(t, m, 80), instances.Stream(1, "algorithm")
	l := NewSBPI(m).From(make([]float64, 101), p, rng)
	if n := testing.AllocsPerRun(10, func() { l.Epoch(0); l.Errors(); l.States() }); n > 0 {
		t.Errorf("%v allocations in an epoch", n)
	}
}
