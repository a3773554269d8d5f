package bp

import (
	"context"
	"math"
	"testing"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// growth is by how much the square of a small random difference between the messages of
// two states, at a fixed point under a field, grows per sweep without damping, all rows at
// a time: the geometric mean over some sweeps.
func growth(t *testing.T, g *factorgraph.Graph, field factorgraph.Field, sweeps int) float64 {
	t.Helper()
	states := []*State{NewState(g, nil), NewState(g, nil)}
	p := Passing{Accuracy: factorgraph.Accurate, Schedule: Sequential, Epsilon: 1e-13, MaxSweeps: 2000, Refresh: 50}
	rng := instances.Stream(3, "difference")
	for k, s := range states {
		if out, err := s.Converge(context.Background(), p, field); err != nil || !out.Converged {
			t.Fatal(out, err)
		}
		if k == 1 {
			for _, part := range [][]float64{s.messages.(*edges).u.B, s.messages.(*edges).u.A} {
				for i := range part {
					part[i] += 1e-6 * rng.NormFloat64()
				}
			}
			s.resync()
			s.normalize()
		}
	}
	p.Schedule = Flooding
	difference := func() (sum float64) {
		for i, h := range states[0].H.B {
			d := states[1].H.B[i] - h
			sum += d * d
		}
		return sum
	}
	step := func() {
		for _, s := range states {
			s.sweep(p, field)
		}
	}
	step()
	before := difference()
	for range sweeps {
		step()
	}
	return math.Pow(difference()/before, 1/float64(sweeps))
}

// The replicon is the growth of a difference, of every kind of messages and weights, with
// and without a field. On average over 10 samples of N = 101 they differ by up to 5 %: one
// difference is a few hundred random numbers.
func TestReplicon(t *testing.T) {
	for _, test := range []struct {
		name  string
		m     func(n int) *model.Architecture
		alpha float64
		field func(n int) factorgraph.Field
	}{
		{"perceptron", func(n int) *model.Architecture { return model.NewPerceptron(n, 0) }, 0.3, nil},
		{"perceptron", func(n int) *model.Architecture { return model.NewPerceptron(n, 0) }, 0.5, nil},
		{"perceptron", func(n int) *model.Architecture { return model.NewPerceptron(n, 0) }, 0.7, nil},
		{"perceptron, biased", func(n int) *model.Architecture { return model.NewPerceptron(n, 0) }, 0.5, func(n int) factorgraph.Field {
			w := make([]float64, n)
			for i := range w {
				w[i] = 1
			}
			return factorgraph.Bias{Rho: 0.3, Reference: w}
		}},
		{"symmetric", func(n int) *model.Architecture { return model.NewSymmetric(n, 1) }, 0.3, nil},
		{"spherical", func(n int) *model.Architecture { return model.NewSphericalPerceptron(n, 0) }, 0.5, nil},
	} {
		const n, samples = 101, 10
		read, amp, grown := 0.0, 0.0, 0.0
		for sample := range samples {
			patterns, err := instances.Random{Size: instances.Size{P: int(test.alpha * n)}}.Patterns(n, 5, sample)
			if err != nil {
				t.Fatal(err)
			}
			field := factorgraph.Field(factorgraph.Free{})
			if test.field != nil {
				field = test.field(n)
			}
			m := test.m(n)
			at := func(accuracy factorgraph.Accuracy) float64 {
				n := accuracy
				if m.Supports(n) != nil {
					return math.NaN()
				}
				g, err := m.Graph(patterns, n)
				if err != nil {
					t.Fatal(err)
				}
				s := NewState(g, nil)
				p := Passing{Accuracy: accuracy, Schedule: Sequential, Epsilon: 1e-6, MaxSweeps: 2000, Refresh: 50}
				if _, err := s.Converge(context.Background(), p, field); err != nil {
					t.Fatal(err)
				}
				if accuracy == factorgraph.Accurate {
					grown += growth(t, g, field, 3) / samples
				}
				return s.Replicon()
			}
			read += at(factorgraph.Accurate) / samples
			amp += at(factorgraph.AMP) / samples
		}
		t.Logf("%s at α = %v: %.4f, grown %.4f, amp %.4f", test.name, test.alpha, read, grown, amp)
		if math.Abs(read/grown-1) > 0.08 {
			t.Errorf("%s at α = %v: %.4f, and a difference grows by %.4f", test.name, test.alpha, read, grown)
		}
		if math.Abs(amp/read-1) > 0.03 { // NaN: there is none
			t.Errorf("%s at α = %v: %.4f, amp %.4f", test.name, test.alpha, read, amp)
		}
	}
}
