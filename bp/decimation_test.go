package bp_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"fbp/bp"
	"fbp/enumeration"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/lives"
	"fbp/internal/slow"
	"fbp/model"
)

// drawing is a draw of weights of a problem.
func drawing(t testing.TB, p problem, d *bp.Decimation, rng *rand.Rand) *model.Solution {
	t.Helper()
	if err := errors.Join(d.Validate(), d.Check(p.perceptron)); err != nil {
		t.Fatal(err)
	}
	s, err := d.Solve(context.Background(), &model.Problem{Model: p.perceptron, Data: instances.Learning(p.patterns)}, rng, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Of one pattern, a tree, exact messages draw every weight vector as often as it counts:
// χ² per degree of freedom is 1 ± √(2/128).
//
// Check: `"decimation"`, one pattern, exact messages; `"localization"`, exact means, N = 9; Monte Carlo with a
// potential, N = 15 | probabilities of all weight vectors | χ² of their counts
func TestDecimationDraws(t *testing.T) {
	slow.Only(t)
	const n, draws = 7, 6000
	for _, at := range slow.Some(2, []bp.Temperature{{}, {Beta: with(1), Loss: bp.CrossEntropy, Gamma: 0.8}, {Beta: with(1.5), Loss: bp.Counting}}) {
		p := newProblem(t, n, 1, 0, 0)
		d := bp.NewDecimation(p.perceptron)
		d.Temperature, d.Accuracy, d.Block, d.Epsilon = at, factorgraph.Exact, 1, 1e-10
		rng, counts := instances.Stream(3, "draws"), make([]float64, 1<<n)
		for range draws {
			s := drawing(t, p, d, rng)
			counts[instances.PackSigns(s.Weights)[0]]++
			if s.Errors != p.perceptron.Errors(s.Weights, p.patterns) || s.Solved() != (s.Errors == 0) {
				t.Fatalf("%+v", s)
			}
		}
		weights, z, beta := make([]float64, 1<<n), 0.0, 0.0
		if at.Finite() {
			beta = *at.Beta
		}
		for w := range weights {
			weights[w] = 1
			energy := 0.0
			switch solved := p.solves(uint64(w)); {
			case !at.Finite() && !solved:
				weights[w] = 0
			case at.Loss == bp.Counting && !solved:
				energy = 1
			case at.Loss == bp.CrossEntropy:
				x := p.perceptron.Stabilities(nil, enumeration.Weights(n, uint64(w)), p.patterns)[0]
				energy = math.Log1p(math.Exp(-2*at.Gamma*x)) / (2 * at.Gamma)
			}
			weights[w] *= math.Exp(-beta * energy)
			z += weights[w]
		}
		chi, free := 0.0, -1.0
		for w, x := range weights {
			if want := draws * x / z; want > 0 {
				chi, free = chi+(counts[w]-want)*(counts[w]-want)/want, free+1
			} else if counts[w] > 0 {
				t.Errorf("%+v: drew weights that do not count", at)
			}
		}
		if t.Logf("%+v: χ² = %.1f, %v degrees of freedom", at, chi, free); math.Abs(chi/free-1) > 4*math.Sqrt(2/free) {
			t.Errorf("%+v: χ² = %.1f with %v degrees of freedom", at, chi, free)
		}
	}
}

// At a temperature the weights drawn have the energy and the errors that belief
// propagation tells, to the fluctuations of one configuration, √(−dE/dβ/N) of the energy.
func TestDecimationEnergy(t *testing.T) {
	slow.Only(t)
	const n, beta, step = 251, 8, 0.5
	for _, sample := range slow.Some(2, []int{0, 1, 2, 3}) {
		p := newProblem(t, n, 100, sample, 0)
		d := bp.NewDecimation(p.perceptron)
		d.Temperature = bp.Temperature{Beta: with(beta), Loss: bp.CrossEntropy, Gamma: 1}
		s := drawing(t, p, d, instances.Stream(int64(sample), "draws"))
		other := plainOn(t, p.perceptron, 100, sample, func(b *bp.Plain) {
			b.Temperature = d.Temperature
			b.Beta = with(beta + step)
		})
		spread := math.Sqrt((number(t, s, "energy") - number(t, other, "energy")) / step / n)
		off := (number(t, s, "energy_drawn") - number(t, s, "energy")) / spread
		wrong := 100 * number(t, s, "error_rate")
		t.Logf("sample %d: energy %.2f deviations off; %d errors, %.1f expected", sample, off, s.Errors, wrong)
		if math.Abs(off) > 4 || math.Abs(float64(s.Errors)-wrong) > 4*math.Sqrt(wrong) {
			t.Errorf("sample %d: energy %.1f deviations from its mean, %d errors, %.1f expected", sample, off, s.Errors, wrong)
		}
	}
}

// TestDecimationResumed: kept at any sweep and gone on with elsewhere, the same bits, also
// of why there is no entropy.
func TestDecimationResumed(t *testing.T) {
	slow.Only(t)
	p := newProblem(t, 51, 23, 1, 0)
	d := bp.NewDecimation(p.perceptron)
	d.Temperature, d.Shuffle = bp.Temperature{Beta: with(3), Loss: bp.Hinge}, true
	resumed(t, p, d)
	p = seeded(t, 11, 14, 57)
	d = bp.NewDecimation(p.perceptron)
	d.MaxSweeps = 1000
	if s := resumed(t, p, d); s.Omitted["entropy"] == "" {
		t.Errorf("%+v, want no entropy", s)
	}
}

// resumed is a draw, which may be stopped anywhere.
func resumed(t *testing.T, p problem, d *bp.Decimation) *model.Solution {
	t.Helper()
	run := func(ctx context.Context, m *lives.Keeper) (*model.Solution, error) {
		m.Source = rand.NewPCG(1, 2)
		return d.Solve(ctx, &model.Problem{Model: p.perceptron, Data: instances.Learning(p.patterns), Keeper: m}, rand.New(m.Source), nil)
	}
	whole := &lives.Keeper{}
	want, err := run(context.Background(), whole)
	if err != nil || whole.Asked < 20 {
		t.Fatal(whole.Asked, err)
	}
	for stop := 1; stop <= whole.Asked; stop += 1 + stop/5 {
		ctx, cancel := context.WithCancel(context.Background())
		m := &lives.Keeper{Stop: stop, Die: cancel}
		if _, err := run(ctx, m); !errors.Is(err, context.Canceled) && stop < whole.Asked {
			t.Fatalf("stopped at sweep %d of %d: error %v", stop, whole.Asked, err)
		}
		if got, err := run(context.Background(), m); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("resumed at sweep %d of %d: %v\n%+v\nwant\n%+v", stop, whole.Asked, err, got, want)
		}
	}
	return want
}
