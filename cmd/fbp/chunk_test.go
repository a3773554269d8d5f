package main

import (
	"testing"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/internal/scratch"
)

// TestChunk: without --chunk an element has a power of two of tasks, some minutes of
// work, and a task for each of its processors.
func TestChunk(t *testing.T) {
	t.Parallel()
	p := plantest.Plan(t, experiment.Standard(), scratch.Read(t, workdir(t), "tiny.toml"), "samples=480", "instance.alpha=0.3")
	if n := chunkOf(p, 3); n != 3 {
		t.Errorf("%d tasks of unknown length, want one for each processor", n)
	}
	p.Time(t.Context(), p.Tasks, plan.DefaultTiming())
	if n := chunkOf(p, 1); n != 256 { // of milliseconds each
		t.Errorf("%d short tasks of 480, want 256", n)
	}
}
