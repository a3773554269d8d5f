package bp_test

import (
	"context"
	"math"
	"math/bits"
	"testing"

	"fbp/bp"
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
	n, theta := p.patterns.N, p.perceptron.Kappa*math.Sqrt(float64(p.patterns.N))
	packed := uint64(0)
	if reference != nil {
		packed = instances.PackSigns(reference)[0]
	}
	mask := uint64(1)<<n - 1
	z, m := 0.0, make([]float64, n)
	for w := range uint64(1) << n {
		if !p.solves(w, theta) {
			continue
		}
		weight := math.Exp(rho * float64(n-2*bits.OnesCount64((w^packed)&mask)))
		z += weight
		for i := range m {
			m[i] += weight * (1 - 2*float64(w>>i&1))
		}
	}
	for i := range m {
		m[i] /= z
	}
	return ensemble{math.Log(z) / float64(n), m}
}

func (p problem) solves(w uint64, theta float64) bool {
	n := p.patterns.N
	for mu := range p.patterns.P {
		if float64(n-2*bits.OnesCount64((w^p.patterns.Row(mu)[0])&(1<<n-1))) <= theta {
			return false
		}
	}
	return true
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
