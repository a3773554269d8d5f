package bp_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
)

// seeded is the perceptron of a sample of the default seed.
func seeded(t testing.TB, n, p, sample int) problem {
	t.Helper()
	patterns, err := instances.Random{Size: instances.Size{P: p}}.Patterns(n, 1, sample)
	if err != nil {
		t.Fatal(err)
	}
	return problem{model.NewPerceptron(n, 0), patterns}
}

func (p problem) plain(t testing.TB, b *bp.Plain) *model.Solution {
	t.Helper()
	s, err := b.Solve(context.Background(), &model.Problem{Model: p.perceptron, Data: instances.Learning(p.patterns)}, instances.Stream(1, "algorithm"), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestImpossibleEntropies: these fixed points have entropies that no weights of their
// magnetisations have, the first with q = 1 and 0.4313 instead of 0, the second above
// ln 2; of decimation before any weight is fixed, too.
func TestImpossibleEntropies(t *testing.T) {
	slow.Only(t)
	counting := bp.Temperature{Beta: with(10), Loss: bp.Counting}
	for _, c := range slow.Some(3, []struct {
		n, p, sample int
		at           bp.Temperature
		why          string
	}{
		{11, 14, 57, bp.Temperature{}, "0.4313, and that of any weights of the same magnetisations is below 1e-07"},
		{7, 6, 5, bp.Temperature{}, "0.8458, and that of any weights of the same magnetisations is below 0.3088"},
		{51, 55, 8, bp.Temperature{}, "-0.1441, and that of any weights is above -0.02161"},
		{51, 55, 0, bp.Temperature{}, "-150.4, and that of any weights is above -0.02161"},
		{7, 14, 13, counting, "-0.7333, and that of any weights is above -0.1449"},
		{7, 14, 4, counting, "2.255, and that of any weights of the same magnetisations is below 0.1671"},
	}) {
		p := seeded(t, c.n, c.p, c.sample)
		b, d := bp.NewPlain(p.perceptron), bp.NewDecimation(p.perceptron)
		b.Temperature, d.Temperature = c.at, c.at
		d.Passing = b.Passing
		for what, s := range map[string]*model.Solution{"bp": p.plain(t, b), "decimation": drawing(t, p, d, instances.Stream(1, "draws"))} {
			for name, goes := range map[string]bool{"entropy": true, "energy": c.at.Finite(), "error_rate": c.at.Finite(), "free_entropy": c.at.Finite(), "q": false} {
				_, has := s.Number(name)
				if why := s.Omitted[name]; goes && (has || !strings.HasSuffix(why, c.why)) || !goes && why != "" {
					t.Errorf("%s, N %d, P %d, sample %d: %s is there: %v, omitted because %q, want %q", what, c.n, c.p, c.sample, name, has, why, c.why)
				}
			}
			number(t, s, "q")
		}
	}
}

// TestSingleEntropies: the entropy of the solutions, by enumeration, is at most the sum of
// those of the weights, of the magnetisations that enumeration has. At one pattern,
// a tree, exact messages have both.
func TestSingleEntropies(t *testing.T) {
	single := func(m []float64) (sum float64) {
		for _, x := range m {
			for _, p := range []float64{(1 + x) / 2, (1 - x) / 2} {
				if p > 0 {
					sum -= p * math.Log(p) / float64(len(m))
				}
			}
		}
		return sum
	}
	for sample := range 20 {
		for _, patterns := range []int{1, 5, 10} {
			p := newProblem(t, 15, patterns, sample, 0)
			want := p.enumerate(0, nil)
			fields := factorgraph.NewMessages(15, false)
			for i, m := range want.m {
				fields.B[i] = math.Atanh(m)
			}
			got := factorgraph.Binary{}.Entropy(fields) / 15
			if math.IsInf(want.phi, -1) {
				continue // no solution
			}
			if bound := single(want.m); !math.IsNaN(got) && !scalar.EqualWithinAbs(got, bound, 1e-12) || want.phi > bound+1e-12 {
				t.Errorf("P %d: entropy %v, of the weights one by one %v, want %v", patterns, want.phi, got, bound)
			}
			if patterns > 1 {
				continue
			}
			s := p.state(t, factorgraph.Exact)
			converge(t, s, tight(), factorgraph.Free{})
			if err := s.Possible(want.phi); err != nil {
				t.Error(err)
			}
			// from the bound up to the allowance, and no further
			for past, possible := range map[float64]bool{-1e-6: true, 1e-6: false} {
				if err := s.Possible(got + past); errors.Is(err, bp.ErrFrozen) == possible {
					t.Errorf("%v above the bound: %v", past, err)
				}
			}
		}
	}
}

// TestIndependentWeights: a loss that is linear in the stability leaves the weights
// independent, and the entropy at its upper bound. There it is possible, with exact
// messages and Gaussian sums. The cross-entropy of γ = 1e-3 is linear to γΔ.
func TestIndependentWeights(t *testing.T) {
	for _, accuracy := range []factorgraph.Accuracy{factorgraph.Exact, factorgraph.Accurate} {
		for _, beta := range []float64{0.01, 1} {
			p := newProblem(t, 51, 50, 0, 0)
			b := bp.NewPlain(p.perceptron)
			b.Temperature, b.Accuracy = bp.Temperature{Beta: with(beta), Loss: bp.CrossEntropy, Gamma: 1e-3}, accuracy
			s := p.plain(t, b)
			g, err := b.Graph(p.perceptron, p.patterns, b.Accuracy)
			if err != nil {
				t.Fatal(err)
			}
			state := bp.NewState(g, nil)
			converge(t, state, b.Passing, factorgraph.Free{})
			most := g.Prior.Entropy(state.H) / 51
			// Gaussian sums are 1e-4 below at N = 51 and β = 1, exact messages 4e-8.
			if got := number(t, s, "entropy"); len(s.Omitted) > 0 || !scalar.EqualWithinAbs(got, most, 2e-4) || got > most {
				t.Errorf("%s, β %v: entropy %v, of independent weights %v; %v", accuracy, beta, got, most, s.Omitted)
			}
		}
	}
}

// TestSphericalBound: real weights of the variances that a state has are at most as many
// as Gaussians of these variances, and fewer for every pattern; they have no lower bound.
// Under an external field the entropy of all weights is the bound.
func TestSphericalBound(t *testing.T) {
	for _, patterns := range []int{1, 30, 100} {
		m, data := spherical(t, 99, 3, patterns, 0)
		s, g := sphericalState(t, m, data)
		converge(t, s, plainPassing(), factorgraph.Free{})
		bound := 0.0
		for _, a := range s.H.A {
			bound += 0.5 * math.Log(1/a) / 99
		}
		q := s.Overlap()
		if got := g.Prior.Entropy(s.H) / 99; !scalar.EqualWithinAbs(got, bound, 1e-12) || got > 0.5*math.Log(1-q)+1e-12 {
			t.Errorf("P %d: bound %v, want %v, at most %v", patterns, got, bound, 0.5*math.Log(1-q))
		}
		if e, err := s.Entropy(); err != nil || e > bound {
			t.Errorf("P %d: entropy %v, bound %v: %v", patterns, e, bound, err)
		}
		for entropy, possible := range map[float64]bool{-1e6: true, bound: true, bound + 1e-3: false, math.NaN(): false} {
			if err := s.Possible(entropy); errors.Is(err, bp.ErrFrozen) == possible {
				t.Errorf("P %d: entropy %v, bound %v: %v", patterns, entropy, bound, err)
			}
		}
		s.Ext.B[0] = 1
		if err := s.Possible(bound + 1e-3); (err == nil) != (bound+1e-3 < 1e-4) {
			t.Errorf("P %d, with a field: %v", patterns, err)
		}
	}
}
