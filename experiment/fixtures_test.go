package experiment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/scratch"
	"fbp/results"
)

// fixture copies a committed run, which this version did not make, to a folder of
// its own. Those of today's physics version were made by running their config.toml.
func fixture(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(dir, os.DirFS("testdata/"+name)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// fixtures are the committed runs and their physics versions: one of this version, and one of
// that before it, which is refused as all earlier ones are.
func fixtures(t *testing.T) map[string]int {
	t.Helper()
	runs := map[string]int{}
	for v := results.PhysicsVersion - 1; v <= results.PhysicsVersion; v++ {
		found, err := filepath.Glob(fmt.Sprintf("testdata/physics%d*/plan.json", v))
		if err != nil || len(found) == 0 {
			t.Errorf("there is no committed run of physics version %d: %v", v, err)
		}
		for _, path := range found {
			runs[filepath.Base(filepath.Dir(path))] = v
		}
	}
	return runs
}

// Runs of an earlier physics version are refused by name and stay as they are; those
// of this one are collected, and continued where they were left.
func TestOldRuns(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	for name, v := range fixtures(t) {
		dir := fixture(t, name)
		p := loaded(t, dir)
		if v < results.PhysicsVersion {
			before, want := content(t, dir), fmt.Sprintf("made by physics version %d, whose records this fbp does not read (it has %d)", v, results.PhysicsVersion)
			_, ran := Run(context.Background(), p, Options{Dir: dir})
			collected := collect(dir, dir)
			for _, err := range []error{ran, collected, store.CheckFits(p, dir)} {
				if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
					t.Errorf("physics version %d: %v, want %q", v, err, want)
				}
			}
			if after := content(t, dir); after != before {
				t.Errorf("files were\n%s\nand are\n%s", before, after)
			}
			continue
		}
		todo := len(p.Tasks) - len(recordsIn(t, dir))
		old, err := store.Collect(context.Background(), dir, []string{dir}, store.CollectOptions{Log: quiet})
		if err != nil {
			t.Fatal(err)
		}
		if err := Standard().Decode(old); err != nil {
			t.Fatal(err)
		}
		if _, made, err := table.Write(context.Background(), old, dir, nil, table.Options{Log: quiet}); err != nil || made.Missing() != todo {
			t.Errorf("collected: %+v, want %d tasks missing: %v", made, todo, err)
		}
		scratch.Remove(t, store.Folder(dir).Record(old.Tasks[0]))
		if report := ran(t, p, Options{Dir: dir}); report.Finished != todo+1 || report.Skipped != len(p.Tasks)-todo-1 {
			t.Errorf("continued: %+v", report)
		}
	}
}

// recordsIn are the records of a folder.
func recordsIn(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "tasks", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Unfinished runs of this physics version, of which records.jsonl has what they
// become, are resumed from their checkpoints, whatever the format of the files in
// them, and end in these bytes. Their records are made again from the solutions.
func TestOldUnfinishedRuns(t *testing.T) {
	for name, v := range fixtures(t) {
		dir := fixture(t, name)
		want, err := os.ReadFile(filepath.Join(dir, "records.jsonl"))
		if err != nil || v < results.PhysicsVersion {
			continue
		}
		checkpoints, err := filepath.Glob(filepath.Join(dir, "checkpoints", "*"))
		if err != nil || len(checkpoints) == 0 {
			t.Fatalf("%s: no checkpoints: %v", name, err)
		}
		p := loaded(t, dir)
		if _, findings := checked(t, Standard(), dir, false); strings.Contains(findings, "solutions/") || strings.Contains(findings, "checkpoints/") {
			t.Errorf("%s: %s", name, findings)
		}
		scratch.Remove(t, recordsIn(t, dir)[0])
		measured := writtenAt(t, filepath.Join(dir, "measurements"))
		var log bytes.Buffer
		ran(t, p, Options{Dir: dir, Log: slog.New(slog.NewTextHandler(&log, nil))})
		if resumed := strings.Count(log.String(), "resumed from a checkpoint"); resumed != len(checkpoints) {
			t.Errorf("%s: %d of %d checkpoints resumed:\n%s", name, resumed, len(checkpoints), log.String())
		}
		now := writtenAt(t, filepath.Join(dir, "measurements"))
		for file, at := range measured {
			if now[file] != at {
				t.Errorf("%s: the measurement %s was made again", name, file)
			}
		}
		tables(t, p, dir)
		got, err := os.ReadFile(filepath.Join(dir, "records.jsonl"))
		if err == nil && string(got) != string(want) {
			err = errors.New(firstOther(string(got), string(want)))
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*", "*.bad*")); len(left) > 0 {
			t.Errorf("%s: moved aside: %v", name, left)
		}
	}
}

// writtenAt says when the files of a folder were written, if there is one.
func writtenAt(t *testing.T, dir string) map[string]time.Time {
	t.Helper()
	at := map[string]time.Time{}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		at[e.Name()] = info.ModTime()
	}
	return at
}

// loaded is the plan of a folder's config with keys set.
func loaded(t *testing.T, dir string, sets ...string) *plan.Plan {
	t.Helper()
	spec, err := plan.Load(t.Context(), filepath.Join(dir, "config.toml"), sets, Standard())
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Solutions of any physics version can be measured again, if they have the format of today.
func TestOldSolutions(t *testing.T) {
	for name := range fixtures(t) {
		dir, out := fixture(t, name), t.TempDir()
		sets := []string{"samples=2", "algorithm.kind=file", "algorithm.path=" + config.TOMLString(dir)}
		if report := ran(t, loaded(t, dir, sets...), Options{Dir: out}); report.Finished != 2 || report.Failed != 0 || report.Solved == 0 {
			t.Errorf("%s: %+v", name, report)
		}
	}
}
