package model_test

import (
	"math"
	"testing"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// TestAtLeast: of all weights of small committees, labels and errors are those of the votes
// counted, and exact messages know how many learn a pattern, of either label.
func TestAtLeast(t *testing.T) {
	for _, c := range []struct {
		n, hidden, need int
		layout          string
	}{{9, 3, 1, model.Tree}, {9, 3, 2, model.Tree}, {12, 4, 3, model.Tree}, {3, 4, 4, model.Full}, {3, 3, 3, model.Full}, {5, 1, 1, model.Tree}} {
		s := section(c.n, c.hidden, c.layout, model.SignUnits, 0)
		s.Output, s.Need = model.AtLeastOutput, c.need
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		m := s.Model().(*model.Architecture)
		d, err := instances.Teacher{Size: instances.Size{P: 12}}.Data(t.Context(), m, 2, 0)
		if err != nil || m.Errors(d.Teacher, d.Train) != 0 {
			t.Fatalf("%+v: the teacher makes %d errors, %v", c, m.Errors(d.Teacher, d.Train), err)
		}
		p, x, w, learned := d.Train, make([]float64, m.N), make([]float64, m.Dim()), make([]int, 12)
		for mask := range 1 << m.Dim() {
			for i := range w {
				w[i] = 1 - 2*float64(mask>>i&1)
			}
			labels, errors := instances.Outputs(m, w, p), 0
			for mu := range p.P {
				votes := 0
				p.Input(x, mu)
				for l := range c.hidden {
					sum, n := 0.0, m.Dim()/c.hidden
					for i := l * n; i < (l+1)*n; i++ {
						sum += w[i] * x[i%m.N]
					}
					if sum > 0 {
						votes++
					}
				}
				label := math.Copysign(1, float64(votes)-float64(c.need)+0.5)
				if labels[mu] != label || m.Output(w, x) != label {
					t.Fatalf("%+v: labels %v and %v of %d votes", c, labels[mu], m.Output(w, x), votes)
				}
				if label == p.Label(mu) {
					learned[mu]++
				} else {
					errors++
				}
			}
			if got := m.Errors(w, p); got != errors {
				t.Fatalf("%+v: %d errors, want %d", c, got, errors)
			}
		}
		g, err := m.Graph(p, factorgraph.Exact)
		if err != nil {
			t.Fatal(err)
		}
		zero := factorgraph.NewMessages(m.Dim(), false)
		for mu, count := range learned {
			got := g.Rows[mu].FreeEntropy(zero, zero, factorgraph.NewWorkspace(m.Dim()))
			if want := math.Log(float64(count)); c.layout == model.Tree && math.Abs(got-want) > 1e-12 {
				t.Errorf("%+v, label %v: ln of the number of weights that learn it %v, want %v", c, p.Label(mu), got, want)
			}
		}
	}
}

// TestRandomLabels: where the output does not change sign with the inputs, half of random patterns
// have the label −1, and nearly the fraction of all weights that the votes of independent units
// give learn all of few patterns.
func TestRandomLabels(t *testing.T) {
	const patterns, samples = 2, 400
	for need, positive := range map[int]float64{1: 7. / 8, 2: 1. / 2, 3: 1. / 8} {
		s := section(9, 3, model.Tree, model.SignUnits, 0)
		s.Output, s.Need = model.AtLeastOutput, need
		m := s.Model().(*model.Architecture)
		negative, solutions, want := 0, 0.0, 0.0
		for sample := range samples {
			d, err := instances.Random{Size: instances.Size{P: patterns, Test: 3}}.Data(t.Context(), m, 1, sample)
			if err != nil {
				t.Fatal(err)
			}
			share := 1.0
			for mu := range patterns {
				if d.Train.Label(mu) < 0 {
					negative++
					share *= 1 - positive
				} else {
					share *= positive
				}
			}
			want += share / samples
			w := make([]float64, 9)
			for mask := range 1 << 9 {
				for i := range w {
					w[i] = 1 - 2*float64(mask>>i&1)
				}
				if m.Errors(w, d.Train) == 0 {
					solutions += 1. / (1 << 9 * samples)
				}
			}
		}
		half := patterns * samples / 2.
		if got := float64(negative); need == 2 && got != 0 || need != 2 && math.Abs(got-half) > 4*math.Sqrt(half/2) {
			t.Errorf("need = %d: %v of %d labels are −1", need, got, patterns*samples)
		}
		if math.Abs(solutions-want) > 0.1*want {
			t.Errorf("need = %d: %v of all weights are solutions, want about %v", need, solutions, want)
		}
	}
}
