package main

import (
	"strings"
	"testing"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/internal/scratch"
)

// TestInitOfKinds: what fbp init writes for kinds that go together is a plan with the
// defaults of these kinds, and a small one of it runs; others are refused in one line.
func TestInitOfKinds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fbp(t, dir, "init", "lal", "--model", "committee", "--algorithm", "lal", "--instance", "teacher").want(t, 0)
	fbp(t, dir, "run", "lal.toml", "--no-timing", "--set", "samples=1", "--set", "model.n=99", "--set", "instance.alpha=0.1").want(t, 0)
	fbp(t, dir, "init", "sphere", "--model", "perceptron", "--algorithm", "lal", "--measure", "stability").want(t, 0)
	fbp(t, dir, "init", "tiny", "--algorithm", "monte_carlo", "--model", "symmetric_perceptron").want(t, 0)
	fbp(t, dir, "init", "images", "--instance", "idx").want(t, 0)
	fbp(t, dir, "init", "no", "--model", "symmetric_perceptron", "--algorithm", "lal").want(t, 2).says(t, `init: algorithm.kind = "lal": want weights = "spherical"`)
	fbp(t, dir, "init", "no", "--model", "comittee").want(t, 2).says(t, `model.comittee: there is no such kind; did you mean "committee"?`)
	for _, name := range []string{"lal", "sphere", "tiny"} {
		text := scratch.Read(t, dir, name+".toml")
		spec, err := plan.Parse(t.Context(), name+".toml", text, nil, experiment.Standard())
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if _, err := plan.New(t.Context(), spec); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
	}
}

// TestInitPicksWhatFits: a kind that was not asked for is the only one that goes with those
// that were; of several, all are named, from what the catalog has.
func TestInitPicksWhatFits(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, test := range map[string]struct {
		args []string
		has  string
	}{
		"layered":  {[]string{"--algorithm", "layered_bp"}, `= "binary_mlp"`},
		"straight": {[]string{"--algorithm", "straight_through"}, `= "binary_mlp"`},
		"taught":   {[]string{"--measure", "generalization"}, `= "teacher"`},
		"pairs":    {[]string{"--algorithm", "sbpi", "--measure", "overlaps"}, "searches = 2 "},
		"triples":  {[]string{"--algorithm", "hinge", "--measure", "landscape"}, "searches = 3 "},
	} {
		fbp(t, dir, append([]string{"init", name}, test.args...)...).want(t, 0)
		if text := scratch.Read(t, dir, name+".toml"); !strings.Contains(text, test.has) {
			t.Errorf("fbp init %v: no %s in\n%s", test.args, test.has, text)
		}
		fbp(t, dir, "plan", name+".toml", "--no-timing").want(t, 0)
	}
	for want, args := range map[string][]string{
		`init: algorithm.kind = "fbp": want a model with a factor graph and stabilities; add --algorithm layered_bp, monte_carlo or straight_through`:                                                                            {"--model", "binary_mlp"},
		`init: algorithm.kind = "fbp": want one that draws random numbers: overlaps compares several searches of a sample; add --algorithm cross_entropy, decimation, lal, monte_carlo, perceptron_rule, replicated_sgd or sbpi`: {"--model", "committee", "--measure", "overlaps"},
		`init: algorithm.kind = "layered_bp": want a model of kind "binary_mlp"`:                                                                                                                                                 {"--model", "committee", "--algorithm", "layered_bp"},
	} {
		if o := fbp(t, dir, append([]string{"init", "no"}, args...)...).want(t, 2); o.stderr != want+"\n" {
			t.Errorf("fbp init %v: %s, want %s", args, o.stderr, want)
		}
	}
}
