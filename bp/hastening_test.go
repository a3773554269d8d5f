package bp_test

import (
	"math"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// climbed is the state at the end of the first steps of the default protocol, each
// converged, and the sweeps of all.
func climbed(t *testing.T, m model.Model, p *instances.Patterns, epsilon float64, hastened bool) (magnetizations []float64, sweeps int) {
	t.Helper()
	g, err := m.Abilities().Graph.Of(p, factorgraph.Accurate)
	if err != nil {
		t.Fatal(err)
	}
	s, passing := bp.NewState(g, nil), bp.DefaultFocusing().Passing
	passing.Epsilon, passing.MaxSweeps = epsilon, 5000
	if hastened {
		s.Hasten()
	}
	for _, gamma := range bp.DefaultFocusing().Gamma.Values()[:14] {
		sweeps += converge(t, s, passing, factorgraph.NewReplicas(20, gamma)).Sweeps
	}
	magnetizations = make([]float64, g.N)
	s.Magnetizations(magnetizations)
	return magnetizations, sweeps
}

// TestHastened: steps that are hastened end at the fixed points that they end at
// otherwise, up to the strengths at which they creep, in fewer sweeps.
func TestHastened(t *testing.T) {
	slow.Only(t)
	p, tree := newProblem(t, 501, 250, 0, 0), model.NewCommittee()
	tree.N, tree.Hidden = 501, 3
	for _, m := range []model.Model{p.perceptron, tree.Model()} {
		want, slow := climbed(t, m, p.patterns, 1e-6, false)
		got, fast := climbed(t, m, p.patterns, 1e-6, true)
		off := 0.0
		for i, m := range got {
			off += (m - want[i]) * (m - want[i]) / float64(len(got))
		}
		t.Logf("%s: %d sweeps, hastened %d, %.2g off", m.Traits().Network, slow, fast, math.Sqrt(off))
		if math.Sqrt(off) > 1e-4 || float64(fast) > 0.7*float64(slow) {
			t.Errorf("%s: %d sweeps, hastened %d, want at most 0.7 of that; magnetisations are %.2g off", m.Traits().Network, slow, fast, math.Sqrt(off))
		}
	}
}

// TestFinishedSearch: with finish = "sbpi" the steps take the sweeps that they take when every
// sweep is damped and nothing is extrapolated, as its help says; without, they take fewer.
func TestFinishedSearch(t *testing.T) {
	p, f := newProblem(t, 201, 80, 0, 0), bp.DefaultFocusing()
	s, want := p.state(t, factorgraph.Accurate), 0
	for _, step := range f.Steps() {
		out, err := s.Converge(t.Context(), f.Passing, factorgraph.NewReplicas(step.Y, step.Gamma))
		if err != nil {
			t.Fatal(err)
		}
		want += out.Sweeps
	}
	for _, finish := range []string{bp.BySBPI, bp.NoFinish} {
		f.Finish, f.HandOver, f.Attempts, f.Ps, f.MaxEpochs = finish, 1, 1, []float64{0.3}, 1
		found, _ := solve(t, p, f)
		sweeps, _ := found.Number("sweeps")
		if (int(sweeps) == want) != (finish == bp.BySBPI) || int(sweeps) > want {
			t.Errorf("finish %s: %v sweeps; %d of state that nothing hastens", finish, sweeps, want)
		}
	}
}

// TestSweepsOfASearch: the default protocol takes 239 sweeps at N = 501, α = 0.5, mean of
// four samples, that took 340 when every sweep was damped and nothing was extrapolated.
func TestSweepsOfASearch(t *testing.T) {
	slow.Only(t)
	m := model.NewPerceptron(501, 0)
	sweeps, mean := make([]float64, 30), 0.0
	for sample := range 4 {
		patterns, err := instances.Random{Size: instances.Size{P: 250}}.Patterns(m.N, 1, sample)
		if err != nil {
			t.Fatal(err)
		}
		s, err := bp.DefaultFocusing().Solve(t.Context(), &model.Problem{Model: m, Data: instances.Learning(patterns)}, nil, func(r results.Reading) {
			if r.Table == "focusing" {
				sweeps[int(r.At[0].Value)] += r.Values[0].Value / 4
				mean += r.Values[0].Value / 4
			}
		})
		if err != nil || s.Errors > 0 {
			t.Errorf("sample %d: %d errors, %v", sample, s.Errors, err)
		}
	}
	t.Logf("%.1f sweeps: %.1f", mean, sweeps)
	if mean > 280 {
		t.Errorf("%v sweeps, want at most 280", mean)
	}
}

// TestAlikePatterns: searches among patterns that are like each other, of inputs of which 0.8
// are 1, take the sweeps that they took before steps were hastened; solutions were lost.
func TestAlikePatterns(t *testing.T) {
	slow.Only(t)
	m, sweeps := model.NewPerceptron(201, 0), 0.0
	for sample := range 4 {
		patterns, rng := instances.NewPatterns(m.N, 80), instances.Stream(int64(sample), "biased")
		for mu := range patterns.P {
			label := rng.IntN(2) == 0
			for i := range m.N {
				patterns.Set(mu, i, (rng.Float64() < 0.8) == label)
			}
		}
		s, err := bp.DefaultFocusing().Solve(t.Context(), &model.Problem{Model: m, Data: instances.Learning(patterns)}, nil, func(r results.Reading) {
			if n, ok := r.Value("sweeps"); ok {
				sweeps += n / 4
			}
		})
		if err != nil || s.Errors > 0 {
			t.Errorf("sample %d: %d errors, %v", sample, s.Errors, err)
		}
	}
	t.Logf("%v sweeps", sweeps)
	if sweeps > 600 {
		t.Errorf("%v sweeps", sweeps)
	}
}
