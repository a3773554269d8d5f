package main

import (
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
