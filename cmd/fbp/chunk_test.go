package main

import (
	"path/filepath"
	"testing"

	"fbp/experiment"
	"fbp/experiment/plan"
)

// TestChunk: without --chunk an element has a power of two of tasks, some minutes of
// work, and a task for each of its processors.
func TestChunk(t *testing.T) {
	t.Parallel()
	spec, err := plan.Parse(t.Context(), "tiny.toml", read(t, filepath.Join(workdir(t), "tiny.toml")), []string{"samples=480", "instance.alpha=0.3"}, experiment.Standard())
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	if n := chunkOf(p, 3); n != 3 {
		t.Errorf("%d tasks of unknown length, want one for each processor", n)
	}
	p.Time(t.Context(), p.Tasks, plan.DefaultTiming())
	if n := chunkOf(p, 1); n != 256 { // of milliseconds each
		t.Errorf("%d short tasks of 480, want 256", n)
	}
}
