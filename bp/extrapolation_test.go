package bp_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/lives"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// streams are the random numbers of a test.
func streams(purpose string) *rand.Rand { return instances.Stream(1, purpose) }

// point is a member of a family of fixed points: magnetisations and free entropy.
type point struct {
	m   []float64
	phi float64
}

// biased are the fixed points around a reference at strengths ρ = atanh(k/49) of the
// bias, messages carried over, and the sweeps that they took; extrapolated or not.
func biased(t testing.TB, g *factorgraph.Graph, passing bp.Passing, reference []float64, extrapolated bool) (points []point, sweeps int) {
	t.Helper()
	s := bp.NewState(g, nil)
	if extrapolated {
		s.Extrapolate(6)
	}
	for _, rho := range append([]float64{0}, bp.Atanh(50, 1, 10).Values()...) {
		if extrapolated {
			s.Toward(gauss.Tanh(rho))
		}
		sweeps += converge(t, s, passing, field(rho, reference)).Sweeps
		m := make([]float64, g.N)
		s.Magnetizations(m)
		points = append(points, point{m, s.FreeEntropy()})
	}
	return points, sweeps
}

// measuring is message passing around a solution.
func measuring() bp.Passing {
	p := bp.DefaultFocusing().Passing
	p.Damping, p.Epsilon, p.MaxSweeps = 0, 1e-6, 1000
	return p
}

// TestExtrapolated: messages that are extrapolated end at the fixed points that they end at
// otherwise, to what ε = 1e-6 leaves open either way, and far sooner: after 158 sweeps instead
// of 352 around a solution of the perceptron, 112 instead of 238 around one of the symmetric, and
// 160 instead of 319 around one of a tree of sign units.
func TestExtrapolated(t *testing.T) {
	slow.Only(t)
	perceptron := newProblem(t, 501, 250, 0, 0)
	symmetric := newProblem(t, 501, 150, 1, 0)
	trees := newProblem(t, 495, 200, 2, 0)
	m, tree := model.NewSymmetric(501, 1.5), model.NewCommittee()
	tree.N, tree.Hidden = 495, 3
	for _, c := range []struct {
		name     string
		m        model.Model
		patterns *instances.Patterns
		fraction float64
	}{
		{"perceptron", perceptron.perceptron, perceptron.patterns, 0.5},
		{"symmetric", m, symmetric.patterns, 0.5},
		{"tree", tree.Model(), trees.patterns, 0.6},
	} {
		g, err := c.m.Abilities().Graph.Of(c.patterns, factorgraph.Accurate)
		if err != nil {
			t.Fatal(err)
		}
		solution, err := bp.NewFocusing(c.m).Solve(t.Context(), &model.Problem{Model: c.m, Data: instances.Learning(c.patterns), Stream: streams}, nil, func(results.Reading) {})
		if err != nil || solution.Errors > 0 {
			t.Fatal(solution.Errors, err)
		}
		want, slow := biased(t, g, measuring(), solution.Weights, false)
		got, fast := biased(t, g, measuring(), solution.Weights, true)
		t.Logf("%s: %d sweeps, extrapolated %d", c.name, slow, fast)
		if float64(fast) > c.fraction*float64(slow) {
			t.Errorf("%s: %d sweeps, extrapolated %d, want at most %.2f of that", c.name, slow, fast, c.fraction)
		}
		for k := range want {
			sum := 0.0
			for i, m := range got[k].m {
				sum += (m - want[k].m[i]) * (m - want[k].m[i])
			}
			if off := math.Sqrt(sum / float64(g.N)); !(off < 2e-6) {
				t.Errorf("%s: point %d is %.2g off", c.name, k, off)
			}
			if off := math.Abs(got[k].phi - want[k].phi); !(off < 1e-7) {
				t.Errorf("%s: free entropy of point %d is %.2g off", c.name, k, off)
			}
		}
	}
}

// Where rows cannot be extrapolated, and from a family of one point, nothing changes.
func TestNotExtrapolated(t *testing.T) {
	relu := model.NewCommittee()
	relu.N, relu.Hidden, relu.Activation = 165, 3, "relu"
	patterns, err := instances.Random{Size: instances.Size{P: 40}}.Patterns(165, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	g, err := relu.Model().Abilities().Graph.Of(patterns, factorgraph.Accurate)
	if err != nil {
		t.Fatal(err)
	}
	s, other := bp.NewState(g, nil), bp.NewState(g, nil)
	s.Extrapolate(6)
	few := measuring()
	few.MaxSweeps = 5
	for k, rho := range bp.Atanh(9, 0, 10).Values() {
		s.Toward(gauss.Tanh(rho))
		for _, s := range []*bp.State{s, other} {
			if _, err := s.Converge(t.Context(), few, field(rho, someReference(165))); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(s.H.B, other.H.B) {
			t.Errorf("other fields at ρ = %v, number %d", rho, k)
		}
	}
	p := newProblem(t, 201, 90, 0, 0)
	s, other = p.state(t, factorgraph.Accurate), p.state(t, factorgraph.Accurate)
	s.Extrapolate(6)
	for range 3 {
		s.Toward(0.5) // the same again replaces the one before
		if a, b := converge(t, s, measuring(), field(0.5, someReference(201))), converge(t, other, measuring(), field(0.5, someReference(201))); a != b {
			t.Errorf("%+v, without extrapolation %+v", a, b)
		}
	}
}

// A family that is kept at any sweep, and goes on in another process, ends in the same
// bits; what is no checkpoint of it is refused.
func TestResumedFamily(t *testing.T) {
	p := newProblem(t, 51, 15, 1, 0)
	run := func(ctx context.Context, m *lives.Keeper) (h []float64, sweeps int, err error) {
		s, first := p.state(t, factorgraph.Accurate), 0
		s.Extrapolate(6)
		s.Resume(m, &first, &sweeps)
		rhos := bp.Atanh(12, 0, 10).Values()
		for k := first; k < len(rhos); k++ {
			s.At(k, sweeps)
			s.Toward(gauss.Tanh(rhos[k]))
			out, err := s.Converge(ctx, measuring(), field(rhos[k], someReference(51)))
			if err != nil {
				return nil, 0, err
			}
			sweeps += out.Sweeps
			s.FreeEntropy()
		}
		return s.H.B, sweeps, nil
	}
	whole := &lives.Keeper{}
	want, sweeps, err := run(context.Background(), whole)
	if err != nil {
		t.Fatal(err)
	}
	for stop := 1; stop <= whole.Asked; stop += 1 + stop/4 {
		ctx, cancel := context.WithCancel(context.Background())
		m := &lives.Keeper{Stop: stop, Die: cancel}
		if _, _, err := run(ctx, m); !errors.Is(err, context.Canceled) && stop < whole.Asked {
			t.Fatalf("stopped at sweep %d of %d: error %v", stop, whole.Asked, err)
		}
		got, again, err := run(context.Background(), m)
		if err != nil || !reflect.DeepEqual(got, want) || again != sweeps {
			t.Fatalf("resumed at sweep %d of %d: %d sweeps, want %d: %v", stop, whole.Asked, again, sweeps, err)
		}
		for _, n := range []int{len(m.State) - 8*51, len(m.State) / 2} {
			cut := &lives.Keeper{State: m.State[:n]}
			if got, again, err := run(context.Background(), cut); err != nil || !reflect.DeepEqual(got, want) || again != sweeps {
				t.Fatalf("%d bytes of %d: %d sweeps, want %d: %v", n, len(m.State), again, sweeps, err)
			}
		}
	}
}
