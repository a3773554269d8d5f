package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"fbp/experiment"
)

// A run that did all of its tasks, and of whose records one cannot be used when
// the tables are made, has not succeeded.
func TestMissingWhileTablesAreMade(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	out := filepath.Join(dir, "out")
	fbp(t, dir, "run", "tiny.toml", "--out", "out").want(t, 0)
	p, err := load(t.Context(), filepath.Join(dir, "tiny.toml"), nil, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	done := func(e experiment.Progress) {
		if e.Event != experiment.Begin {
			return
		}
		if err := os.Truncate(records(t, out)[2], 100); err != nil { // the run has looked at it by now
			t.Error(err)
		}
	}
	o := experiment.Options{Dir: out, Log: slog.New(slog.DiscardHandler), Watch: done}
	report, err := experiment.Run(context.Background(), p, o)
	if err != nil || report.Skipped != 6 {
		t.Fatalf("%+v, %v", report, err)
	}
	if missing, err := tablesAndFigure(context.Background(), p, o, report, io.Discard); missing != 1 || err != nil {
		t.Errorf("%d missing, %v, want 1", missing, err)
	}
	if err := outcomeOf(report, o.Dir, 1, io.Discard); !errors.Is(err, errIncomplete) || exitCode(runError{err}) != 1 {
		t.Errorf("outcome %v", err)
	}
}
