package main

import (
	"os"
	"path/filepath"
	"testing"

	"fbp/internal/scratch"
	"fbp/plot"
)

// The figure as numbers, and the program that draws them, are written beside the figure, which stays
// as it is. Values that the flag had say what to use instead.
func TestEmit(t *testing.T) {
	t.Parallel()
	dir, _ := withTheory(t)
	fbp(t, dir, "run", "theory.toml", "--out", "one").want(t, 0)
	before := outputs(t, filepath.Join(dir, "one"))
	fbp(t, dir, "plot", "one", "--emit").want(t, 0).says(t, "figure.json", "figure.py")
	if scratch.Read(t, dir, "one/figure.py") != string(plot.Program) || len(scratch.Read(t, dir, "one/figure.json")) < 2000 {
		t.Error("the program or the numbers are missing")
	}
	fbp(t, dir, "check", "one").want(t, 0)
	for _, name := range []string{"figure.json", "figure.py"} {
		os.Remove(filepath.Join(dir, "one", name))
	}
	if outputs(t, filepath.Join(dir, "one")) != before {
		t.Error("the figure has changed")
	}
	fbp(t, dir, "plot", "one", "--emit", "gnuplot,pgfplots").want(t, 2).says(t, "--emit: takes no value: figure.py draws with Matplotlib")
}
