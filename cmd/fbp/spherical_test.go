package main

import (
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plantest"
	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// sphericalTree is a small tree with real weights.
const sphericalTree = `samples = 2
[model]
kind = "committee"
n = 63
hidden = 3
weights = "spherical"
[instance]
kind = "random"
alpha = 0.5
[algorithm]
kind = "fbp"
[[measure]]
kind = "local_entropy"
lambda = { schedule = "exponential", steps = 5, from = 0.05, to = 2.0 }
[figure]
kind = "local_entropy"
`

// TestSpherical: a committee of spherical weights is searched with the defaults of its
// paper, its local entropy has a row per λ and no columns of binary weights, also at
// given distances, and a search measured again from its files says the same. What cannot
// work is one line.
func TestSpherical(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := t.TempDir()
	scratch.Write(t, filepath.Join(dir, "tree.toml"), sphericalTree)
	fbp(t, dir, "run", "tree.toml", "--out", "out", "--set", "collect.at.distance=[.3,.4]").want(t, 0).says(t, "solved 2 of 2")
	resolved := scratch.Read(t, dir, "out", "config.toml")
	for _, line := range []string{"= 10.0", `schedule = "exponential"`, "from = 0.5", "to = 30.0", "= 0.7"} {
		if !strings.Contains(resolved, line) {
			t.Errorf("the resolved config lacks %s:\n%s", line, resolved)
		}
	}
	local := plantest.Table(t, dir, "out", "local_entropy.tsv")
	if got, want := strings.Join(local.Columns, " "), "alpha n lambda distance distance_std distance_sem entropy entropy_std entropy_sem "+
		"normalized normalized_std normalized_sem n_samples n_unsolved n_unmeasured n_failed n_included n_unconverged"; got != want {
		t.Errorf("columns %s\nwant    %s", got, want)
	}
	if lambda := plantest.Column(t, local, "lambda"); len(lambda) != 5 || lambda[0] != 0.05 || lambda[4] != 2 {
		t.Errorf("rows of λ = %v", lambda)
	}
	at := plantest.Table(t, dir, "out", "local_entropy_at.tsv")
	if got, want := strings.Join(at.Columns[:9], " "), "alpha n distance entropy entropy_std entropy_sem normalized normalized_std normalized_sem"; got != want {
		t.Errorf("columns %s\nwant    %s", got, want)
	}
	if n := plantest.Column(t, at, "n_samples"); n[0] != 2 || n[1] != 2 {
		t.Errorf("samples at given distances: %v", n)
	}
	fbp(t, dir, "run", "tree.toml", "--out", "again", "--set", "algorithm.kind=file", "--set", "algorithm.path=out").want(t, 0)
	again := plantest.Table(t, dir, "again", "local_entropy.tsv")
	for i, row := range again.Rows {
		for k, cell := range row {
			if cell.String() != local.Rows[i][k].String() {
				t.Fatalf("row %d of stored solutions: %v, want %v", i, row, local.Rows[i])
			}
		}
	}
	for set, want := range map[string]string{
		"algorithm.accuracy=exact":             `--set algorithm.accuracy=exact: want "accurate" for spherical weights`,
		"algorithm.protocol=pseudo":            `protocol`,
		"measure.local_entropy.rho.list=[0.1]": "want lambda and no rho for spherical weights",
		"model.weights=binary":                 "want rho and no lambda for binary weights",
		"algorithm.gamma.to=0":                 "--set algorithm.gamma.to=0: want 0 < to",
	} {
		fbp(t, dir, "plan", "tree.toml", "--set", set).want(t, 2).says(t, want)
	}
}

// TestSphericalPlain: plain belief propagation of a spherical perceptron, a committee of
// one unit, gives the logarithm of a fraction of the sphere.
func TestSphericalPlain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config := "samples = 2\n[model]\nkind = \"committee\"\nn = 200\nhidden = 1\nweights = \"spherical\"\n" +
		"[instance]\nkind = \"random\"\nalpha = 0.1\n[algorithm]\nkind = \"bp\"\n"
	scratch.Write(t, filepath.Join(dir, "plain.toml"), config)
	fbp(t, dir, "run", "plain.toml", "--out", "out").want(t, 0)
	samples := plantest.Table(t, dir, "out", "samples.tsv")
	for _, s := range plantest.Column(t, samples, "entropy") {
		if s > -0.065 || s < -0.075 { // replica symmetry: −0.0704
			t.Errorf("entropy %v", s)
		}
	}
}
