package experiment

import (
	"strings"
	"testing"

	"fbp/bp"
	"fbp/experiment/plan"
	"fbp/factorgraph"
	"fbp/measure"
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

// One message per node is the default of large perceptrons with independent inputs ±1 that are not few, and so it is of the
// local entropy; with it goes a larger epsilon. That they are defaults is known of a point, so that searches with either make
// one curve. The resolved config makes the same plan, also where only some points have it.
func TestAccuracyFollowsPatterns(t *testing.T) {
	const sphere, committee = "weights = \"spherical\"", "hidden = 3\nlayout = \"tree\""
	for _, c := range []struct {
		model, keys, instance, algorithm string
		accuracy                         factorgraph.Accuracy
		epsilon                          float64
	}{
		{"perceptron", "n = 2001", "alpha = 0.5", "", factorgraph.AMP, 0.01},
		{"perceptron", "n = 2001\nkappa = 0.3", "p = 990", "", factorgraph.AMP, 0.01},
		{"perceptron", "n = 2001", "alpha = 0.48", "", factorgraph.Accurate, 3e-3},
		{"perceptron", "n = 1999", "alpha = 0.5", "", factorgraph.Accurate, 3e-3},
		{"perceptron", "n = 2001", "alpha = 0.5\ninputs = \"gaussian\"", "", factorgraph.Accurate, 3e-3},
		{"perceptron", "n = 2001", "alpha = 0.5\nbias = 0.3", "", factorgraph.Accurate, 3e-3},
		{"perceptron", "n = 2001\n" + sphere, "alpha = 0.5", "", factorgraph.Accurate, 3e-3},
		{"symmetric_perceptron", "n = 2001\nkappa = 1.0", "alpha = 0.5", "", factorgraph.Accurate, 3e-3},
		{"committee", "n = 2001\n" + committee, "alpha = 0.5", "", factorgraph.Accurate, 3e-3},
		{"perceptron", "n = 2001", "alpha = 0.5", "accuracy = \"accurate\"", factorgraph.Accurate, 3e-3},
		{"perceptron", "n = 2001", "alpha = 0.65", "", factorgraph.AMP, 0.01},
		{"perceptron", "n = 2001", "alpha = 0.66", "", factorgraph.Accurate, 3e-3},
		{"perceptron", "n = 2001", "alpha = 0.66", "accuracy = \"amp\"", factorgraph.AMP, 0.01},
		{"perceptron", "n = 2001", "alpha = 0.5", "accuracy = \"amp\"", factorgraph.AMP, 0.01},
		{"perceptron", "n = 2001", "alpha = 0.5", "shuffle = true", factorgraph.Accurate, 3e-3},
		{"perceptron", "n = 501", "alpha = 0.5", "preset = \"success\"", factorgraph.AMP, 3e-3},
		{"perceptron", "n = 2001", "alpha = 0.5", "preset = \"cheap\"", factorgraph.AMP, 0.01},
	} {
		text := "samples = 1\n[model]\nkind = \"" + c.model + "\"\n" + c.keys + "\n[instance]\nkind = \"random\"\n" + c.instance +
			"\n[algorithm]\nkind = \"fbp\"\n" + c.algorithm + "\n[[measure]]\nkind = \"local_entropy\"\n"
		if c.model == "symmetric_perceptron" || strings.Contains(c.keys, committee) {
			text, _, _ = strings.Cut(text, "[[measure]]")
		}
		p := planned(t, text)
		f := p.Spec.Points[0].Algorithm.(*bp.Focusing)
		if f.Accuracy != c.accuracy || f.Epsilon != c.epsilon {
			t.Errorf("%s %q, %q, %q: accuracy %q, epsilon %v; want %q, %v", c.model, c.keys, c.instance, c.algorithm, f.Accuracy, f.Epsilon, c.accuracy, c.epsilon)
		}
		defaults, err := Standard().Followed(p.Spec.Points[0])
		if chosen := strings.Contains(c.algorithm, "accuracy") || strings.Contains(c.algorithm, "preset"); err != nil || defaults["epsilon"] != c.epsilon || !chosen && defaults["accuracy"] != string(c.accuracy) {
			t.Errorf("%s %q, %q, %q: the defaults are %v, %v", c.model, c.keys, c.instance, c.algorithm, defaults, err)
		}
		for _, m := range p.Spec.Points[0].Measures {
			if got := m.Measurement.(*measure.LocalEntropy).Accuracy; got != c.accuracy {
				t.Errorf("%s %q, %q, %q: the measurement has accuracy %q", c.model, c.keys, c.instance, c.algorithm, got)
			}
		}
	}
	swept := "samples = 1\n[model]\nkind = \"perceptron\"\nn = 501\n[instance]\nkind = \"random\"\nalpha = 0.3\n[algorithm]\nkind = \"fbp\"\n[[measure]]\nkind = \"local_entropy\"\n" +
		"[sweep]\n\"model.n\" = [501, 2001]\n\"instance.alpha\" = [0.3, 0.5]\n[[variant]]\nname = \"a\"\nalgorithm.accuracy = \"amp\"\n[[variant]]\nname = \"b\"\nalgorithm.y = 10\n"
	p := planned(t, swept)
	if again := planned(t, string(p.Spec.Resolved(""))); string(again.Encode()) != string(p.Encode()) {
		t.Errorf("the resolved config makes another plan:\n%s", p.Spec.Resolved(""))
	}
}
