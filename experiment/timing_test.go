package experiment

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// ticking is an algorithm with a clock of its own, which a unit moves by a millisecond
// per pattern, and the drawing of an instance not at all.
type ticking struct {
	dice
	Units int `toml:"units" min:"1" help:"of a search"`

	now  time.Time
	most int // patterns that a unit met
	made int // units that were set up
}

func (k *ticking) Cost(s model.Size) model.Work {
	return model.Work{Solved: float64(k.Units), Unsolved: float64(2 * k.Units), Most: float64(10 * k.Units), Bytes: 1 << 20 * float64(s.Patterns)}
}

func (k *ticking) Unit(p *model.Problem, _ *rand.Rand) (func(), error) {
	rows := p.Data.Train.P
	k.made++
	k.most = max(k.most, rows)
	return func() { k.now = k.now.Add(time.Duration(rows) * time.Millisecond) }, nil
}

// tickingPlan is a plan of it, with the timing of its clock.
func tickingPlan(t *testing.T, sets ...string) (*plan.Plan, *ticking, plan.Timing) {
	t.Helper()
	c, w := fakes()
	k := &ticking{dice: dice{Steps: 1, work: w}, Units: 50}
	c.Algorithms["ticking"] = func(model.Model) plan.Algorithm { return k }
	text := strings.NewReplacer(`kind = "dice"`, `kind = "ticking"`, "[[measure]]\nkind = \"census\"\n", "").Replace(game)
	p := plantest.Plan(t, c, text, sets...)
	timing := plan.DefaultTiming()
	timing.Clock = func() time.Time { return k.now }
	timing.Work = timing.Clock
	return p, k, timing
}

// TestTiming: the seconds of a task are the units of its work times what one takes, and
// of the parts of a large problem that fit in memory and time.
func TestTiming(t *testing.T) {
	for _, test := range []struct {
		patterns, most int // at most so many patterns are met
	}{{1, 1}, {5, 5}, {20, 20}, {40, 40}, {1000, 64}, {100_000, 64}} {
		p, k, timing := tickingPlan(t, "model.n=21", fmt.Sprintf("instance.p=%d", test.patterns))
		if e := p.Estimate(p.Tasks[0]); e.Unknown == "" || e.Seconds != 0 {
			t.Errorf("%d patterns: %+v before anything was timed", test.patterns, e)
		}
		start := k.now
		p.Time(t.Context(), p.Tasks, timing)
		want := 4e-3 + 50*1e-3*float64(test.patterns) // files, and units
		if e := p.Estimate(p.Tasks[0]); e.Unknown != "" || math.Abs(e.Seconds/want-1) > 1e-9 && test.patterns <= 5 || e.Seconds < want || e.Seconds > 2.01*want {
			t.Errorf("%d patterns: %+v, want %v s", test.patterns, e, want)
		}
		if k.most > test.most || k.now.Sub(start) > 300*time.Millisecond {
			t.Errorf("%d patterns: %d of them timed in %v", test.patterns, k.most, k.now.Sub(start))
		}
	}
}

// TestTimingOfManyPoints: all points have seconds, in the time that there is, also where
// it is too short for each.
func TestTimingOfManyPoints(t *testing.T) {
	for _, points := range []int{10, 100, 2000} {
		p, k, timing := tickingPlan(t, "instance.p="+fmt.Sprintf("1:%d:%d", points, points), "samples=2")
		start := k.now
		p.Time(t.Context(), p.Tasks, timing)
		if spent := k.now.Sub(start); spent > 6*time.Second {
			t.Errorf("%d points: %v", points, spent)
		}
		if len(p.Tasks) != 2*points || k.made > 5*points {
			t.Errorf("%d tasks, %d units", len(p.Tasks), k.made)
		}
		for _, task := range p.Tasks {
			want := 0.05 * float64(task.Point+1)
			if e := p.Estimate(task); e.Unknown != "" || e.Seconds < 0.99*want || e.Seconds > 2.01*want {
				t.Fatalf("%d points, %d patterns: %+v, want %v s", points, task.Point+1, e, want)
			}
		}
	}
}

// TestTimingIsInterrupted: nothing more is timed then.
func TestTimingIsInterrupted(t *testing.T) {
	p, k, timing := tickingPlan(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if p.Time(ctx, p.Tasks, timing); k.made > 0 || p.Estimate(p.Tasks[0]).Unknown == "" {
		t.Errorf("%d units, %+v", k.made, p.Estimate(p.Tasks[0]))
	}
}

// costless is an algorithm that states no cost; Wait milliseconds go by in a search.
type costless struct {
	Wait int `toml:"wait" help:"milliseconds"`
}

func (c *costless) Validate() error         { return nil }
func (c *costless) Draws() bool             { return false }
func (c *costless) Check(model.Model) error { return nil }

func (c *costless) Solve(ctx context.Context, p *model.Problem, _ *rand.Rand, _ func(results.Reading)) (*model.Solution, error) {
	if c.Wait < 0 {
		panic("as asked")
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(time.Duration(c.Wait) * time.Millisecond):
	}
	return &model.Solution{Weights: slices.Repeat([]float64{1}, p.Model.Dim()), Outcome: results.Limit}, nil
}

// TestCostless: an algorithm that states no cost is never planned as nearly free: its
// search is timed, and if that takes too long or fails there are no seconds, but a reason.
func TestCostless(t *testing.T) {
	c, _ := fakes()
	c.Algorithms["costless"] = func(model.Model) plan.Algorithm { return &costless{} }
	text := strings.Replace(game, `kind = "dice"`, `kind = "costless"`, 1)
	for wait, want := range map[int]string{20: "", 10_000: "costless: states no cost, and did not end within 0.1 s", -1: "costless: panic: as asked"} {
		p := fakePlan(t, c, text, fmt.Sprintf("algorithm.wait=%d", wait), "instance.p=5")
		start := time.Now()
		p.Time(t.Context(), p.Tasks, plan.DefaultTiming())
		if spent := time.Since(start); spent > 5*time.Second {
			t.Errorf("wait %d: timed for %v", wait, spent)
		}
		e := p.Estimate(p.Tasks[0])
		if e.Unknown != want || (want == "") != (e.Seconds >= 0.02) {
			t.Errorf("wait %d: %+v, want seconds unknown for %q", wait, e, want)
		}
	}
}

// TestEverythingIsTimed: a plan of every model with every algorithm and every
// measurement of the catalog has seconds, more than nothing. Where not all is run, a model is
// timed once with each of its algorithms and once with each of its measurements.
func TestEverythingIsTimed(t *testing.T) {
	slow.Only(t)
	c, weights := Standard(), filepath.Join(t.TempDir(), "weights.txt")
	scratch.Write(t, weights, strings.Repeat("1\n", 21))
	timing, met := plan.DefaultTiming(), map[string]bool{}
	for _, m := range modelsOf(c) {
		for a := range c.Algorithms {
			if timing.Point = 5 * time.Millisecond; a == "file" { // the search is timed as a whole, or not at all on a busy machine
				timing.Point = 50 * time.Millisecond
			}
			for _, k := range append([]string{""}, slices.Sorted(maps.Keys(c.Measurements))...) {
				if met[m+" with "+a] && met[m+" and "+k] && !slow.All {
					continue
				}
				spec, err := plan.Parse(t.Context(), "x.toml", combination(m, a, k, weights), nil, c)
				if err != nil {
					continue // TestCombinations looks at these
				}
				p, err := plan.New(t.Context(), spec)
				if err != nil {
					continue
				}
				p.Time(t.Context(), p.Tasks, timing)
				e := p.Estimate(p.Tasks[0])
				if e.Unknown != "" { // on a busy machine, say
					p.Time(t.Context(), p.Tasks, plan.DefaultTiming())
					e = p.Estimate(p.Tasks[0])
				}
				if e.Unknown != "" || !(e.Seconds > 0 && e.Most >= e.Seconds) {
					t.Errorf("%s/%s/%s: %+v", m, a, k, e)
				}
				met[a], met[k], met[m+" with "+a], met[m+" and "+k] = true, true, true, true
			}
		}
	}
	for a := range c.Algorithms {
		if !met[a] {
			t.Errorf("algorithm %q was never timed", a)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(c.Measurements)) {
		if !met[k] {
			t.Errorf("measurement %q was never timed", k)
		}
	}
}
