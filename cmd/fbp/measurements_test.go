package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// A measurement that is changed leaves the files of the others as they are, and their
// numbers: the tables are those of a run in a new folder.
func TestChangedMeasurement(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	run := func(out string, more ...string) {
		t.Helper()
		fbp(t, dir, append([]string{"run", "tiny.toml", "--set", "samples=1", "--set", "instance.alpha=0.3", "--out", out}, more...)...).want(t, 0)
	}
	files := func(kind string) (list []os.FileInfo) {
		t.Helper()
		paths, err := filepath.Glob(filepath.Join(dir, "kept/measurements/*."+kind+"-*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, info)
		}
		return list
	}
	run("kept")
	before := files("local_entropy")
	other := []string{"--set", "measure.stability.to=6"}
	run("kept", other...)
	run("new", other...)
	after := files("local_entropy")
	if len(before) != 1 || len(after) != 1 || !os.SameFile(before[0], after[0]) || !before[0].ModTime().Equal(after[0].ModTime()) || len(files("stability")) != 2 {
		t.Errorf("local entropies before %v, after %v; %d stabilities, want one and two", before, after, len(files("stability")))
	}
	for _, table := range []string{"samples", "local_entropy", "stability"} {
		kept, fresh := scratch.Read(t, dir, "kept", table+".tsv"), scratch.Read(t, dir, "new", table+".tsv")
		if kept != fresh || !strings.Contains(kept, "# sha256") {
			t.Errorf("%s.tsv\n%s\nin a new folder\n%s", table, kept, fresh)
		}
	}
	fbp(t, dir, "check", "kept").want(t, 0)
}
