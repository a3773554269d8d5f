package experiment

import (
	"strings"
	"testing"

	"fbp/experiment/plan"
)

// A key of another kind says which kinds have it; one of none, what it may have meant.
func TestKeysOfOtherKinds(t *testing.T) {
	theory := "[[theory]]\nname = \"x\"\nkind = \"capacity\"\nd = 0.1\n"
	for _, c := range []struct{ old, new, set, want string }{
		{`kind = "fbp"`, "kind = \"fbp\"\nbeta = 1.0", "", `x.toml:13: algorithm.beta: unknown key; a key of algorithm.bp, algorithm.cross_entropy, algorithm.decimation, …`},
		{"", "", "algorithm.replicas=3", `--set algorithm.replicas=3: unknown key; a key of algorithm.lal, algorithm.monte_carlo, algorithm.replicated_sgd`},
		{"n = 21", "n = 21\nhidden = 3", "", `x.toml:6: model.hidden: unknown key; a key of model.committee`},
		{"alpha = 0.5", "alpha = 0.5\nimages = \"a\"", "", `x.toml:10: instance.images: unknown key; a key of instance.idx`},
		{`kind = "stability"`, "kind = \"stability\"\neta = [0.1]", "", `x.toml:16: measure.stability.eta: unknown key; a key of measure.robustness`},
		{`kind = "fbp"`, "kind = \"fbp\"\ngamma = { rate = 1 }\nrate = 0.1", "", `x.toml:13: algorithm.gamma.rate: unknown key; known: `},
		{`kind = "fbp"`, "kind = \"fbp\"\ngama = 3", "", `x.toml:13: algorithm.gama: unknown key; did you mean "gamma"?`},
		{"kind = \"local_entropy\"\n", "kind = \"local_entropy\"\n" + theory, "", `x.toml:22: theory.x.d: unknown key; a key of theory.`},
		{"n = 21", "n = 21\nalpha = 0.4", "", "x.toml:6: model.alpha: unknown key; a key of instance"},
		{"n = 21", "n = 21\nsamples = 4", "", "x.toml:6: model.samples: unknown key; a key of the whole config"},
		{"", "", "n=301", "--set n=301: unknown key; a key of model"},
		{"", "", "rho=0.1", "--set rho=0.1: unknown key; a key of algorithm, measure.local_entropy"},
		{"", "", "model.kapa=0.3", `--set model.kapa=0.3: unknown key; did you mean "kappa"?`},
	} {
		if !strings.Contains(plain, c.old) {
			t.Fatalf("%q is not in the config", c.old)
		}
		var sets []string
		if c.set != "" {
			sets = []string{c.set}
		}
		_, err := plan.Parse(t.Context(), "x.toml", strings.Replace(plain, c.old, c.new, 1), sets, Standard())
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s%s: %v, want %s", c.new, c.set, err, c.want)
		}
	}
}
