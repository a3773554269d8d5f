package bp_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// solve runs focusing on a problem and returns its readings too.
func solve(t testing.TB, p problem, f *bp.Focusing) (*model.Solution, []results.Reading) {
	t.Helper()
	var readings []results.Reading
	s, err := f.Solve(context.Background(), &model.Problem{Model: p.perceptron, Data: instances.Learning(p.patterns)},
		instances.Stream(1, "algorithm"), func(r results.Reading) { readings = append(readings, r) })
	if err != nil {
		t.Fatal(err)
	}
	return s, readings
}

func value(t testing.TB, r results.Reading, name string) float64 {
	t.Helper()
	for _, q := range append(r.At, r.Values...) {
		if q.Name == name {
			return q.Value
		}
	}
	t.Fatalf("reading without %s: %+v", name, r)
	return 0
}

// TestFocusingSolves: the protocol of the paper solves every one of four samples
// at N = 301, α = 0.5, far beyond where plain BP's signs do, and what it reports
// is what its weights do.
func TestFocusingSolves(t *testing.T) {
	for sample := range 4 {
		p := newProblem(t, 301, 150, sample, 0)
		s, readings := solve(t, p, bp.DefaultFocusing())
		if !s.Solved() || s.Errors != 0 || p.perceptron.Errors(s.Weights, p.patterns) != 0 {
			t.Errorf("sample %d: %d errors", sample, s.Errors)
		}
		if len(readings) != 31 || value(t, readings[30], "solution_step") != 29 {
			t.Fatalf("%d readings, want 30 steps and the solution's, the last: %+v", len(readings), readings[len(readings)-1])
		}
		if value(t, readings[0], "errors") == 0 {
			t.Errorf("sample %d: plain BP solved it; the test shows nothing", sample)
		}
		last := readings[29]
		known, _ := s.Number("q")
		if q := value(t, last, "q"); q < 0.9 || q != known {
			t.Errorf("sample %d: q = %v at the end", sample, q)
		}
	}
}

// TestFocusingMargin: a margin κ > 0 is a margin of every pattern.
func TestFocusingMargin(t *testing.T) {
	p := newProblem(t, 301, 90, 0, 0.4)
	s, _ := solve(t, p, bp.DefaultFocusing())
	least := math.Inf(1)
	for _, stability := range p.perceptron.Stabilities(nil, s.Weights, p.patterns) {
		least = min(least, stability)
	}
	if !s.Solved() || least <= 0.4 {
		t.Errorf("smallest stability %v, %d errors", least, s.Errors)
	}
}

// TestProtocols: every protocol of the original program solves an easy sample,
// and "solved" stops at the first solution.
func TestProtocols(t *testing.T) {
	p := newProblem(t, 301, 120, 0, 0)
	for name, change := range map[string]func(*bp.Focusing){
		"reinforcement": func(f *bp.Focusing) { f.Protocol, f.Rate = bp.Reinforcement, 0.02 },
		"pseudo":        func(f *bp.Focusing) { f.Protocol, f.Rate, f.X = bp.Pseudo, 0.05, 0.5 },
		"pairs": func(f *bp.Focusing) {
			f.Protocol, f.Pairs = bp.Pairs, [][2]float64{{0, 1}, {0.3, 5}, {0.6, 10}, {1, 20}, {math.Inf(1), 3}}
		},
		"flooding": func(f *bp.Focusing) { f.Schedule, f.Damping = bp.Flooding, 0.6 },
		"amp":      func(f *bp.Focusing) { f.Accuracy = factorgraph.AMP },
		"shuffle":  func(f *bp.Focusing) { f.Shuffle = true },
	} {
		f := bp.DefaultFocusing()
		change(f)
		if err := f.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		f.Stop = "solved"
		s, readings := solve(t, p, f)
		if !s.Solved() {
			t.Errorf("%s: %d errors", name, s.Errors)
		}
		steps := readings[:len(readings)-1]
		if value(t, readings[len(steps)], "solution_step") != float64(len(steps)-1) {
			t.Errorf("%s: %+v after %d steps", name, readings[len(steps)], len(steps))
		}
		for k, r := range steps {
			if done := value(t, r, "errors") == 0; done != (k == len(steps)-1) {
				t.Errorf("%s: step %d of %d has %v errors", name, k, len(steps), value(t, r, "errors"))
			}
			if r.Table != "focusing" || math.IsNaN(value(t, r, "sigma_int")) {
				t.Errorf("%s: reading %+v", name, r)
			}
		}
	}
}

// TestSteps spells protocols out by hand.
func TestSteps(t *testing.T) {
	inf := math.Inf(1)
	for name, c := range map[string]struct {
		f    bp.Focusing
		want []bp.Step
	}{
		"scoping": {bp.Focusing{Protocol: bp.Scoping, Y: 20, Gamma: bp.Atanh(3, 0, 10)},
			[]bp.Step{{0, 20}, {math.Atanh(0.5), 20}, {10, 20}}},
		"list of gamma": {bp.Focusing{Protocol: bp.Scoping, Y: 2, Gamma: bp.Schedule{List: []float64{0.1, 0.7}}},
			[]bp.Step{{0.1, 2}, {0.7, 2}}},
		"reinforcement": {bp.Focusing{Protocol: bp.Reinforcement, Rate: 0.25},
			[]bp.Step{{inf, 1}, {inf, 4. / 3}, {inf, 2}, {inf, 4}}},
		"pseudo": {bp.Focusing{Protocol: bp.Pseudo, Rate: 0.5, X: 0.5},
			[]bp.Step{{0, 1}, {math.Atanh(math.Sqrt(0.5)), 3}}},
		"pairs": {bp.Focusing{Protocol: bp.Pairs, Pairs: [][2]float64{{0.2, 3}}}, []bp.Step{{0.2, 3}}},
	} {
		got := c.f.Steps()
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
			continue
		}
		for k := range got {
			if !scalar.EqualWithinAbsOrRel(got[k].Gamma, c.want[k].Gamma, 1e-14, 1e-14) || !scalar.EqualWithinAbs(got[k].Y, c.want[k].Y, 1e-13) {
				t.Errorf("%s: step %d is %v, want %v", name, k, got[k], c.want[k])
			}
		}
	}
	if n := len((&bp.Focusing{Protocol: bp.Reinforcement, Rate: 0.01}).Steps()); n != 100 {
		t.Errorf("reinforcement at rate 0.01 has %d steps, want 100", n)
	}
}

// TestValidate: each wrong value is named, with its key first.
func TestValidate(t *testing.T) {
	for want, change := range map[string]func(*bp.Focusing){
		"y = 0.5: want 1 <= y <= 1e9":                                                        func(f *bp.Focusing) { f.Y = 0.5 },
		`rate = 0.1: has no meaning with protocol "scoping"`:                                 func(f *bp.Focusing) { f.Rate = 0.1 },
		`x = 0.5: has no meaning with protocol "scoping"`:                                    func(f *bp.Focusing) { f.X = 0.5 },
		`rate = 0: want 0 < rate < 1 with protocol "reinforcement"`:                          func(f *bp.Focusing) { f.Protocol = bp.Reinforcement },
		`x = 0: want 0 < x <= 1 with protocol "pseudo"`:                                      func(f *bp.Focusing) { f.Protocol, f.Rate = bp.Pseudo, 0.1 },
		`pairs = []: want pairs [γ, y] with protocol "list"`:                                 func(f *bp.Focusing) { f.Protocol = bp.Pairs },
		"pairs = [-1, 2]: want [γ, y] with 0 <= γ <= 100 or γ infinite, and 1 <= y <= 1e9":   func(f *bp.Focusing) { f.Protocol, f.Pairs = bp.Pairs, [][2]float64{{-1, 2}} },
		"gamma.first = 30: want 0 <= first < steps":                                          func(f *bp.Focusing) { f.Gamma.First = 30 },
		"gamma.steps = 1: want 2 <= steps <= 100000":                                         func(f *bp.Focusing) { f.Gamma.Steps = 1 },
		"gamma.cap = +Inf: want 0 < cap <= 100":                                              func(f *bp.Focusing) { f.Gamma.Cap = math.Inf(1) },
		"gamma.list = -0.1: want values from 0 to 100, or infinity where that has a meaning": func(f *bp.Focusing) { f.Gamma.List = []float64{-0.1} },
		`shuffle = true: has no meaning with accuracy "amp", whose rows stay together`:       func(f *bp.Focusing) { f.Shuffle, f.Accuracy = true, factorgraph.AMP },
	} {
		f := bp.DefaultFocusing()
		change(f)
		if err := f.Validate(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := bp.DefaultFocusing().Validate(); err != nil {
		t.Error(err)
	}
}
