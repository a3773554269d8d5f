package catalog

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"fbp/results"
)

// Rows come in the order of the grid whatever the number of jobs, each once, and the watcher
// sees every count from 0 to all.
func TestStream(t *testing.T) {
	e, err := Find("rs")
	if err != nil {
		t.Fatal(err)
	}
	r := Request{Values: map[string][]float64{"alpha": {0.1, 0.5, 0.3}, "kappa": {0, 0.1}}, Words: map[string][]string{"weights": {"binary", "spherical"}}}
	want, err := e.Table(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	r.Jobs, r.Watch = 3, func(done, total int) {
		if done != seen || total != 12 {
			t.Errorf("watched %d of %d, want %d of 12", done, total, seen)
		}
		seen++
	}
	rows := 0
	err = e.Stream(context.Background(), r, func(row []results.Value) error {
		if fmt.Sprint(row) != fmt.Sprint(want.Rows[rows]) {
			t.Errorf("row %d: %v, want %v", rows, row, want.Rows[rows])
		}
		rows++
		return nil
	})
	if err != nil || rows != 12 || seen != 13 {
		t.Errorf("%d rows, %d calls, %v", rows, seen, err)
	}
	r.Watch = nil
	full := errors.New("disk full")
	if err := e.Stream(context.Background(), r, func([]results.Value) error { return full }); err != full {
		t.Errorf("error of take: %v", err)
	}
}

// TestRows: a row for every combination.
func TestRows(t *testing.T) {
	r := Request{Values: map[string][]float64{"alpha": {0.1, 0.5, 0.3}, "kappa": {0, 0.1}}, Words: map[string][]string{"activation": {"sign", "relu"}}}
	if rows := rsEntry.Rows(r); rows != 12 {
		t.Errorf("%d rows", rows)
	}
}
