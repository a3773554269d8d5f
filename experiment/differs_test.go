package experiment

import (
	"testing"

	"fbp/experiment/plantest"
)

// What two experiments do not share is named by its key, whether a value is another one, is new or is gone; other names
// and other figures are no difference.
func TestDiffers(t *testing.T) {
	const text = `samples = 2
[model]
kind = "perceptron"
n = 51
[instance]
kind = "random"
alpha = 0.5
[algorithm]
kind = "fbp"
[[measure]]
kind = "stability"
`
	c := plantest.Catalog()
	old := plantest.Plan(t, c, text)
	for _, test := range []struct {
		set  []string
		want string
	}{
		{[]string{"name=other"}, ""},
		{[]string{"seed=2"}, "was: seed = 1; now: seed = 2"},
		{[]string{"samples=3"}, "was: samples = 2; now: samples = 3"},
		{[]string{"algorithm.gamma.steps=7"}, "was: algorithm.gamma.steps = 30; now: algorithm.gamma.steps = 7"},
		{[]string{"instance.alpha=0.5,0.6"}, `now also: instance.alpha = 0.6`},
		{[]string{"measure.stability.unsolved=include"}, `was: measure.stability.unsolved = "skip"; now: measure.stability.unsolved = "include"`},
		{[]string{"model.kind=symmetric_perceptron", "model.n=51", "model.kappa=1"}, `was: model.kind = "perceptron"; now: model.kind = "symmetric_perceptron"`},
	} {
		if got := plantest.Plan(t, c, text, test.set...).Differs(old); got != test.want {
			t.Errorf("%s: %q, want %q", test.set, got, test.want)
		}
	}
	if got, want := old.Differs(plantest.Plan(t, c, text, "instance.alpha=0.5,0.6")), "no longer: instance.alpha = 0.6"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
