package experiment

import (
	"context"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/plantest"
)

// Like is compared with like, or the plan is refused, in one line.
func TestComparable(t *testing.T) {
	for _, test := range []struct {
		what string
		sets []string
		want string // of the message; "" for a plan
	}{
		{"margins of both", []string{"model.kappa=0.1", "theory.max.kappa=0.1"}, ""},
		{"surroundings of a smaller margin", []string{"model.kappa=0.1", "measure.local_entropy.kappa=0"}, ""},
		{"the margin of the model", []string{"model.kappa=0.1"}, ""},
		{"another margin", []string{"model.kappa=0.1", "theory.max.kappa=0"}, "the theory has no curve with kappa = 0.1, the margin of measure.local_entropy"},
		{"a sweep of margins", []string{"model.kappa=0,0.1"}, ""},
		{"a sweep of margins, one curve", []string{"model.kappa=0,0.1", "theory.max.kappa=0"}, "the theory has no curve with kappa = 0.1"},
		{"a sweep, a curve for each", []string{"model.kappa=0,0.1", "theory.max.kappa=0,0.1"}, ""},
		{"references, a curve for each", []string{"model.kappa=0,0.1", "measure.local_entropy.kappa=0", "theory.max.kappa_ref=0,0.1"}, ""},
		{"references, one missing", []string{"model.kappa=0,0.2", "measure.local_entropy.kappa=0", "theory.max.kappa_ref=0,0.1"}, "the theory has no curve with kappa_ref = 0.2, the margin of the model"},
		{"a reference that is no solution", []string{"model.kappa=0.2", "measure.local_entropy.kappa=0", "theory.max.kappa_ref=0.1"}, "the theory is about solutions of margin kappa_ref = 0.1, the search about those of margin 0.2"},
		{"a reference of more margin", []string{"theory.max.kappa_ref=0.1"}, ""},
		{"another load", []string{"theory.max.alpha=0.4"}, "the theory has no curve of the instance's alpha"},
		{"one of two loads", []string{"instance.alpha=0.3,0.5", "theory.max.alpha=0.5"}, ""},
		{"the load as configured", []string{"theory.max.alpha=0.5"}, ""},
		{"labels of the instances", []string{`instance={ kind = "teacher", alpha = 0.5 }`}, ""},
		{"labels of a teacher", []string{`instance={ kind = "teacher", alpha = 0.5 }`, "theory.max.labels=random"}, "the theory is about random labels, the patterns have those of teacher"},
		{"both of a teacher", []string{`instance={ kind = "teacher", alpha = 0.5 }`, "theory.max.labels=teacher"}, ""},
		{"theory of a teacher", []string{"theory.max.labels=teacher"}, "the theory is about teacher labels, the patterns have those of random"},
		{"other weights", []string{"theory.max.weights=spherical"}, `the theory has weights = "spherical", the model "binary"`},
		{"other units", []string{"theory.max.activation=relu"}, `the theory has activation = "relu", the model "linear"`},
		{"two kinds of units", []string{"theory.max.activation=relu,linear"}, "want a single curve: activation has 2 values"},
		{"two references", []string{"theory.max.kappa_ref=0,max"}, "want a single curve: kappa_ref has 2 values"},
	} {
		_, err := plan.Parse(t.Context(), "x.toml", curved, test.sets, Standard())
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.what, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "x.toml:24: theory.max.compare = true: ") || strings.Contains(err.Error(), "\n")):
			t.Errorf("%s: %v, want the line of compare with %q", test.what, err, test.want)
		}
	}
	unmeasured := strings.Replace(curved, "[[measure]]\nkind = \"local_entropy\"\n", "", 1)
	if _, err := plan.Parse(t.Context(), "x.toml", unmeasured, nil, Standard()); err == nil || !strings.Contains(err.Error(), "there is no [[measure]]") {
		t.Errorf("%v, want a measurement to compare", err)
	}
}

// What is compared with theory is a table that its measurement calls a curve, of whatever
// kind.
func TestComparedByLayout(t *testing.T) {
	c := Standard()
	c.Measurements["surroundings"] = c.Measurements["local_entropy"]
	delete(c.Measurements, "local_entropy")
	c.Example = [][2]string{{"model", "perceptron"}, {"instance", "random"}, {"algorithm", "fbp"}, {"measure", "surroundings"}}
	text := strings.Replace(curved, `kind = "local_entropy"`, `kind = "surroundings"`, 1)
	plantest.Plan(t, c, text)
	got, _, err := c.Template(t.Context(), "x", plan.Start{})
	if err != nil || !strings.Contains(string(got), "surroundings") {
		t.Errorf("template: %v, %s", err, got)
	}
	_, err = plan.Parse(context.Background(), "x.toml", text, []string{"measure.surroundings.kappa=0.1", "theory.max.kappa=0"}, c)
	if err == nil || !strings.Contains(err.Error(), "the margin of measure.surroundings") {
		t.Errorf("another margin: %v", err)
	}
	_, err = plan.Parse(context.Background(), "x.toml", strings.Replace(text, "[[measure]]\nkind = \"surroundings\"\n", "", 1), nil, c)
	if err == nil || !strings.Contains(err.Error(), `there is no [[measure]] of kind "surroundings" to compare with it`) {
		t.Errorf("nothing measured: %v", err)
	}
}
