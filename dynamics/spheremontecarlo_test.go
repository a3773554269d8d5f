package dynamics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fbp/gauss"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// TestSphereMonteCarloDraws: weights are uniform among those that learn the patterns: their means
// and those of the stabilities are those of independent uniform directions, kept if they
// learn, for a margin below zero, where the solutions are not convex.
//
// Check: solutions of a spherical perceptron by Monte Carlo, N = 4; N = 101 | uniform directions that are kept
// if they solve; replica symmetry | four standard errors (of ten samples, and 1/N)
func TestSphereMonteCarloDraws(t *testing.T) {
	const n, patterns, draws = 4, 3, 1500
	m := model.NewSphericalPerceptron(n, -0.4)
	p := learning(t, m, patterns)
	c := NewSphereMonteCarlo(m)
	c.Equilibrate = 60
	moments := func(next func(k int) []float64) (mean, sem [n + 2]float64) {
		var square [n + 2]float64
		for k := range draws {
			w := next(k)
			u := m.Stabilities(nil, w, p.Data.Train)
			least, sum := slices.Min(u), 0.0
			for _, x := range u {
				sum += x * x
			}
			for i, x := range append(slices.Clone(w), least, sum) {
				mean[i] += x / draws
				square[i] += x * x / draws
			}
		}
		for i := range sem {
			sem[i] = math.Sqrt((square[i] - mean[i]*mean[i]) / draws)
		}
		return mean, sem
	}
	rng := instances.Stream(5, "directions")
	want, wantSem := moments(func(int) []float64 {
		for {
			w := make([]float64, n)
			for i := range w {
				w[i] = gauss.Deviate(rng.Uint64())
			}
			if model.Normalize(m, w); m.Errors(w, p.Data.Train) == 0 {
				return w
			}
		}
	})
	got, sem := moments(func(k int) []float64 {
		own := learning(t, m, patterns)
		own.Stream = func(purpose string) *rand.Rand { return instances.Stream(int64(k), purpose) }
		s, err := c.Solve(t.Context(), own, instances.Stream(int64(k), "algorithm"), func(results.Reading) {})
		if err != nil || !s.Solved() {
			t.Fatalf("%v, %v", s, err)
		}
		return s.Weights
	})
	for i := range want {
		if math.Abs(got[i]-want[i]) > 4*math.Hypot(sem[i], wantSem[i]) {
			t.Errorf("number %d: %.4f ± %.4f, of independent draws %.4f ± %.4f", i, got[i], sem[i], want[i], wantSem[i])
		}
	}
}

// TestHingeStep: a batch moves the weights against the gradient of the loss, which differences
// of the loss give.
//
// Check: a step of descent on the hinge | differences of the loss | 1e-8
func TestHingeStep(t *testing.T) {
	m := model.NewSphericalPerceptron(31, -0.5)
	for _, kind := range []string{"hinge", "square"} {
		h := NewHinge(m)
		h.Loss, h.Margin, h.Batch = kind, 0.3, 40
		p := learning(t, m, 40)
		s := newHinging(h, newNetwork(p, instances.Stream(1, "algorithm")), p.Data.Train)
		before := slices.Clone(s.weights)
		at := func(w []float64) (sum float64) {
			for mu := range p.Data.Train.P {
				if short := h.Margin + 1e-6 - p.Data.Train.Dot(mu, w); short > 0 && kind == "square" {
					sum += short * short / 2
				} else if short > 0 {
					sum += short
				}
			}
			return sum
		}
		s.Epoch(0)
		want, norm := make([]float64, len(before)), 0.0
		for i := range want {
			const step = 1e-6
			up, down := slices.Clone(before), slices.Clone(before)
			up[i], down[i] = up[i]+step, down[i]-step
			want[i] = before[i] - h.Rate*(at(up)-at(down))/(2*step)
			norm += want[i] * want[i]
		}
		for i := range want {
			if math.Abs(s.weights[i]-want[i]/math.Sqrt(norm)) > 1e-8 {
				t.Errorf("%s: weight %d is %v, want %v", kind, i, s.weights[i], want[i]/math.Sqrt(norm))
			}
		}
	}
}

// TestHingeMargins: descent ends with the margin that it is asked for, of either sign.
func TestHingeMargins(t *testing.T) {
	for _, c := range []struct {
		kappa, margin float64
		stop, loss    string
	}{{-0.5, -0.5, "solved", "hinge"}, {-0.5, 0.2, "solved", "hinge"}, {-0.5, 0, "margin", "hinge"}, {0.2, 0.2, "solved", "hinge"},
		{-0.5, -0.5, "solved", "square"}, {0.2, 0.2, "solved", "square"}, {-0.5, 0.2, "margin", "square"}} {
		m := model.NewSphericalPerceptron(101, c.kappa)
		h := NewHinge(m)
		h.Margin, h.Stop, h.Loss = c.margin, c.stop, c.loss
		if err := h.Check(m); err != nil {
			t.Fatal(err)
		}
		p := learning(t, m, 70)
		s, err := h.Solve(t.Context(), p, instances.Stream(1, "algorithm"), func(results.Reading) {})
		if err != nil || !s.Solved() {
			t.Fatalf("%+v: %+v, %v", c, s, err)
		}
		want := c.kappa
		if c.stop == "margin" {
			want = c.margin
		}
		if least := slices.Min(m.Stabilities(nil, s.Weights, p.Data.Train)); !(least > want-1e-12) {
			t.Errorf("%+v: least stability %v", c, least)
		}
	}
	h := NewHinge(model.NewSphericalPerceptron(11, 0.5))
	h.Margin = 0.1
	if h.Check(model.NewSphericalPerceptron(11, 0.5)) == nil || h.Check(model.NewPerceptron(11, 0)) == nil {
		t.Error("a margin below that of solutions, or binary weights, are not refused")
	}
}

// TestSphereMonteCarloResumes: a search that is interrupted anywhere goes on with the same bits.
func TestSphereMonteCarloResumes(t *testing.T) {
	m := model.NewSphericalPerceptron(41, -0.3)
	c := NewSphereMonteCarlo(m)
	c.Equilibrate = 20
	fresh := func() *turning { return newTurning(c, learning(t, m, 40), instances.Stream(1, "algorithm")) }
	whole := fresh()
	for n := range 30 {
		whole.Epoch(n)
	}
	first := fresh()
	for n := range 11 {
		first.Epoch(n)
	}
	second := fresh()
	second.rng = first.rng
	for i, x := range first.All() {
		copy(second.All()[i], x)
	}
	for n := 11; n < 30; n++ {
		second.Epoch(n)
	}
	if !slices.Equal(whole.weights, second.weights) || !slices.Equal(whole.rest, second.rest) {
		t.Error("a resumed search has other weights")
	}
}

// TestSphereMonteCarloInOtherUnits: inputs and margin in other units make the same draws, for
// powers of two bit by bit.
func TestSphereMonteCarloInOtherUnits(t *testing.T) {
	const n = 7
	draw := func(unit float64) []float64 {
		m := model.NewSphericalPerceptron(n, -0.25*unit)
		p := learning(t, m, 8)
		x := make([]float64, 0, 8*n)
		for mu := range 8 {
			for i := range n {
				x = append(x, p.Data.Train.At(mu, i)*unit)
			}
		}
		p.Data = instances.Learning(instances.NewRealPatterns(n, x))
		c := NewSphereMonteCarlo(m)
		c.Rise, c.Equilibrate = 40, 20
		s, err := c.Solve(t.Context(), p, instances.Stream(3, "algorithm"), func(results.Reading) {})
		if err != nil || !s.Solved() {
			t.Fatalf("in units of %v: %v, %v", unit, s, err)
		}
		return s.Weights
	}
	want := draw(1)
	for _, unit := range []float64{0x1p-60, 0x1p-30} {
		if got := draw(unit); !slices.Equal(got, want) {
			t.Errorf("in units of %v: %v, want %v", unit, got, want)
		}
	}
}
