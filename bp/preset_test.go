package bp_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/model"
)

// TestGeometricGrowth compares the steps with powers, and their number with the
// logarithm: y grows by the same factor from 1 to the y given.
func TestGeometricGrowth(t *testing.T) {
	for _, c := range []struct {
		rate, y float64
		steps   int
	}{{0.5, 16, 5}, {0.5, 15.9, 4}, {0.003, 20, 998}, {0.03, 20, 99}, {0.25, 1.2, 1}, {0.9, 2e8, 9}, {1e-3, 4, 1386}} {
		f := bp.DefaultFocusing()
		f.Protocol, f.Growth, f.Rate, f.Y = bp.Reinforcement, bp.Geometric, c.rate, c.y
		if err := f.Validate(); err != nil {
			t.Fatal(err)
		}
		steps := f.Steps()
		if len(steps) != c.steps || f.Len() != c.steps {
			t.Fatalf("rate %v to y = %v: %d steps, %d without spelling them out, want %d", c.rate, c.y, len(steps), f.Len(), c.steps)
		}
		for k, s := range steps {
			if want := math.Pow(1-c.rate, -float64(k)); !math.IsInf(s.Gamma, 1) || math.Abs(s.Y-want) > 1e-12*want {
				t.Errorf("rate %v: step %d is %v, want y = %v", c.rate, k, s, want)
			}
		}
	}
}

// completed is a section with some keys, as a config gives them.
func completed(change func(*bp.Focusing), keys ...string) *bp.Focusing {
	f := bp.DefaultFocusing()
	change(f)
	f.Complete(func(key string) bool {
		for _, k := range keys {
			if k == key {
				return true
			}
		}
		return false
	})
	return f
}

// Attempts are more, and noisier, where the sums of a unit have a thousand inputs or more: a
// tree of three units has a third of N.
func TestAttemptsFollowInputs(t *testing.T) {
	perceptron := func(n int) model.Model { return model.NewPerceptron(n, 0) }
	tree := model.NewCommittee()
	tree.N, tree.Hidden = 2001, 3
	for _, c := range []struct {
		m        model.Model
		attempts int
		ps       []float64
	}{
		{perceptron(501), 20, []float64{0.3, 0.4}}, {perceptron(999), 20, []float64{0.3, 0.4}},
		{perceptron(1001), 50, []float64{0.4}}, {perceptron(2001), 50, []float64{0.4}},
		{tree.Model(), 20, []float64{0.3, 0.4}},
	} {
		f := bp.NewFocusing(c.m)
		f.Preset = bp.Capacity
		f.Complete(func(key string) bool { return key == "preset" })
		if f.Finish != bp.BySBPI || f.Attempts != c.attempts || !slices.Equal(f.Ps, c.ps) {
			t.Errorf("%d inputs in all: %s, %d attempts with ps %v, want %d with %v", c.m.Dim(), f.Finish, f.Attempts, f.Ps, c.attempts, c.ps)
		}
		f = bp.NewFocusing(c.m)
		f.Preset, f.Finish, f.Ps = bp.Capacity, bp.BySBPI, []float64{0.2}
		f.Complete(func(key string) bool { return key == "preset" || key == "ps" })
		if len(f.Ps) != 1 || f.Ps[0] != 0.2 {
			t.Errorf("ps %v, want the 0.2 that was given", f.Ps)
		}
	}
}

// TestPresets: a preset is the keys that it fills in, and no more: given keys win, and
// nothing is left of its name.
func TestPresets(t *testing.T) {
	text := func(f *bp.Focusing) string { return fmt.Sprintf("%+v", *f) }
	for _, name := range []string{bp.Capacity, bp.Cheap} {
		got := completed(func(f *bp.Focusing) { f.Preset = name }, "preset")
		want := bp.DefaultFocusing()
		want.Protocol, want.Growth, want.Rate, want.Y, want.Stop = "reinforcement", "geometric", 0.03, 20, "solved"
		want.GiveUp, want.Damping, want.Refresh, want.MaxSweeps = "frozen", 0.5, 1000, 1
		if name == bp.Capacity {
			want.Rate, want.GiveUp, want.Damping = 0.003, "none", 0
			want.Finish, want.HandOver, want.Attempts, want.MaxEpochs, want.Ps = "sbpi", 0.99, 20, 2000, []float64{0.3, 0.4}
		}
		if text(got) != text(want) || got.Preset != "" {
			t.Errorf("%s is\n%s, want\n%s", name, text(got), text(want))
		}
		if err := got.Validate(); err != nil {
			t.Error(err)
		}
		again := completed(func(f *bp.Focusing) { *f = *got }, "protocol", "growth", "rate", "y", "stop", "give_up", "damping", "refresh", "max_sweeps",
			"finish", "hand_over", "attempts", "max_epochs", "ps")
		if text(again) != text(want) {
			t.Errorf("%s, written out, is\n%s, want\n%s", name, text(again), text(want))
		}
	}
	for key, change := range map[string]func(*bp.Focusing){
		"rate":       func(f *bp.Focusing) { f.Rate = 0.01 },
		"y":          func(f *bp.Focusing) { f.Y = 7 },
		"stop":       func(f *bp.Focusing) { f.Stop = "end" },
		"give_up":    func(f *bp.Focusing) { f.GiveUp = bp.Never },
		"max_sweeps": func(f *bp.Focusing) { f.MaxSweeps = 3 },
		"epsilon":    func(f *bp.Focusing) { f.Epsilon = 1e-2 },
	} {
		got := completed(func(f *bp.Focusing) { f.Preset = bp.Cheap; change(f) }, "preset", key)
		want := completed(func(f *bp.Focusing) { f.Preset = bp.Cheap }, "preset")
		change(want)
		if text(got) != text(want) {
			t.Errorf("%s given:\n%s, want\n%s", key, text(got), text(want))
		}
	}
	if f := completed(func(f *bp.Focusing) { f.Preset, f.Refresh = bp.Cheap, 10 }, "preset", "refresh"); f.Damping != 0.5 || f.Refresh != 10 {
		t.Errorf("refresh 10: damping %v", f.Damping)
	}
}

// TestPresetsRefuse: a preset of another protocol, and growth that has no meaning.
func TestPresetsRefuse(t *testing.T) {
	for want, c := range map[string]struct {
		change func(*bp.Focusing)
		keys   []string
	}{
		`growth = "geometric": has no meaning with protocol "scoping"`: {func(f *bp.Focusing) {
			f.Preset, f.Protocol = bp.Capacity, bp.Scoping
		}, []string{"preset", "protocol"}},
		`y = 1: want 1 < y <= 1e9`: {func(f *bp.Focusing) { f.Preset, f.Y = bp.Cheap, 1 }, []string{"preset", "y"}},
		`rate = 1e-05: makes`:      {func(f *bp.Focusing) { f.Preset, f.Rate = bp.Cheap, 1e-5 }, []string{"preset", "rate"}},
		`give_up = "entropy": want "frozen" or "none" with max_sweeps = 1`: {func(f *bp.Focusing) { f.Preset, f.GiveUp = bp.Cheap, bp.ByEntropy }, []string{"preset", "give_up"}},
		`rate = 0: want 0 < rate < 1`:                                      {func(f *bp.Focusing) { f.Preset, f.Rate = bp.Cheap, 0 }, []string{"preset", "rate"}},
	} {
		if err := completed(c.change, c.keys...).Validate(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s …", err, want)
		}
	}
}

// TestPresetUnfinished: on a model that SBPI cannot finish the preset of capacity is the
// default protocol up to the first solution.
func TestPresetUnfinished(t *testing.T) {
	full, tree := model.NewCommittee(), model.NewCommittee()
	full.N, full.Hidden, full.Layout, tree.N, tree.Hidden = 21, 3, model.Full, 21, 3
	for m, want := range map[model.Model]string{
		full.Model(): bp.NoFinish, model.NewSymmetric(11, 1): bp.NoFinish, tree.Model(): bp.BySBPI, model.NewPerceptron(11, 0): bp.BySBPI,
	} {
		f := bp.NewFocusing(m)
		f.Preset = bp.Capacity
		f.Complete(func(key string) bool { return key == "preset" })
		if f.Finish != want || f.Stop != "solved" || (f.Protocol == bp.Scoping) != (want == bp.NoFinish) || f.Validate() != nil || f.Check(m) != nil {
			t.Errorf("%+v: %+v, %v, %v", m, f, f.Validate(), f.Check(m))
		}
	}
}

// TestSmallSteps: what nothing finishes is damped, and so are expanded messages, less, by default.
func TestSmallSteps(t *testing.T) {
	for _, c := range []struct {
		accuracy factorgraph.Accuracy
		finish   string
		damping  float64
	}{
		{factorgraph.Accurate, bp.NoFinish, 0.5}, {factorgraph.AMP, bp.NoFinish, 0.5},
		{factorgraph.Accurate, bp.BySBPI, 0}, {factorgraph.AMP, bp.BySBPI, 0.3},
	} {
		f := bp.DefaultFocusing()
		f.Protocol, f.Growth, f.Accuracy, f.Finish = bp.Reinforcement, bp.Geometric, c.accuracy, c.finish
		f.Complete(func(key string) bool { return key == "accuracy" || key == "finish" })
		if f.Damping != c.damping || f.Refresh != 1000 {
			t.Errorf("%+v: damping %v, refresh %d", c, f.Damping, f.Refresh)
		}
	}
}

// TestPresetOfSphericalWeights: one that is reinforcement is refused for them, as its protocol is.
func TestPresetOfSphericalWeights(t *testing.T) {
	m := model.NewSphericalPerceptron(21, 0)
	for preset, want := range map[string]string{
		bp.Cheap:    `protocol = "reinforcement": want "scoping" or "list" for spherical weights`,
		bp.Capacity: "",
	} {
		f := bp.NewFocusing(m)
		f.Preset = preset
		f.Complete(func(key string) bool { return key == "preset" })
		err := cmp.Or(f.Validate(), f.Check(m))
		if got := fmt.Sprint(err); got != want && (want != "" || err != nil) {
			t.Errorf("%s: %v, want %s", preset, err, want)
		}
	}
}
