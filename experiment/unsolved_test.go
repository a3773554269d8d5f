package experiment

import (
	"context"
	"testing"

	"fbp/experiment/store"
	"fbp/results"
)

// Around weights that make errors the local entropy is not measured, unless it
// is asked for; then the searches that are there are not repeated.
func TestUnsolvedIsNotMeasured(t *testing.T) {
	sets := []string{"samples=1", "instance.alpha=0.8", "algorithm.max_sweeps=20", "measure.local_entropy.max_sweeps=20", "measure.local_entropy.rho.steps=4"}
	dir := t.TempDir()
	run := func(sets ...string) *results.Record {
		p := planned(t, plain, sets...)
		if _, err := Run(context.Background(), p, Options{Dir: dir}); err != nil {
			t.Fatal(err)
		}
		r, err := store.Folder(dir).Read(p.Tasks[0])
		if err != nil || r == nil {
			t.Fatal(r, err)
		}
		return r
	}
	skipped := run(sets...)
	if skipped.Status == results.Solved {
		t.Fatal("solved: the test wants a sample with errors")
	}
	if skipped.Readings["local_entropy_plain"] != nil || skipped.Reasons["local_entropy"] != "" || skipped.Readings["stability"] == nil {
		t.Errorf("measured around errors: %v", skipped.Readings)
	}
	included := run(append(sets, "measure.local_entropy.unsolved=include")...)
	if included.Readings["local_entropy_plain"] == nil && included.Reasons["local_entropy"] == "" {
		t.Errorf("not measured, though asked for: %v", included.Readings)
	}
	if included.Solution != skipped.Solution {
		t.Error("another search")
	}
}
