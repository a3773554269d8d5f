package main

import (
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plantest"
	"fbp/internal/scratch"
)

// fullCommittee is a small full committee.
const fullCommittee = `samples = 2
[model]
kind = "committee"
n = 33
hidden = 3
layout = "full"
[instance]
kind = "random"
alpha = 0.3
[algorithm]
kind = "fbp"
[[measure]]
kind = "local_entropy"
rho = { list = [0.1, 0.5, 2] }
[[measure]]
kind = "stability"
`

// TestCommittee: a full committee is searched, with noise to start from, and its
// tables count patterns per weight; entropy_cv, for which there is no theory, is
// empty. What cannot work is one line that says what is wanted.
func TestCommittee(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	scratch.Write(t, filepath.Join(dir, "full.toml"), fullCommittee)
	fbp(t, dir, "run", "full.toml", "--out", "out").want(t, 0).says(t, "solved 2 of 2")
	for _, line := range []string{"noise = 0.1", `"sign"`, `"binary"`} {
		if !strings.Contains(scratch.Read(t, dir, "out", "config.toml"), line) {
			t.Errorf("the resolved config lacks %s", line)
		}
	}
	local := plantest.Table(t, dir, "out", "local_entropy.tsv")
	if weights := plantest.Column(t, local, "weights"); len(weights) != 3 || weights[0] != 99 {
		t.Errorf("weights %v", weights)
	}
	if rho := plantest.Column(t, local, "rho"); rho[0] != 0.1 || rho[2] != 2 {
		t.Errorf("rows of ρ = %v", rho)
	}
	for set, want := range map[string]string{
		"model.hidden=4":                "--set model.hidden=4: want an odd number of sign units, or their votes can tie",
		"model.n=34":                    "--set model.n=34: want an odd number of inputs per unit, not 34, or a unit can tie",
		"model.layout=ring":             `--set model.layout=ring: want "tree" or "full"`,
		"model.kappa=1.8":               "--set model.kappa=1.8: want |kappa| < √hidden, the largest stability there is",
		"measure.local_entropy.kappa=2": "--set measure.local_entropy.kappa=2: want |kappa| < √hidden",
	} {
		fbp(t, dir, "plan", "full.toml", "--set", set).want(t, 2).says(t, want)
	}
}
