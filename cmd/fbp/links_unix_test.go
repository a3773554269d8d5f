//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Nothing is written, moved or removed through a link in the folder of a run.
func TestFoldersElsewhere(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--out", "whole").want(t, 0)
	for _, folder := range []string{"tasks", "solutions", "measurements", "checkpoints", "claims", "batch", "weights"} {
		fbp(t, dir, "collect", "whole", "--out", "run").want(t, 0)
		there, here := filepath.Join(dir, "elsewhere", folder), filepath.Join(dir, "run", folder)
		if err := os.MkdirAll(there, 0o777); err != nil {
			t.Fatal(err)
		}
		left := filepath.Join(there, ".old.tmp") // would be tidied away
		err := os.WriteFile(left, nil, 0o666)
		if err == nil {
			err = os.Chtimes(left, time.Time{}, time.Now().Add(-24*time.Hour))
		}
		if err == nil {
			err = os.RemoveAll(here)
		}
		if err == nil {
			err = os.Symlink(there, here)
		}
		if err != nil {
			t.Skip(err)
		}
		want := filepath.Join("run", folder) + ": a symbolic link; want a folder of this run (only the run's folder as a whole may be a link)\n"
		for _, args := range [][]string{
			{"run", "tiny.toml", "--out", "run"}, {"run", "tiny.toml", "--out", "run", "--force"}, {"collect", "run"}, {"collect", "whole", "--out", "run"},
			{"plot", "run"}, {"export", "run"},
		} {
			if o := fbp(t, dir, args...).want(t, 2); o.stderr != want {
				t.Errorf("%v: %s, want %s", args, o.stderr, want)
			}
		}
		if o := fbp(t, dir, "check", "run").want(t, 1); !strings.Contains(o.stdout, filepath.Join("run", folder)+": a symbolic link: nothing is written into a folder that is elsewhere; to repair: ") {
			t.Errorf("check: %s", o.stdout)
		}
		if entries, err := os.ReadDir(there); err != nil || len(entries) != 1 {
			t.Errorf("%s: the folder elsewhere has changed: %v, %v", folder, entries, err)
		}
		if err := os.RemoveAll(filepath.Join(dir, "run")); err != nil {
			t.Fatal(err)
		}
	}
	// The folder as a whole may be a link.
	if err := os.Symlink("whole", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	fbp(t, dir, "run", "tiny.toml", "--out", "link").want(t, 0).says(t, "6 done before")
}
