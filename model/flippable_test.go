package model

import (
	"fmt"
	"math"
	"testing"

	"fbp/gauss"
	"fbp/instances"
)

// flippables are the models with an energy, at sizes that fill a word and at some that
// do not.
func flippables() map[string]struct {
	Model
	p int
} {
	of := func(n, k int, full bool, kappa float64, o Output) Model {
		return &Architecture{layout{n, k, full}, kappa, BinaryWeights, o}
	}
	models := map[string]struct {
		Model
		p int
	}{
		"perceptron":           {NewPerceptron(21, 0), 64},
		"perceptron at margin": {NewPerceptron(20, 0.4), 70},
		"negative margin":      {NewPerceptron(9, -0.9), 3},
		"band":                 {NewSymmetric(20, 0.6), 70},
		"band of one":          {NewSymmetric(19, 0.24), 129},
		"tree":                 {of(21, 7, false, 0, majority{}), 65},
		"tree at margin":       {of(45, 9, false, 0.4, majority{}), 30},
		"full":                 {of(5, 3, true, 0, majority{}), 40},
		"one unit":             {of(9, 1, false, 0, majority{}), 10},
		"ReLU tree":            {of(24, 4, false, 0, rectified{}), 65},
		"full ReLU":            {of(6, 2, true, 0.5, rectified{}), 40},
		"two of four":          {of(12, 4, false, 0, atLeast{need: 2}), 70},
		"four of five":         {of(5, 5, true, 0, atLeast{need: 4}), 65},
		"parity":               {of(21, 3, false, 0, parity{}), 65},
		"even parity":          {of(12, 4, false, 0, parity{}), 70},
		"layers":               {&BinaryMLP{9, []int{5, 3}}, 70},
		"one hidden layer":     {&BinaryMLP{5, []int{67}}, 20},
		"full parity":          {of(7, 3, true, 0, parity{}), 130},
	}
	return models
}

// TestFlipsRecounted: at every flip of a long walk the value is that of a recount, and
// what Delta announced; all weights' Delta, too, at some of them.
//
// Check: energies of Monte Carlo at every flip | a recount of the errors | exactly
func TestFlipsRecounted(t *testing.T) {
	for name, m := range flippables() {
		t.Run(name, func(t *testing.T) {
			d, err := instances.Teacher{Size: instances.Size{P: m.p}}.Data(t.Context(), m, 7, 0)
			if err != nil {
				t.Fatal(err)
			}
			walk(t, m, d.Train, func() (Energies, error) { return m.Abilities().Energies(d.Train) },
				func(w []float64) int { return m.Errors(w, d.Train) })
		})
	}
}

// walk flips weights that lower the energy, and others, and compares with a recount.
func walk(t *testing.T, m Model, p *instances.Patterns, make func() (Energies, error), recount func(w []float64) int) {
	t.Helper()
	energies, err := make()
	if err != nil {
		t.Fatal(err)
	}
	rng := instances.Stream(1, "walk")
	w := signs(int(rng.Uint64()>>40), m.Dim())
	e := energies(w)
	for step := range 300 {
		if step%50 == 0 {
			before := e.Value()
			for i := range w {
				w[i] = -w[i]
				if got, want := e.Delta(i), recount(w)-before; got != want {
					t.Fatalf("step %d: Delta(%d) = %d, want %d", step, i, got, want)
				}
				w[i] = -w[i]
			}
		}
		i := rng.IntN(len(w))
		if e.Delta(i) > 0 && rng.IntN(4) > 0 {
			continue
		}
		w[i] = -w[i]
		e.Flip(i)
		if got, want := e.Value(), recount(w); got != want {
			t.Fatalf("step %d: energy %d, want %d", step, got, want)
		}
		if got, want := e.Errors(), m.Errors(w, p); got != want {
			t.Fatalf("step %d: %d errors, want %d", step, got, want)
		}
	}
	if fresh := energies(w); fresh.Value() != e.Value() {
		t.Errorf("energy %d from the start, %d after flips", fresh.Value(), e.Value())
	}
}

// TestSoftRecounted: the same of a cross-entropy, whose terms are rounded one by one.
func TestSoftRecounted(t *testing.T) {
	m := NewPerceptron(21, 0)
	p, err := (instances.Random{Size: instances.Size{P: 70}}).Data(t.Context(), m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	unit := SoftUnit(70, 5)
	f := func(x float64) float64 { return gauss.Log1p(gauss.Exp(-4*x)) / 4 }
	recount := func(w []float64) int {
		sum := 0
		for _, x := range m.Stabilities(nil, w, p.Train) {
			sum += int(math.RoundToEven(f(x) / unit))
		}
		return sum
	}
	walk(t, m, p.Train, func() (Energies, error) { return m.SoftEnergies(p.Train, unit, f) }, recount)
}

// TestEnergiesFit: patterns of another size are refused.
func TestEnergiesFit(t *testing.T) {
	for name, m := range flippables() {
		if _, err := m.Abilities().Energies(instances.NewPatterns(m.Inputs()+1, 2)); err == nil {
			t.Errorf("%s takes patterns of another size", name)
		}
	}
}

// TestCountsMove: bit-sliced counters count from the least to the largest of their
// range and back.
func TestCountsMove(t *testing.T) {
	c := newCounts(2, -5, 3)
	c.set(70, -5)
	for x := -5; x <= 3; x++ {
		minus, zero := ends(c.of(1))
		got := fmt.Sprint(minus>>6&1 == 1, zero>>6&1 == 1, holds(c.of(1), x)>>6&1)
		if want := fmt.Sprint(x == -1, x == 0, 1); got != want {
			t.Errorf("at %d: %s, want %s", x, got, want)
		}
		move(c.of(1), 1<<6, 0)
	}
	move(c.of(1), 0, 1<<6)
	if holds(c.of(1), 3)>>6&1 != 1 {
		t.Error("4 − 1 is not 3")
	}
}

// BenchmarkDelta proposes flips of the committee of PRL 123, 170602, in ns per proposal.
func BenchmarkDelta(b *testing.B) {
	m := &Architecture{layout{N: 33 * 33, Hidden: 33}, 0, BinaryWeights, majority{}}
	p, err := (instances.Random{Size: instances.Size{P: 436}}).Data(b.Context(), m, 1, 0)
	if err != nil {
		b.Fatal(err)
	}
	energies, err := m.Abilities().Energies(p.Train)
	if err != nil {
		b.Fatal(err)
	}
	w := make([]float64, m.Dim())
	for i := range w {
		w[i] = 1
	}
	e := energies(w)
	b.Run("delta", func(b *testing.B) {
		i, sum := 0, 0
		for b.Loop() {
			if i += 400; i >= len(w) {
				i -= len(w)
			}
			sum += e.Delta(i)
		}
	})
	b.Run("flip", func(b *testing.B) {
		i := 0
		for b.Loop() {
			if i += 400; i >= len(w) {
				i -= len(w)
			}
			e.Flip(i)
		}
	})
}

// TestSoftUnit: sums of the terms are below 2⁶² units.
func TestSoftUnit(t *testing.T) {
	for most, want := range map[float64]float64{0: 0x1p-32, 1: 0x1p-32, 0x1p29: 0x1p-32, 0x1p30: 0x1p-31, 0x1p31: 0x1p-30, 1e12: 0x1p-22} {
		if got := SoftUnit(1, most); got != want || !(most/got < 0x1p62) {
			t.Errorf("%v: %v, want %v", most, got, want)
		}
		if got := SoftUnit(1024, most/1024); got != want {
			t.Errorf("%v of 1024 patterns: %v, want %v", most, got, want)
		}
	}
}
