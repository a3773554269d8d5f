package bp_test

import (
	"context"
	"testing"

	"fbp/bp"
	"fbp/enumeration"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// problem is a perceptron on random patterns, solved in several ways.
type problem struct {
	perceptron *model.Architecture
	patterns   *instances.Patterns
}

func newProblem(t testing.TB, n, p, sample int, kappa float64) problem {
	t.Helper()
	patterns, err := instances.Random{Size: instances.Size{P: p}}.Patterns(n, 11, sample)
	if err != nil {
		t.Fatal(err)
	}
	return problem{model.NewPerceptron(n, kappa), patterns}
}

func (p problem) state(t testing.TB, accuracy factorgraph.Accuracy) *bp.State {
	t.Helper()
	g, err := p.perceptron.Graph(p.patterns, accuracy)
	if err != nil {
		t.Fatal(err)
	}
	return bp.NewState(g, instances.Stream(1, "test"))
}

// tight is message passing to rounding.
func tight() bp.Passing {
	p := bp.DefaultFocusing().Passing
	p.Epsilon, p.MaxSweeps = 1e-14, 3000
	return p
}

// converge runs to the fixed point under f, and fails the test if there is none.
func converge(t testing.TB, s *bp.State, p bp.Passing, f factorgraph.Field) bp.Outcome {
	t.Helper()
	out, err := s.Converge(context.Background(), p, f)
	if err != nil || !out.Converged {
		t.Fatalf("no fixed point: %+v, %v", out, err)
	}
	return out
}

// ensemble is what enumeration of all 2^N weights says: ln Z a weight and the
// mean of every weight, solutions weighted by exp(ρ w·w̃).
type ensemble struct {
	phi float64
	m   []float64
}

func (p problem) enumerate(rho float64, reference []float64) ensemble {
	set, err := enumeration.Solutions(context.Background(), p.perceptron, p.patterns)
	if err != nil {
		panic(err)
	}
	phi, _, m := set.Biased(rho, numberOf(reference))
	return ensemble{phi, m}
}

// numberOf is the number by which package enumeration knows weights ±1.
func numberOf(weights []float64) (w uint64) {
	for i, x := range weights {
		if x < 0 {
			w |= 1 << i
		}
	}
	return w
}

// solves tells whether weights learn all patterns.
func (p problem) solves(w uint64) bool {
	return p.perceptron.Errors(enumeration.Weights(p.patterns.N, w), p.patterns) == 0
}

// someReference is a fixed ±1 vector that solves no instance in particular.
func someReference(n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = 1 - 2*float64(i*i/3%2)
	}
	return w
}

// field is no field at ρ = 0, else a bias.
func field(rho float64, reference []float64) factorgraph.Field {
	if rho == 0 {
		return factorgraph.Free{}
	}
	return factorgraph.Bias{Rho: rho, Reference: reference}
}
