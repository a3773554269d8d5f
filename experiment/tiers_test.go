package experiment

import (
	"testing"

	"fbp/internal/kern"
	"fbp/internal/slow"
)

// TestSameTablesOnEveryTier runs a whole small experiment, every kind of message,
// with every kernel of this machine: the tables and records
// have the same bytes.
func TestSameTablesOnEveryTier(t *testing.T) {
	slow.Only(t)
	const config = `
samples = 2
[model]
kind = "perceptron"
n = 65
[instance]
kind = "random"
alpha = 0.5
[algorithm]
kind = "fbp"
gamma = { schedule = "atanh", steps = 6 }
[[measure]]
kind = "local_entropy"
rho = { schedule = "atanh", steps = 6 }
[[measure]]
kind = "stability"
`
	defer kern.Use(kern.Tier())
	tiers := kern.Tiers()
	if len(tiers) == 1 {
		t.Skipf("this machine has one kernel, %s", tiers[0])
	}
	want := ""
	for _, tier := range tiers {
		if err := kern.Use(tier); err != nil {
			t.Fatal(err)
		}
		p := planned(t, config, "algorithm.accuracy=accurate,amp")
		dir := t.TempDir()
		ran(t, p, Options{Dir: dir})
		switch got := tables(t, p, dir); {
		case want == "":
			want = got
		case got != want:
			t.Errorf("tables of %s are not those of %s", tier, tiers[0])
		}
	}
}
