package bp_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/lives"
	"fbp/knows"
	"fbp/model"
	"fbp/results"
)

// plainOn is plain belief propagation on random patterns of a model.
func plainOn(t testing.TB, m model.Model, patterns, sample int, change func(*bp.Plain)) *model.Solution {
	t.Helper()
	data, err := instances.Random{Size: instances.Size{P: patterns}}.Data(t.Context(), m, 11, sample)
	if err != nil {
		t.Fatal(err)
	}
	b := bp.NewPlain(m)
	change(b)
	if err := errors.Join(b.Validate(), b.Check(m)); err != nil {
		t.Fatal(err)
	}
	s, err := b.Solve(context.Background(), &model.Problem{Model: m, Data: data, Stream: func(purpose string) *rand.Rand {
		return instances.Stream(int64(sample), purpose)
	}}, instances.Stream(1, "algorithm"), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// number is a number of a solution that must have it.
func number(t testing.TB, s *model.Solution, name string) float64 {
	t.Helper()
	x, ok := s.Number(name)
	if !ok {
		t.Fatalf("no %s in %+v", name, s)
	}
	return x
}

// Around one pattern there is no loop: exact messages count the solutions and
// their magnetisations to rounding.
func TestPlainEnumeration(t *testing.T) {
	for _, kappa := range []float64{0, 0.3} {
		p := newProblem(t, 15, 1, 0, kappa)
		want := p.enumerate(0, nil)
		s := plainOn(t, p.perceptron, 1, 0, func(b *bp.Plain) { b.Accuracy, b.Epsilon = factorgraph.Exact, 1e-14 })
		q := 0.0
		for _, m := range want.m {
			q += m * m / 15
		}
		if !scalar.EqualWithinAbs(number(t, s, "entropy"), want.phi, 1e-11) || !scalar.EqualWithinAbs(number(t, s, "q"), q, 1e-11) {
			t.Errorf("κ %v: %+v, want entropy %v, q %v", kappa, s.Numbers, want.phi, q)
		}
		if s.Weights != nil || s.Outcome != results.Converged || number(t, s, "converged") != 1 || number(t, s, "sweeps") < 1 {
			t.Errorf("κ %v: %+v, want no weights, converged", kappa, s)
		}
	}
}

// The zero fixed point of the symmetric perceptron, reached from noise, has the
// annealed entropy whatever the patterns: that of typical instances.
func TestPlainSymmetric(t *testing.T) {
	m := model.NewSymmetric(201, 1)
	want, _ := knows.TypicalEntropy(m, 0.5*200/201)
	for sample := range 3 {
		s := plainOn(t, m, 100, sample, func(*bp.Plain) {})
		if got := number(t, s, "entropy"); !scalar.EqualWithinAbs(got, want, 1e-9) || number(t, s, "q") > 1e-9 || number(t, s, "sweeps") < 2 {
			t.Errorf("sample %d: %+v, want entropy %v, q 0", sample, s.Numbers, want)
		}
	}
}

// At N = 501 the mean entropy is that of replica symmetry, up to its error of the
// mean and 1/N.
//
// Check: entropy of plain BP, N = 1001, α = 0.05, 0.1, 0.2 | replica symmetry | 0.006; with a margin (slow)
// 0.032(3)/N
func TestPlainReplicaSymmetric(t *testing.T) {
	const n, samples = 501, 24
	m := model.NewPerceptron(n, 0)
	for _, p := range []int{100, 250} {
		want, _ := knows.TypicalEntropy(m, float64(p)/n)
		var x []float64
		for sample := range samples {
			x = append(x, number(t, plainOn(t, m, p, sample, func(*bp.Plain) {}), "entropy"))
		}
		s := results.Summarize(x)
		t.Logf("P %d: entropy %.5f ± %.5f, replica symmetry %.5f", p, s.Mean, s.Sem, want)
		if !scalar.EqualWithinAbs(s.Mean, want, 3*s.Sem+1.0/n) {
			t.Errorf("P %d: entropy %v ± %v, replica symmetry %v", p, s.Mean, s.Sem, want)
		}
	}
}

// What has no fixed point within the sweeps is recorded so; beyond capacity a
// frozen state has no entropy.
func TestPlainUnconverged(t *testing.T) {
	s := plainOn(t, model.NewPerceptron(51, 0), 25, 0, func(b *bp.Plain) { b.MaxSweeps = 2 })
	if s.Outcome != results.Limit || number(t, s, "converged") != 0 || number(t, s, "sweeps") != 2 {
		t.Errorf("after 2 sweeps: %+v", s)
	}
	frozen := 0
	for sample := range 10 {
		s := plainOn(t, model.NewPerceptron(15, 0), 22, sample, func(*bp.Plain) {})
		entropy, ok := s.Number("entropy")
		if !ok {
			frozen++
		}
		if math.IsNaN(entropy) || ok && !(entropy > -0.5 && entropy < 1.2) {
			t.Errorf("sample %d: %+v", sample, s)
		}
	}
	t.Logf("%d of 10 without entropy beyond capacity", frozen)
}

// TestPlainResumed: kept at any sweep and gone on with elsewhere, the same bits.
func TestPlainResumed(t *testing.T) {
	p := newProblem(t, 51, 23, 1, 0)
	b := bp.NewPlain(p.perceptron)
	b.Shuffle = true
	run := func(ctx context.Context, m *lives.Keeper) (*model.Solution, error) {
		m.Source = rand.NewPCG(1, 2)
		return b.Solve(ctx, &model.Problem{Model: p.perceptron, Data: instances.Learning(p.patterns), Keeper: m}, rand.New(m.Source), nil)
	}
	whole := &lives.Keeper{}
	want, err := run(context.Background(), whole)
	if err != nil || whole.Asked < 3 {
		t.Fatal(whole.Asked, err)
	}
	for stop := 1; stop <= whole.Asked; stop++ {
		ctx, cancel := context.WithCancel(context.Background())
		m := &lives.Keeper{Stop: stop, Die: cancel}
		if _, err := run(ctx, m); !errors.Is(err, context.Canceled) && stop < whole.Asked {
			t.Fatalf("stopped at sweep %d of %d: error %v", stop, whole.Asked, err)
		}
		if got, err := run(context.Background(), m); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("resumed at sweep %d of %d: %v\n%+v\nwant\n%+v", stop, whole.Asked, err, got, want)
		}
	}
}
