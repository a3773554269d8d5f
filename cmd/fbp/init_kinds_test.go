package main

import (
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// TestInitOfKinds: what fbp init writes for kinds that go together is a plan with the
// defaults of these kinds, and a small one of it runs; others are refused in the line in
// which the plan refuses them, and nothing is written.
func TestInitOfKinds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, test := range map[string]struct{ args, has string }{
		"lal":      {"--model committee --algorithm lal --instance teacher --set model.weights=spherical", `"spherical"`},
		"sphere":   {"--algorithm lal --measure stability --set model.weights=spherical", `"spherical"`},
		"tiny":     {"--algorithm monte_carlo --model symmetric_perceptron", `= "symmetric_perceptron"`},
		"layered":  {"--algorithm layered_bp --model binary_mlp", `= "binary_mlp"`},
		"taught":   {"--measure generalization --instance teacher", `= "teacher"`},
		"pairs":    {"--algorithm sbpi --measure overlaps --set searches=2", "searches = 2 "},
		"triples":  {"--algorithm hinge --measure landscape --set searches=3 --set model.weights=spherical", "searches = 3 "},
		"load":     {"--set instance.alpha=0.7", "= 0.7 "},
		"messages": {"--algorithm bp", `= "bp"`}, // which finds no weights to measure
	} {
		fbp(t, dir, append([]string{"init", name}, strings.Fields(test.args)...)...).want(t, 0)
		if text := scratch.Read(t, dir, name+".toml"); !strings.Contains(text, test.has) {
			t.Errorf("fbp init %s: no %s in\n%s", test.args, test.has, text)
		}
		fbp(t, dir, "plan", name+".toml").want(t, 0)
	}
	fbp(t, dir, "init", "images", "--instance", "idx").want(t, 0)
	fbp(t, dir, "run", "lal.toml", "--set", "samples=1", "--set", "model.n=99", "--set", "instance.alpha=0.1").want(t, 0)
	for args, want := range map[string]string{
		"--model symmetric_perceptron --algorithm lal": `init: algorithm.kind = "lal": want weights = "spherical" in [model], a perceptron or a committee of sign units`,
		"--model comittee":                    `model.comittee: there is no such section, kind or key; did you mean "model.committee"?`,
		"--model binary_mlp":                  `init: algorithm.kind = "fbp": want a model with a factor graph`,
		"--algorithm layered_bp":              `init: algorithm.kind = "layered_bp": want a model of kind "binary_mlp"`,
		"--algorithm sbpi --measure overlaps": "init: measure.overlaps.between: want two or more searches of each sample (searches = 2 at the top), or the names of variants here",
		"--set instance.alpha=0.3,0.5":        "--set: instance.alpha: want one value to start from",
		"--set model.m=3":                     `--set model.m=3: unknown key; did you mean "n"?`,
	} {
		if o := fbp(t, dir, append([]string{"init", "no"}, strings.Fields(args)...)...).want(t, 2); !strings.HasPrefix(o.stderr, want) || strings.Count(o.stderr, "\n") != 1 {
			t.Errorf("fbp init %s: %s, want %s", args, o.stderr, want)
		}
	}
	if found, err := filepath.Glob(filepath.Join(dir, "no*")); err != nil || len(found) > 0 {
		t.Errorf("configs that were refused have been written: %v, %v", found, err)
	}
}
