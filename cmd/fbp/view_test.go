package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fbp/experiment"
)

func TestDefaultJobs(t *testing.T) {
	t.Setenv("SLURM_CPUS_PER_TASK", "")
	t.Setenv("SLURM_CPUS_ON_NODE", "7")
	if got := defaultJobs(); got != 7 {
		t.Errorf("%d jobs, want the 7 of the node", got)
	}
	t.Setenv("SLURM_CPUS_PER_TASK", "3")
	if got := defaultJobs(); got != 3 {
		t.Errorf("%d jobs, want the 3 of the task", got)
	}
	t.Setenv("SLURM_CPUS_PER_TASK", "many")
	t.Setenv("SLURM_CPUS_ON_NODE", "-1")
	t.Setenv("GOMAXPROCS", "")
	if got := defaultJobs(); got < 1 {
		t.Errorf("%d jobs", got)
	}
}

func TestDuration(t *testing.T) {
	for seconds, want := range map[float64]string{0.04: "0.0s", 3.21: "3.2s", 75.4: "1m15s", 3*3600 + 7*60: "3h07m", 500 * 3600: "21 days"} {
		if got := duration(seconds); got != want {
			t.Errorf("%v seconds are %q, want %q", seconds, got, want)
		}
	}
}

// The tracker goes by the clock until a task has shown its readings, then by
// those.
func TestTracker(t *testing.T) {
	text, err := os.ReadFile("testdata/tiny.toml")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := experiment.Parse("tiny.toml", string(text), []string{"instance.alpha=0.5", "samples=4"}, experiment.Standard())
	if err != nil {
		t.Fatal(err)
	}
	p, err := experiment.NewPlan(spec)
	if err != nil {
		t.Fatal(err)
	}
	clock := time.Unix(0, 0)
	k := newTracker(p, func() time.Time { return clock })
	event := func(e experiment.Event, task, steps int) {
		k.take(experiment.Progress{Event: e, Task: p.Tasks[task], Steps: steps, Tasks: p.Tasks})
	}
	near := func(want float64) {
		t.Helper()
		if got := k.fraction(); got < want-1e-9 || got > want+1e-9 {
			t.Errorf("fraction %v, want %v", got, want)
		}
	}
	event(experiment.Begin, 0, 0)
	near(0)
	if k.eta() != "?" {
		t.Errorf("eta %s before anything is known", k.eta())
	}
	event(experiment.Started, 0, 0)
	clock = clock.Add(time.Duration(0.5 * k.expects(p.Tasks[0]) * float64(time.Second)))
	near(0.5 / 4)
	clock = clock.Add(time.Hour)
	near(0.95 / 4) // never done before it is
	event(experiment.Done, 0, 40)
	near(1. / 4)
	event(experiment.Started, 1, 0)
	event(experiment.Stepped, 1, 10)
	near(1.25 / 4)
	if got := k.state(); got != "1/4 tasks, 1 running at reading 10" {
		t.Errorf("state %q", got)
	}
	k.start = clock.Add(-10 * time.Second)
	if got := k.eta(); got != "22s" { // 10 s for 1.25 of 4 tasks
		t.Errorf("eta %s", got)
	}
}

func TestNoBarOutsideATerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if isTerminal(f) || isTerminal(new(bytes.Buffer)) {
		t.Error("a file is no terminal")
	}
}
