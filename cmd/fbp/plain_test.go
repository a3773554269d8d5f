package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plantest"
	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// plainSweep is plain belief propagation over α, with the curve of theory.
const plainSweep = `samples = 4
[model]
kind = "perceptron"
n = 101
[instance]
kind = "random"
[algorithm]
kind = "bp"
[sweep]
"instance.alpha" = [0.2, 0.5]
[[theory]]
kind = "rs"
[figure]
kind = "panels"
[[figure.panel]]
series = [
  { theory = "rs", x = "alpha", y = "entropy" },
  { table = "summary", x = "alpha", y = "entropy", y_bar = "entropy_sem", label = "BP" },
]
`

// atTemperature is plain belief propagation at two temperatures, and weights drawn there,
// with the curve of theory.
const atTemperature = `samples = 3
[model]
kind = "perceptron"
n = 101
[instance]
kind = "random"
alpha = 0.4
[algorithm]
kind = "bp"
loss = "cross_entropy"
gamma = 1
[sweep]
"algorithm.beta" = [1, 8]
[[theory]]
kind = "cross_entropy"
gamma = 1
beta = "1,8"
[figure]
kind = "panels"
[[figure.panel]]
series = [
  { theory = "cross_entropy", x = "beta", y = "energy" },
  { table = "summary", x = "beta", y = "energy", y_bar = "energy_sem" },
]
`

// TestTemperature: a sweep over β has energy, entropy and error rate per point, close to
// theory; weights drawn at a temperature can be measured, errors or not.
func TestTemperature(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := t.TempDir()
	scratch.Write(t, filepath.Join(dir, "beta.toml"), atTemperature)
	in := func(folder, name string) string { return filepath.Join(dir, folder, name) }
	fbp(t, dir, "run", "beta.toml", "--out", "out").want(t, 0).says(t, "converged 6 of 6", "figure.svg")
	summary, theory := plantest.Table(t, in("out", "summary.tsv")), plantest.Table(t, in("out", "theory_cross_entropy.tsv"))
	if got := plantest.Column(t, summary, "beta"); got[0] != 1 || got[1] != 8 {
		t.Errorf("β = %v", got)
	}
	for _, column := range []string{"energy", "entropy", "error_rate", "q"} {
		for point, want := range plantest.Column(t, theory, column) {
			if got, sem := plantest.Column(t, summary, column)[point], plantest.Column(t, summary, column+"_sem")[point]; math.Abs(got-want) > 6*sem+0.02 {
				t.Errorf("point %d: %s = %v ± %v, theory %v", point, column, got, sem, want)
			}
		}
	}
	drawn := strings.Replace(atTemperature[:strings.Index(atTemperature, "[[theory]]")], `"bp"`, `"decimation"`, 1) +
		"[[measure]]\nkind = \"local_entropy\"\nunsolved = \"include\"\nrho = { list = [0.2, 1] }\n"
	scratch.Write(t, filepath.Join(dir, "drawn.toml"), drawn)
	fbp(t, dir, "run", "drawn.toml", "--out", "drawn").want(t, 0).says(t, "local_entropy.tsv")
	samples, local := plantest.Table(t, in("drawn", "samples.tsv")), plantest.Table(t, in("drawn", "local_entropy.tsv"))
	errors, solved := plantest.Column(t, samples, "errors"), plantest.Column(t, samples, "solved")
	for i, energy := range plantest.Column(t, samples, "energy_drawn") {
		if mean := plantest.Column(t, samples, "energy")[i]; math.Abs(energy-mean) > 0.05 || (errors[i] == 0) != (solved[i] == 1) {
			t.Errorf("sample %d: energy %v drawn, mean %v; %v errors", i, energy, mean, errors[i])
		}
	}
	if n := plantest.Column(t, local, "n_samples"); len(n) != 4 || n[0] != 3 {
		t.Errorf("local entropy of %v samples", n)
	}
	for set, want := range map[string]string{
		"algorithm.gamma=1e-4":   "want 0.001 <= gamma <= 1000, or inf",
		"algorithm.loss=log":     `want "cross_entropy", "hinge", "square" or "counting"`,
		"algorithm.accuracy=amp": `want "accurate" or "exact" with beta`,
		"model.kappa=0.2":        `want "hinge", "square" or "counting" with a margin`,
	} {
		fbp(t, dir, "plan", "beta.toml", "--set", set).want(t, 2).says(t, want)
	}
}

// TestPlain: plain belief propagation has an entropy per sample and its mean per
// point, drawn on the curve of theory, and claims no success. What needs a solution
// is refused before any work.
func TestPlain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	scratch.Write(t, filepath.Join(dir, "bp.toml"), plainSweep)
	in := func(name string) string { return filepath.Join(dir, "out", name) }
	fbp(t, dir, "run", "bp.toml", "--out", "out").want(t, 0).says(t, "converged 8 of 8", "samples.tsv", "summary.tsv", "figure.svg")
	samples, summary, rs := plantest.Table(t, in("samples.tsv")), plantest.Table(t, in("summary.tsv")), plantest.Table(t, in("theory_rs.tsv"))
	if got := strings.Join(samples.Columns, " "); got != "alpha sample task status converged entropy q sweeps entropy_reason" {
		t.Errorf("columns of samples: %s", got)
	}
	entropy := plantest.Column(t, samples, "entropy")
	for point, mean := range plantest.Column(t, summary, "entropy") {
		sum := 0.0
		for _, x := range entropy[4*point : 4*point+4] {
			sum += x / 4
		}
		if math.Abs(mean-sum) > 1e-12 {
			t.Errorf("point %d: mean entropy %v, of its samples %v", point, mean, sum)
		}
		if sem := plantest.Column(t, summary, "entropy_sem")[point]; math.Abs(mean-plantest.Column(t, rs, "entropy")[point]) > 4*sem+0.01 || !(sem > 0) {
			t.Errorf("point %d: entropy %v ± %v, replica symmetry %v", point, mean, sem, plantest.Column(t, rs, "entropy")[point])
		}
		for column, want := range map[string]float64{"n_samples": 4, "n_unsolved": 0, "n_unmeasured": 0, "n_failed": 0, "n_included": 0, "converged": 1} {
			if got := plantest.Column(t, summary, column)[point]; got != want {
				t.Errorf("point %d: %s = %v, want %v", point, column, got, want)
			}
		}
	}
	for _, absent := range []string{"solved", "errors"} {
		if _, err := summary.Column(absent); err == nil {
			t.Errorf("summary has a column %s", absent)
		}
	}
	if _, err := os.Stat(in("success.tsv")); err == nil {
		t.Error("a table of success")
	}
	fbp(t, dir, "plot", "out", "--emit").want(t, 0)
	if figure := scratch.Read(t, in("figure.json")); !strings.Contains(figure, `"marker": "circle"`) || !strings.Contains(figure, "BP") {
		t.Errorf("the points are not in the figure:\n%s", figure)
	}
	fbp(t, dir, "check", "out").want(t, 0)
	fbp(t, dir, "status", "out").want(t, 0)
	fbp(t, dir, "report", "out").want(t, 0)

	bad := plainSweep + "[[measure]]\nkind = \"stability\"\n"
	scratch.Write(t, filepath.Join(dir, "bad.toml"), bad)
	fbp(t, dir, "plan", "bad.toml").want(t, 2).says(t, `bad.toml:21: measure.stability.kind = "stability": want an algorithm that finds weights: kind "bp" finds none`)
	fbp(t, dir, "plan", "bp.toml", "--set", "figure.kind=success").want(t, 2).says(t, "figure.kind=success")
	fbp(t, dir, "plan", "bp.toml", "--set", "algorithm.y=3").want(t, 2).says(t, `unknown key; a key of algorithm.fbp, algorithm.layered_bp`)
	keys := fbp(t, dir, "config", "algorithm.bp").want(t, 0).stdout
	for _, key := range []string{"damping", "epsilon", "max_sweeps", "accuracy", "schedule", "precision", "start.noise"} {
		if !strings.Contains(keys, "\n"+key+" ") {
			t.Errorf("no key %s in\n%s", key, keys)
		}
	}
}
