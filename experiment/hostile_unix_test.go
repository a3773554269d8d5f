//go:build !windows

package experiment

import (
	"os"
	"syscall"
	"testing"
	"time"

	"fbp/experiment/check"
	"fbp/experiment/store"
)

// What is no regular file, or is far too large, is moved aside like any bad
// file: it neither holds the run up nor fills the memory.
func TestHostileFiles(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"a named pipe": func(path string) error { return syscall.Mkfifo(path, 0o666) },
		"a device":     func(path string) error { return os.Symlink("/dev/zero", path) },
		"a directory":  func(path string) error { return os.Mkdir(path, 0o777) },
		"a huge file": func(path string) error {
			err := os.WriteFile(path, nil, 0o666)
			if err == nil {
				err = os.Truncate(path, 1<<40)
			}
			return err
		},
	} {
		c, w := fakes()
		p, dir := fakePlan(t, c, game), t.TempDir()
		ran(t, p, Options{Dir: dir})
		want := tables(t, p, dir)
		f := store.Folder(dir)
		if err := os.Remove(f.Record(p.Tasks[3])); err != nil { // so that its solution is read
			t.Fatal(err)
		}
		for _, path := range []string{f.Record(p.Tasks[1]), f.Solution(p.Tasks[3]), f.In("plan.json")} {
			err := os.Remove(path)
			if err == nil {
				err = put(path)
			}
			if err != nil {
				t.Skip(err)
			}
		}
		out := t.TempDir()
		if err := collect(out, dir); err == nil {
			t.Errorf("%s: merged without a plan", name)
		}
		start := time.Now()
		if report := ran(t, p, Options{Dir: dir}); report.Finished != 2 || w.searches.Load() != 7 || tables(t, p, dir) != want {
			t.Errorf("%s: %+v, %d searches", name, report, w.searches.Load())
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}

// A check of tables does not read what is far too long to be one.
func TestHugeTables(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game), t.TempDir()
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	names := []string{"samples.tsv", "provenance.json"}
	for _, name := range names {
		if err := os.Truncate(store.Folder(dir).In(name), 1<<40); err != nil {
			t.Skip(err)
		}
	}
	start := time.Now()
	k, err := check.Run(t.Context(), dir, c, check.Options{})
	if err != nil || len(k.Findings) < len(names) {
		t.Errorf("%v, %v", k, err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("%v", took)
	}
}
