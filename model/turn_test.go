package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A turn keeps the norm of its unit and moves no other weight; what it says to change a sum by is what changes.
func TestTurn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const inputs, units = 5, 3
	w, x := make([]float64, inputs*units), make([]float64, inputs*units)
	for i := range w {
		w[i], x[i] = rng.NormFloat64(), rng.NormFloat64()
	}
	of := func(a, b []float64) (sum float64) {
		for i := range a {
			sum += a[i] * b[i]
		}
		return sum
	}
	seen := make([]int, len(w))
	for range 1000 {
		turn := DrawTurn(w, inputs, 0.7, rng)
		if turn.I == turn.J || turn.I/inputs != turn.J/inputs {
			t.Fatalf("weights %d and %d", turn.I, turn.J)
		}
		before := slices.Clone(w)
		turn.Make(w)
		if !(math.Abs(of(w, w)-of(before, before)) < 1e-12*of(w, w)) {
			t.Fatal("another norm")
		}
		if got, want := turn.Change(x[turn.I], x[turn.J]), of(w, x)-of(before, x); !(math.Abs(got-want) < 1e-12) {
			t.Fatalf("changes by %v, want %v", got, want)
		}
		for i := range w {
			if w[i] != before[i] {
				seen[i]++
			}
			if i != turn.I && i != turn.J && w[i] != before[i] {
				t.Fatalf("weight %d moves", i)
			}
		}
	}
	for i, n := range seen {
		if n < 80 || n > 190 { // 133 are expected
			t.Errorf("weight %d moves %d times", i, n)
		}
	}
	if got := Widest(0.9, 3, 7, 1.2); got != 1 {
		t.Errorf("a bound of %v", got)
	}
	if got := Widest(0.6, 2, 7, 1.5); math.Abs(got-0.4) > 1e-15 {
		t.Errorf("a bound of %v", got)
	}
}
