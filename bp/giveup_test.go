package bp_test

import (
	"slices"
	"testing"

	"fbp/bp"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// TestGivenUp replays each rule on the readings of searches of perceptrons without one: a
// search with it ends with the first step that meets it, or freezes, and says so; one that
// does neither goes its way, bit by bit.
func TestGivenUp(t *testing.T) {
	shown := map[string]int{}
	for _, c := range []struct {
		p, sample int
		search    func() *bp.Focusing
	}{{40, 0, bp.DefaultFocusing}, {40, 0, reinforced}, {85, 0, reinforced}, {85, 1, reinforced}, {95, 2, reinforced}, {40, 0, twice}, {85, 0, twice}, {85, 1, twice}, {95, 2, twice}} {
		p := newProblem(t, 101, c.p, c.sample, 0)
		whole := c.search()
		solution, all := solve(t, p, whole)
		all = all[:len(all)-1] // the search's own
		for rule, meets := range map[string]func(results.Reading) bool{
			bp.WhenFrozen: func(r results.Reading) bool { return value(t, r, "q") > 0.9999 },
			bp.ByEntropy:  func(r results.Reading) bool { return value(t, r, "sigma_int") < -1 },
		} {
			if rule == bp.ByEntropy && whole.MaxSweeps == 1 {
				continue // has none
			}
			last := slices.IndexFunc(all, func(r results.Reading) bool {
				return value(t, r, "errors") > 0 && meets(r)
			})
			want, steps := 1.0, last+1
			if last < 0 {
				want, steps = 0, len(all)
				if !solution.Solved() && len(all) < whole.Len() {
					want = 1 // frozen against a pattern
				}
			}
			f := c.search()
			f.GiveUp = rule
			_, got := solve(t, p, f)
			if n := len(got) - 2; n != steps || value(t, got[n+1], "given_up") != want {
				t.Errorf("P = %d, sample %d, %s: %d steps, %+v; want %d, given up %v", c.p, c.sample, rule, n, got[n+1], steps, want)
				continue
			}
			for k := range steps {
				if value(t, got[k], "q") != value(t, all[k], "q") {
					t.Errorf("P = %d, sample %d, %s: step %d: %+v, without the rule %+v", c.p, c.sample, rule, k, got[k], all[k])
				}
			}
			if steps < len(all) {
				shown[rule]++
			}
			if want == 0 {
				shown["solved"]++
			}
		}
	}
	if shown[bp.WhenFrozen] == 0 || shown[bp.ByEntropy] == 0 || shown["solved"] == 0 {
		t.Errorf("the test shows too little: %v", shown)
	}
}

// TestGivenUpFar: a search that is far from a solution after two attempts ends as one that has no more, and any other as
// without the rule.
func TestGivenUpFar(t *testing.T) {
	shown := map[float64]int{}
	for sample := range 8 {
		p := newProblem(t, 101, []int{75, 95}[sample%2], sample, 0)
		run := func(attempts int, rule string) (*model.Solution, []results.Reading) {
			f := finishing()
			f.MaxEpochs, f.Attempts, f.GiveUp = 60, attempts, rule
			if err := f.Validate(); err != nil {
				t.Fatal(err)
			}
			return solve(t, p, f)
		}
		numbers := func(name string, of []results.Reading) float64 {
			for _, r := range of {
				if r.Values[0].Name == name {
					return r.Values[0].Value
				}
			}
			t.Fatalf("no %s", name)
			return 0
		}
		got, readings := run(6, bp.WhenFar)
		want, plain := run(2, bp.Never)
		far := results.Flag(want.Errors >= 5)
		if far == 0 {
			want, plain = run(6, bp.Never)
		}
		if !slices.Equal(got.Weights, want.Weights) || numbers("finish_epochs", readings) != numbers("finish_epochs", plain) || numbers("given_up", readings) != far {
			t.Errorf("sample %d: %d errors after %v epochs, given up %v; want %d, %v, %v", sample, got.Errors, numbers("finish_epochs", readings),
				numbers("given_up", readings), want.Errors, numbers("finish_epochs", plain), far)
		}
		shown[far]++
	}
	if shown[0] == 0 || shown[1] == 0 {
		t.Errorf("the test shows too little: %v", shown)
	}
	f := bp.DefaultFocusing()
	if f.GiveUp = bp.WhenFar; f.Validate() == nil {
		t.Error("a search without attempts counts them")
	}
}

// reinforced is a search by one sweep a step that goes to its end.
func reinforced() *bp.Focusing {
	f := bp.DefaultFocusing()
	f.Preset, f.Rate = bp.Cheap, 0.02
	f.Complete(func(key string) bool { return key == "preset" || key == "rate" })
	f.Stop, f.GiveUp = "end", bp.Never
	return f
}

// twice is the same by two sweeps a step, which has entropies.
func twice() *bp.Focusing {
	f := reinforced()
	f.MaxSweeps = 2
	return f
}

// TestStepsOfOneSweep: they have no thermodynamics, and say so, unless a model's failure is foreseen by it; what is
// declared is what is emitted.
func TestStepsOfOneSweep(t *testing.T) {
	tree := model.NewCommittee()
	tree.N, tree.Hidden = 21, 3
	for _, c := range []struct {
		m      model.Model
		sweeps int
		want   bool
	}{{model.NewPerceptron(21, 0), 1, false}, {model.NewPerceptron(21, 0), 2, true}, {tree.Model(), 1, true}} {
		f := bp.NewFocusing(c.m)
		f.MaxSweeps = c.sweeps
		table := slices.IndexFunc(f.About().Tables, func(l results.Layout) bool { return l.Table == "focusing" })
		columns := f.About().Tables[table].Values
		var emitted []string
		if _, err := f.Solve(t.Context(), drawn(t, c.m, 10, 0), instances.Stream(1, "algorithm"), func(r results.Reading) {
			if r.Table == "focusing" {
				emitted = nil
				for _, q := range r.Values {
					emitted = append(emitted, q.Name)
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(emitted, columns) || slices.Contains(columns, "sigma_int") != c.want {
			t.Errorf("%d sweeps: %v are emitted, %v declared", c.sweeps, emitted, columns)
		}
	}
}

// TestGivenUpLayout: the number is one of the sample where there is a rule.
func TestGivenUpLayout(t *testing.T) {
	for rule, want := range map[string]bool{bp.Never: false, bp.WhenFrozen: true, bp.ByEntropy: true, bp.WhenFar: true} {
		f := bp.DefaultFocusing()
		f.GiveUp = rule
		got := false
		for _, l := range f.About().Tables {
			got = got || l.Table == "search_given_up"
		}
		if got != want {
			t.Errorf("give_up = %q: %v, want %v", rule, got, want)
		}
	}
}
