package bp_test

import (
	"math"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
)

// gaussianInputs are patterns of independent normal inputs.
func gaussianInputs(n, p, sample int) *instances.Patterns {
	rng, x := instances.Stream(7, "real", sample), make([]float64, n*p)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return instances.NewRealPatterns(n, x)
}

// TestRealInputs compares entropy and magnetisations with enumeration, over 30 sets
// of 1 or 3 patterns of 15 normal inputs. The sums of 15 numbers are not quite Gaussian,
// and graphs of 3 patterns have loops: the bounds are one and a half times the root mean
// squares of the differences of entropies per weight and of magnetisations.
//
// Check: inputs that are real numbers, N = 15, one and three patterns | enumeration of all weights | root mean
// square of 30 sets, times 1.5
func TestRealInputs(t *testing.T) {
	slow.Only(t)
	const n, samples = 15, 30
	for _, test := range []struct {
		p                 int
		kappa, entropy, m float64
	}{{1, 0, 1e-9, 0.018}, {1, 0.3, 0.0018, 0.021}, {3, 0, 0.0055, 0.043}} {
		var entropy, magnetization float64 // squares of differences
		for sample := range samples {
			patterns := gaussianInputs(n, test.p, sample)
			m := model.NewPerceptron(n, test.kappa)
			g, err := m.Graph(patterns, factorgraph.Accurate)
			if err != nil {
				t.Fatal(err)
			}
			s := bp.NewState(g, nil)
			passing := tight()
			passing.Epsilon = 1e-10
			converge(t, s, passing, factorgraph.Free{})
			wantEntropy, want := enumerated(m, patterns)
			entropy += (s.FreeEntropy() - wantEntropy) * (s.FreeEntropy() - wantEntropy) / samples
			means := make([]float64, n)
			s.Magnetizations(means)
			for i, got := range means {
				magnetization += (got - want[i]) * (got - want[i]) / (n * samples)
			}
		}
		if entropy = math.Sqrt(entropy); entropy > test.entropy {
			t.Errorf("P %d, κ %v: entropies differ by %v", test.p, test.kappa, entropy)
		}
		if magnetization = math.Sqrt(magnetization); magnetization > test.m {
			t.Errorf("P %d, κ %v: magnetisations differ by %v", test.p, test.kappa, magnetization)
		}
	}
}

// enumerated are entropy and mean weights of all solutions.
func enumerated(m *model.Architecture, p *instances.Patterns) (entropy float64, means []float64) {
	count, w := 0.0, make([]float64, m.N)
	means = make([]float64, m.N)
	for bits := range 1 << m.N {
		for i := range w {
			w[i] = 1 - 2*float64(bits>>i&1)
		}
		if m.Errors(w, p) == 0 {
			count++
			for i, wi := range w {
				means[i] += wi
			}
		}
	}
	for i := range means {
		means[i] /= count
	}
	return math.Log(count) / float64(m.N), means
}

// TestRealSigns: inputs ±1 given as real numbers have the messages of bits, while the
// sums of these are Gaussian.
func TestRealSigns(t *testing.T) {
	const n, p = 101, 10
	bits := newProblem(t, n, p, 0, 0)
	x := make([]float64, n*p)
	for mu := range p {
		bits.patterns.Values(x[mu*n:(mu+1)*n], mu)
	}
	real := problem{bits.perceptron, instances.NewRealPatterns(n, x)}
	var found [2][]float64
	var entropies [2]float64
	for k, problem := range []problem{bits, real} {
		s := problem.state(t, factorgraph.Accurate)
		converge(t, s, tight(), factorgraph.Free{})
		found[k], entropies[k] = make([]float64, n), s.FreeEntropy()
		s.Magnetizations(found[k])
	}
	// The polynomial of a row errs by 1e-10 per message.
	if d := math.Abs(entropies[0] - entropies[1]); d > 1e-9 {
		t.Errorf("entropies differ by %g", d)
	}
	for i, m := range found[0] {
		if math.Abs(m-found[1][i]) > 1e-8 {
			t.Errorf("m[%d] = %v from bits, %v from numbers", i, m, found[1][i])
		}
	}
}
