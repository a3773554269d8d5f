package experiment

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/results"
)

// fixture copies a committed run, which this version did not make, to a folder of
// its own. Those of today's physics version were made by running their config.toml.
func fixture(t *testing.T, physics int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(dir, os.DirFS(fmt.Sprintf("testdata/physics%d", physics))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// fixtures are the physics versions of which there are committed runs.
func fixtures(t *testing.T) (versions []int) {
	t.Helper()
	for v := 1; v <= results.PhysicsVersion; v++ {
		if _, err := os.Stat(fmt.Sprintf("testdata/physics%d/plan.json", v)); err != nil {
			t.Errorf("there is no committed run of physics version %d: %v", v, err)
			continue
		}
		versions = append(versions, v)
	}
	return versions
}

// Runs of an earlier physics version are refused by name and stay as they are; those
// of this one are collected, and continued where they were left.
func TestOldRuns(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	for _, v := range fixtures(t) {
		dir := fixture(t, v)
		spec, err := plan.Load(filepath.Join(dir, "config.toml"), nil, Standard())
		if err != nil {
			t.Fatal(err)
		}
		p, err := plan.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		if v < results.PhysicsVersion {
			before, want := listing(t, dir), fmt.Sprintf("made by physics version %d; this fbp has %d", v, results.PhysicsVersion)
			_, ran := Run(context.Background(), p, Options{Dir: dir})
			_, collected := store.Collect(context.Background(), dir, []string{dir}, store.CollectOptions{Log: quiet})
			for _, err := range []error{ran, collected, store.Refused(p, dir)} {
				if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
					t.Errorf("physics version %d: %v, want %q", v, err, want)
				}
			}
			if after := listing(t, dir); after != before {
				t.Errorf("files were\n%s\nand are\n%s", before, after)
			}
			continue
		}
		old, err := store.Collect(context.Background(), dir, []string{dir}, store.CollectOptions{Log: quiet})
		if err != nil {
			t.Fatal(err)
		}
		if _, missing, err := table.Write(context.Background(), Standard(), old, dir, nil, table.Options{Formats: []string{"tsv"}, Log: quiet}); missing > 0 || err != nil {
			t.Errorf("collected: %d tasks missing, %v", missing, err)
		}
		if err := os.Remove(store.Folder(dir).Record(old.Tasks[0])); err != nil {
			t.Fatal(err)
		}
		if report := ran(t, p, Options{Dir: dir}); report.Finished != 1 || report.Skipped != len(p.Tasks)-1 {
			t.Errorf("continued: %+v", report)
		}
	}
}

// Solutions of any physics version can be measured again.
func TestOldSolutions(t *testing.T) {
	for _, v := range fixtures(t) {
		dir := fixture(t, v)
		text := strings.Replace(plain, "alpha = 0.5", "alpha = 0.3", 1)
		text = strings.Replace(text, "samples = 3", "samples = 2", 1)
		text = strings.Replace(text, "kind = \"fbp\"", "kind = \"file\"\npath = "+config.TOMLString(dir), 1)
		p, out := planned(t, text, "measure.local_entropy.rho.steps=4"), t.TempDir()
		if report := ran(t, p, Options{Dir: out}); report.Finished != 2 || report.Failed != 0 || report.Solved == 0 {
			t.Errorf("physics version %d: %+v", v, report)
		}
	}
}

// listing are the files of a folder with their content.
func listing(t *testing.T, dir string) (text string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		text += path + "\n" + string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}
