package experiment

import (
	"strings"
	"testing"

	"fbp/experiment/plan"
)

// TestMisplacedKeys: a key in the wrong section, or without one, is told where there is one of its name.
func TestMisplacedKeys(t *testing.T) {
	for want, c := range map[string]struct {
		text string
		sets []string
	}{
		"x.toml:6: model.alpha: unknown key; did you mean instance.alpha?":                                 {strings.Replace(plain, "n = 21", "n = 21\nalpha = 0.4", 1), nil},
		"x.toml:6: model.samples: unknown key; did you mean samples?":                                      {strings.Replace(plain, "n = 21", "n = 21\nsamples = 4", 1), nil},
		"--set n=301: unknown key; did you mean model.n?":                                                  {plain, []string{"n=301"}},
		"--set rho=0.1: unknown key; did you mean measure.local_entropy.rho?":                              {plain, []string{"rho=0.1"}},
		"--set damping=0.3: unknown key; did you mean algorithm.damping or measure.local_entropy.damping?": {plain, []string{"damping=0.3"}},
		`--set model.kapa=0.3: unknown key; did you mean "kappa"?`:                                         {plain, []string{"model.kapa=0.3"}},
	} {
		_, err := plan.Parse(t.Context(), "x.toml", c.text, c.sets, Standard())
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
