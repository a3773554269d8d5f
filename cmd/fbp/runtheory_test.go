package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

const theoryOfTiny = `
[[theory]]
name = "max"
kind = "franz_parisi"
kappa_ref = 0
d = "0.05:0.3:3"
compare = true
`

// withTheory is a folder with the tiny config and a theory.
func withTheory(t *testing.T) (dir, text string) {
	t.Helper()
	dir = workdir(t)
	text = scratch.Read(t, dir, "tiny.toml") + theoryOfTiny
	scratch.Write(t, filepath.Join(dir, "theory.toml"), text)
	return dir, text
}

// Theory comes with the tables and the figure, with the same bytes whatever -j
// is; fbp plot computes what is missing of it.
func TestRunWithTheory(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir, _ := withTheory(t)
	fbp(t, dir, "run", "theory.toml", "--out", "one", "-j", "1").want(t, 0).says(t, "theory_max.tsv", "deviation.tsv")
	fbp(t, dir, "run", "theory.toml", "--out", "three", "-j", "3").want(t, 0)
	one := outputs(t, filepath.Join(dir, "one"))
	if three := outputs(t, filepath.Join(dir, "three")); three != one {
		t.Errorf("-j 3:\n%s\n-j 1:\n%s", three, one)
	}
	fbp(t, dir, "run", "tiny.toml", "--out", "without").want(t, 0)
	if a, b := scratch.Read(t, dir, "one", "figure.svg"), scratch.Read(t, dir, "without", "figure.svg"); a == b {
		t.Error("the figure does not show the theory")
	}
	path := filepath.Join(dir, "one", "theory_max.tsv")
	if n := strings.Count(rows(scratch.Read(t, path)), "\n"); n != 1+2*3 { // both loads of the sweep
		t.Errorf("%d lines:\n%s", n, scratch.Read(t, path))
	}
	scratch.Remove(t, path)
	fbp(t, dir, "plot", "one").want(t, 0)
	if outputs(t, filepath.Join(dir, "one")) != one {
		t.Error("fbp plot makes other bytes")
	}
	fbp(t, dir, "collect", "one").want(t, 0).says(t, "theory_max.tsv", "deviation.tsv")
	if outputs(t, filepath.Join(dir, "one")) != one {
		t.Error("fbp collect makes other bytes")
	}
}

// A mistake in a theory is found before anything is done.
func TestMistakeInTheory(t *testing.T) {
	t.Parallel()
	dir, _ := withTheory(t)
	for _, command := range []string{"plan", "run"} {
		fbp(t, dir, command, "theory.toml", "--set", "theory.max.d=0.7").want(t, 2).says(t, "--set theory.max.d=0.7: want 0 < d ≤ 0.5\n")
	}
	if _, err := os.Stat(filepath.Join(dir, "results")); err == nil {
		t.Error("something was started")
	}
}

// The plan says how much theory there is.
func TestPlanOfTheory(t *testing.T) {
	t.Parallel()
	dir, _ := withTheory(t)
	fbp(t, dir, "plan", "theory.toml", "--set", "theory.max.d=0.01:0.3:5000").want(t, 0).says(t, "theory max: 10000 rows\n")
}

// Theory alone needs no experiment.
func TestTheoryWithoutExperiment(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	scratch.Write(t, filepath.Join(dir, "curve.toml"), theoryOfTiny[:strings.Index(theoryOfTiny, "compare")]+"alpha = 0.5\n")
	fbp(t, dir, "plan", "curve.toml").want(t, 0).says(t, "no tasks\ntheory max: 3 rows\n")
	fbp(t, dir, "run", "curve.toml").want(t, 0).says(t, "tables: "+filepath.Join("results", "curve", "theory_max.tsv"))
	fbp(t, dir, "status", filepath.Join("results", "curve")).want(t, 0)
	fbp(t, dir, "collect", filepath.Join("results", "curve")).want(t, 0)
	if _, err := os.Stat(filepath.Join(dir, "results", "curve", "samples.tsv")); err == nil {
		t.Error("a table of samples without samples")
	}
}
