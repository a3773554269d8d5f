package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// Scripts are written beside the figure, which stays as it is.
func TestEmit(t *testing.T) {
	t.Parallel()
	dir, _ := withTheory(t)
	fbp(t, dir, "run", "theory.toml", "--out", "one").want(t, 0)
	before := outputs(t, filepath.Join(dir, "one"))
	fbp(t, dir, "plot", "one", "--emit", "gnuplot,pgfplots,matplotlib").want(t, 0).says(t, "figure.gp", "figure-pgfplots.tex", "figure.py")
	for _, name := range []string{"figure.gp", "figure-pgfplots.tex", "figure.py"} {
		path := filepath.Join(dir, "one", name)
		if info, err := os.Stat(path); err != nil || info.Size() < 2000 {
			t.Errorf("%s: %v", name, err)
		}
		text := scratch.Read(t, path)
		for _, file := range []string{"local_entropy.tsv", "theory_max.tsv"} {
			if !strings.Contains(text, file) && name != "figure-pgfplots.tex" {
				t.Errorf("%s does not read %s", name, file)
			}
		}
		os.Remove(path)
	}
	if outputs(t, filepath.Join(dir, "one")) != before {
		t.Error("the figure has changed")
	}
	fbp(t, dir, "plot", "one", "--emit", "excel").want(t, 2).says(t, "--emit excel: want one of gnuplot, pgfplots, matplotlib")
}
