package main

import (
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// Several runs are drawn to one file, with their names; their folders stay as they are.
func TestPlotSeveralRuns(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	for out, sets := range map[string]string{"a": "instance.alpha=0.3", "b": "instance.alpha=0.5", "c": "measure.local_entropy="} {
		fbp(t, dir, "run", "tiny.toml", "--set", sets, "--set", "samples=1", "--out", out, "-j", "1").want(t, 0)
	}
	before := outputs(t, filepath.Join(dir, "a")) + outputs(t, filepath.Join(dir, "b")) + scratch.Read(t, dir, "a/checksums.tsv")
	fbp(t, dir, "plot", "a", "b", "--out", "both.svg").want(t, 0).says(t, "figure: both.svg")
	both := scratch.Read(t, dir, "both.svg")
	fbp(t, dir, "plot", "b", "a", "--out", "other.svg", "--bars", "sem").want(t, 0)
	fbp(t, dir, "plot", "a", "b", "--out", "again.svg").want(t, 0)
	if scratch.Read(t, dir, "again.svg") != both || scratch.Read(t, dir, "other.svg") == both {
		t.Error("the figure is no function of the folders and flags")
	}
	if outputs(t, filepath.Join(dir, "a"))+outputs(t, filepath.Join(dir, "b"))+scratch.Read(t, dir, "a/checksums.tsv") != before {
		t.Error("a figure of several runs has changed the folder of one")
	}
	for _, c := range []struct{ args, says string }{
		{"a b", "plot: want --out FILE for the figure of 2 folders"},
		{"a b --out both.jpg", "--out both.jpg: want a name that ends in .pdf, .svg or .png"},
		{"a b --out a/figure.svg", "--out a/figure.svg: is the figure of that run alone: want another file"},
		{"a b --out both.svg --emit", "--emit: want one folder with it, and no --out"},
		{"a c --out both.svg", `c: its figure is of kind "panels", that of a of kind "local_entropy": want figures of one kind`},
		{"a none --out both.svg", "none/config.toml: there is no config; want the folder of a run"},
	} {
		o := fbp(t, dir, append([]string{"plot"}, strings.Fields(c.args)...)...).want(t, 2).says(t, c.says)
		if strings.Count(o.stderr, "\n") != 1 {
			t.Errorf("plot %s: more than one line: %s", c.args, o.stderr)
		}
	}
	if scratch.Read(t, dir, "both.svg") != both {
		t.Error("a refused figure has changed the file")
	}

	// A table with a checksum of its own that is not the one that the run wrote.
	data := scratch.Read(t, dir, "a/local_entropy.tsv")
	writeAll(t, dir, map[string]string{"b/local_entropy.tsv": data})
	fbp(t, dir, "plot", "a", "b", "--out", "both.svg").want(t, 1).says(t, "b/local_entropy.tsv: of another run or plan: config is ", "(fbp collect b makes it again if its plan has it; else remove it)")
}
