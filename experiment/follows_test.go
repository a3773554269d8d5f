package experiment

import (
	"strings"
	"testing"

	"fbp/experiment/plan"
)

// A key that a variant makes necessary is missing in the variant, and not in the section that it amends.
func TestMissingKeyOfVariant(t *testing.T) {
	_, err := plan.Parse(t.Context(), "x.toml", `[model]
kind = "committee"
n = 15
hidden = 3
layout = "tree"
[instance]
kind = "random"
alpha = 0.3
[algorithm]
kind = "fbp"
[[variant]]
name = "a"
[[variant]]
name = "b"
model.output = "at_least"
`, nil, Standard())
	if err == nil || !strings.HasPrefix(err.Error(), "x.toml:14: ") || !strings.Contains(err.Error(), "model.need: missing") {
		t.Errorf("%v, want the place of the variant", err)
	}
}

// Theory of features has the alpha_t of the experiment, and that of samples the power, where it has none of its own.
func TestTheoryFollowsExperiment(t *testing.T) {
	for _, c := range []struct{ instance, algorithm, theory string }{
		{"kind = \"features\"\nd = 51\nalpha_t = 3", `kind = "fbp"`, `kind = "features"` + "\nalpha = 0.3"},
		{"kind = \"random\"\nalpha = 0.3", "kind = \"localization\"\npotential = { power = 1.5 }", `kind = "sampling"`},
	} {
		s, err := plan.Parse(t.Context(), "x.toml", "[model]\nkind = \"perceptron\"\nn = 101\n[instance]\n"+c.instance+
			"\n[algorithm]\n"+c.algorithm+"\n[[theory]]\nname = \"f\"\n"+c.theory+"\n", nil, Standard())
		if err != nil || s.Theories[0].Rows() != 1 {
			t.Errorf("%s: %v", c.theory, err)
		}
	}
}
