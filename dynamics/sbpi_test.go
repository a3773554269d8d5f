package dynamics

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// voting are the models that SBPI learns: one unit, with and without a margin, and a tree.
func voting() map[string]*model.Architecture {
	tree := model.NewCommittee()
	tree.N, tree.Hidden = 63, 3
	strict := model.NewCommittee()
	strict.N, strict.Hidden, strict.Kappa = 63, 3, 1
	return map[string]*model.Architecture{
		"perceptron": model.NewPerceptron(71, 0), "margin": model.NewPerceptron(70, 0.3), "tree": tree.Model().(*model.Architecture), "tree with margin": strict.Model().(*model.Architecture),
	}
}

// learning is random patterns for a model.
func learning(t testing.TB, m model.Model, p int) *model.Problem {
	t.Helper()
	d, err := (&instances.Random{Size: instances.Size{P: p}}).Data(context.Background(), m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &model.Problem{Model: m, Data: d, Stream: func(purpose string) *rand.Rand { return instances.Stream(1, purpose) }}
}

// presented is the definition of what a pattern does to hidden states: flips are made
// one by one, and the model says which patterns are wrong.
func presented(s *SBPI, m *model.Architecture, units int, h []int, xi *instances.Patterns, rng *rand.Rand) {
	n := len(h) / units
	w := make([]float64, len(h))
	for i := range h {
		w[i] = float64(min(max(h[i], -1), 1))
	}
	sum := func(l int) (sum int) {
		for i := l * n; i < (l+1)*n; i++ {
			sum += int(w[i] * xi.At(0, i))
		}
		return sum
	}
	move := func(l int, by func(i, x int) int) {
		for i := l * n; i < (l+1)*n; i++ {
			h[i] = min(max(h[i]+by(i, int(xi.At(0, i))), 1-s.States), s.States-1)
		}
	}
	if m.Errors(w, xi) > 0 {
		unit := 0
		for l := range units { // the one against it, nearest to zero; a single unit is that
			if x := sum(l); units > 1 && x < 0 && (sum(unit) > 0 || x > sum(unit)) {
				unit = l
			}
		}
		move(unit, func(_, x int) int { return 2 * x })
		return
	}
	for l := range units {
		barely := false
		for i := l * n; i < (l+1)*n; i++ {
			w[i] = -w[i]
			barely = barely || m.Errors(w, xi) > 0
			w[i] = -w[i]
		}
		if barely && rng.Float64() < s.Ps {
			move(l, func(i, x int) int {
				if int(w[i]) == x {
					return 2 * x
				}
				return 0
			})
		}
	}
}

// States follow their definition, pattern by pattern: they stay odd, and in range. Taken over
// after any epoch, they go on as they would.
func TestStatesByDefinition(t *testing.T) {
	models := voting()
	models["a word"] = model.NewPerceptron(64, 0.1)
	for name, m := range models {
		for _, states := range slow.Some(2, []int{2, 4, 22, 8}) {
			followed(t, fmt.Sprintf("%s, %d states", name, states), m, states)
		}
	}
}

func followed(t *testing.T, name string, m *model.Architecture, states int) {
	t.Helper()
	s := NewSBPI(m)
	s.States, s.Ps = states, 0.5
	p, shuffles := learning(t, m, 45), instances.Stream(2, "algorithm")
	l := s.From(drawn(p), p, shuffles)
	h, rng := make([]int, l.dim()), instances.Stream(2, "algorithm")
	for i, x := range l.States() {
		h[i] = int(x)
	}
	ends, order := 0, make([]int, 45)
	for epoch := range 30 {
		l.Epoch(epoch)
		for mu := range order {
			order[mu] = mu
		}
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, mu := range order {
			one := instances.NewPatterns(m.Inputs(), 1)
			for i := range one.N {
				one.Set(0, i, p.Data.Train.At(mu, i) < 0)
			}
			presented(s, m, l.Units, h, one, rng)
		}
		w := make([]float64, len(h))
		for i, x := range l.States() {
			if w[i] = x; int(x) != h[i] || h[i]%2 == 0 {
				t.Fatalf("%s, epoch %d: state %d is %v, want %d", name, epoch, i, x, h[i])
			}
			if h[i]*h[i] == (s.States-1)*(s.States-1) {
				ends++
			}
		}
		if got, want := l.Errors(), m.Errors(w, p.Data.Train); got != want {
			t.Errorf("%s: %d errors, want %d", name, got, want)
		} else if l.Ended(epoch) != (want == 0) {
			t.Errorf("%s: %d errors, and ended: %v", name, want, want > 0)
		}
		if epoch%7 == 3 {
			l = s.From(l.States(), p, shuffles)
		}
	}
	if ends == 0 {
		t.Errorf("%s: no state was at an end of its range", name)
	}
}

func TestSBPISolves(t *testing.T) {
	for name, m := range voting() {
		solvesAndResumes(t, name, NewSBPI(m), learning(t, m, 10))
	}
}

// ignored takes readings.
func ignored(results.Reading) {}

func TestSBPIAllocatesNothing(t *testing.T) {
	m := model.NewPerceptron(101, 0)
	p := learning(t, m, 80)
	l := NewSBPI(m).From(drawn(p), p, instances.Stream(1, "algorithm"))
	if n := testing.AllocsPerRun(10, func() { l.Epoch(0); l.Ended(1) }); n > 0 {
		t.Errorf("%v allocations in an epoch", n)
	}
}

// Models without votes of binary weights are refused, and so is an odd number of states.
func TestSBPIRefuses(t *testing.T) {
	full, relu, spherical := model.NewCommittee(), model.NewCommittee(), model.NewCommittee()
	full.Layout, relu.Activation, spherical.Weights = model.Full, model.ReLUUnits, model.SphericalWeights
	for _, m := range []model.Model{full.Model(), relu.Model(), spherical.Model(), model.NewSymmetric(11, 1)} {
		if NewSBPI(m).Check(m) == nil {
			t.Errorf("%+v is not refused", m)
		}
	}
	for _, m := range voting() {
		if err := NewSBPI(m).Check(m); err != nil {
			t.Error(err)
		}
	}
	if s := NewSBPI(model.NewPerceptron(501, 0)); s.States != 44 || s.Validate() != nil {
		t.Errorf("%d states at N = 501", s.States)
	}
	if (&SBPI{States: 5}).Validate() == nil {
		t.Error("an odd number of states")
	}
}

// At N = 501 searches succeed far above α = 0.6 (literature: up to about 0.69), if there are
// enough states: a number that grows as √N.
func TestSBPICapacity(t *testing.T) {
	m := model.NewPerceptron(501, 0)
	solves := func(states, most int) bool {
		s := NewSBPI(m)
		s.States, s.MaxEpochs = states, most
		found, err := s.Solve(t.Context(), learning(t, m, 300), instances.Stream(1, "algorithm"), func(results.Reading) {})
		if err != nil {
			t.Fatal(err)
		}
		return found.Solved()
	}
	if got := []bool{solves(44, 1000), solves(4, 300)}; !slices.Equal(got, []bool{true, false}) {
		t.Errorf("solved with 44 and 4 states: %v", got)
	}
}
