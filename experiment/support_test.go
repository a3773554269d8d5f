package experiment

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/figure"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/say"
	"fbp/internal/scratch"
	"fbp/results"
)

// fakePlan plans a config of fakes.
var fakePlan = plantest.Plan

// planned plans a config that must be right.
func planned(t *testing.T, text string, sets ...string) *plan.Plan {
	t.Helper()
	return plantest.Plan(t, Standard(), text, sets...)
}

// parsed parses a config that must be right.
func parsed(t *testing.T, text string, sets ...string) *plan.Spec {
	t.Helper()
	s, err := plan.Parse(t.Context(), "x.toml", text, sets, Standard())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ran runs a plan and fails the test on an error.
func ran(t *testing.T, p *plan.Plan, o Options) Report {
	t.Helper()
	report, err := Run(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// tables are the bytes of all tables and of records.jsonl of a folder.
func tables(t *testing.T, p *plan.Plan, dir string) string {
	t.Helper()
	paths, made, err := table.Write(context.Background(), p, dir, p.Spec.Theories, table.Options{Log: slog.New(slog.DiscardHandler)})
	if err == nil {
		err = store.Folder(dir).Finish(made)
	}
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, path := range append(paths, filepath.Join(dir, "records.jsonl")) {
		data := scratch.Read(t, path)
		all.WriteString(filepath.Base(path) + "\n" + data)
	}
	return all.String()
}

// content is what a folder holds, claims and what depends on the hour aside.
func content(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		all.WriteString(strings.TrimPrefix(path, dir) + " " + string(data) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// encode writes a solution or a measurement to a file and returns the bytes.
func encode(t *testing.T, path string, of interface{ Encode() ([]byte, error) }) []byte {
	t.Helper()
	data, err := of.Encode()
	if err != nil {
		t.Fatal(err)
	}
	scratch.Write(t, path, data)
	return data
}

// recordOf is the record of a task, nil if there is none, and solutionOf its solution.
func recordOf(t *testing.T, dir string, task plan.Task) *results.Record {
	t.Helper()
	r, err := store.Folder(dir).Read(task)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func solutionOf(t *testing.T, dir string, task plan.Task) *store.SolutionFile {
	t.Helper()
	s, err := store.Folder(dir).ReadSolution(task)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// collect merges folders of a plan into one.
func collect(to string, from ...string) error {
	_, err := store.Collect(context.Background(), to, from, store.CollectOptions{Log: slog.New(slog.DiscardHandler)})
	return err
}

// inShares does a plan share by share, the last first, two tasks at a time.
func inShares(t *testing.T, p *plan.Plan, dir string, shares int) {
	t.Helper()
	for i := shares - 1; i >= 0; i-- {
		if report := ran(t, p, Options{Dir: dir, Shard: Shard{I: i, Of: shares}, Jobs: 2}); report.Failed > 0 {
			t.Fatalf("share %d: %+v", i, report)
		}
	}
}

// interrupted does a plan of fakes that is interrupted after so many steps of its work, the next
// time after one more, until it is done, which takes at least two interruptions.
func interrupted(t *testing.T, p *plan.Plan, w *work, dir string, steps int) {
	t.Helper()
	defer func() { w.onStep = nil }()
	for runs := 0; ; runs++ {
		ctx, cancel := context.WithCancel(context.Background())
		stop := w.steps.Load() + int64(steps+runs)
		w.onStep = func(n int64) {
			if n >= stop {
				cancel()
			}
		}
		_, err := Run(ctx, p, Options{Dir: dir, Jobs: 2})
		cancel()
		if err == nil {
			if runs < 2 {
				t.Errorf("only %d runs, want some interrupted", runs)
			}
			return
		}
		if !errors.Is(err, say.ErrInterrupted) {
			t.Fatal(err)
		}
	}
}

// tablesIn are the tables of a folder for those who draw them.
func tablesIn(t *testing.T, dir string) *store.Tables {
	t.Helper()
	p, err := store.Folder(dir).Plan()
	if err != nil {
		t.Fatal(err)
	}
	return store.Folder(dir).Tables(p)
}

// displayOf is what the config of a folder asks for beside its tasks.
func displayOf(t *testing.T, dir string) figure.Display {
	t.Helper()
	p, err := store.Folder(dir).Decoded(Standard())
	if err != nil {
		t.Fatal(err)
	}
	display, err := figure.DisplayOf(dir, p, Standard())
	if err != nil {
		t.Fatal(err)
	}
	return display
}
