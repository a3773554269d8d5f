package main

import (
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/results"
)

// rewritten changes a record, and seals it.
func rewritten(t *testing.T, path string, change func(*results.Record)) {
	t.Helper()
	r, err := results.ReadRecord(path)
	if err != nil {
		t.Fatal(err)
	}
	change(r)
	if err := results.WriteRecord(path, r); err != nil {
		t.Fatal(err)
	}
}

// Folders that contradict each other are one line with both files, and merged without the wrong one.
func TestContradiction(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	for _, out := range []string{"a", "b"} {
		fbp(t, dir, "run", "tiny.toml", "--out", out).want(t, 0)
	}
	wrong := records(t, filepath.Join(dir, "b"))[1]
	rewritten(t, wrong, func(r *results.Record) { r.Readings["stability"].Rows[0][1] += 1e-9 })
	name := "/tasks/" + filepath.Base(wrong)
	o := fbp(t, dir, "collect", "b", "a", "--out", "all").want(t, 1).says(t, "b"+name+" and a"+name+" have different numbers: ")
	if strings.Count(o.stderr, "\n") != 1 || len(records(t, filepath.Join(dir, "all"))) > 0 {
		t.Errorf("want one line and nothing merged: %s", o.stderr)
	}
	scratch.Remove(t, wrong)
	fbp(t, dir, "collect", "b", "a", "--out", "all").want(t, 0)
	if outputs(t, filepath.Join(dir, "all")) != outputs(t, filepath.Join(dir, "a")) {
		t.Error("other bytes than those of the folder that is right")
	}
}

// Records of other programs are named, and refused when asked to.
func TestStrict(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--out", "out").want(t, 0)
	rewritten(t, records(t, filepath.Join(dir, "out"))[1], func(r *results.Record) { r.Run.Commit = "0123abc" })
	fbp(t, dir, "status", "out").want(t, 0).says(t, "mixed or changed builds: ", "0123abc (tasks: 1)")
	fbp(t, dir, "run", "tiny.toml", "--out", "out").want(t, 0)
	fbp(t, dir, "run", "tiny.toml", "--out", "out", "--strict").want(t, 2).says(t, "--strict: out: its records are of mixed or changed builds: ")
	fbp(t, dir, "collect", "out", "--strict").want(t, 2)
	fbp(t, dir, "check", "out").want(t, 0)
	if o := fbp(t, dir, "check", "out", "--strict").want(t, 1); !strings.Contains(o.stdout, "mixed or changed builds") {
		t.Errorf("findings\n%s", o.stdout)
	}
}
