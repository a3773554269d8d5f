package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/internal/claims"
	"fbp/internal/scratch"
	"fbp/results"
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

// What began at a time to come, by this clock, has lasted no time.
func TestClockBehind(t *testing.T) {
	r := claims.Running{Owner: claims.Owner{Host: "a", PID: 1, Since: time.Now().Add(time.Hour)}}
	if got := by(r); got != "on a, process 1, for 0.0s" {
		t.Error(got)
	}
}

// The time to go is that of the tasks that have not started, and what is left of the others, by what tasks of
// their point took, or of the nearest; before one has ended nothing is known.
func TestETA(t *testing.T) {
	p := plantest.Plan(t, experiment.Standard(), scratch.Read(t, "testdata/tiny.toml"), "instance.alpha=0.25,0.5", "samples=3")
	var out bytes.Buffer
	shown := newProgress(&out)
	defer shown.close()
	r := newTasks(p, shown)
	now := time.Now()
	want := func(eta string) {
		t.Helper()
		if got := r.eta(now); got != eta {
			t.Errorf("ETA %s, want %s", got, eta)
		}
	}
	r.watch(experiment.Progress{Event: experiment.Begin, Tasks: p.Tasks, Jobs: 2})
	want("unknown")
	ended := func(task plan.Task, seconds float64) {
		r.watch(experiment.Progress{Event: experiment.Started, Task: task})
		r.watch(experiment.Progress{Event: experiment.Done, Task: task, Seconds: seconds, Record: &results.Record{}})
	}
	ended(p.Tasks[0], 60)
	n, m := p.Points[0].P, p.Points[1].P // of as many weights
	if m != 2*n && m != 2*n+1 && m != 2*n-1 {
		t.Fatal(n, m)
	}
	want(duration((2*60 + 3*60*float64(m)/float64(n)) / 2))
	ended(p.Tasks[3], 300)
	want(duration((2*60 + 2*300) / 2))
	r.watch(experiment.Progress{Event: experiment.Started, Task: p.Tasks[4]})
	now = time.Now().Add(100 * time.Second)
	want("5m10s")                     // 2·60 + 300 + 200 on two cores
	now = now.Add(1000 * time.Second) // longer than expected
	want("5m0s")
	if _, done, total := r.state(); done != 2 || total != 6 {
		t.Errorf("%d of %d tasks", done, total)
	}
	if text := out.String(); strings.Count(text, "task done") != 1 || !strings.Contains(text, "done=1/6") { // one line a second
		t.Errorf("logged\n%s", text)
	}
	r.watch(experiment.Progress{Event: experiment.Done, Task: p.Tasks[5], Record: &results.Record{Status: results.Failed, Error: "why"}}) // by another process
	if text := out.String(); !strings.Contains(text, "task failed") || !strings.Contains(text, "why") {
		t.Errorf("logged\n%s", text)
	}
}

// Where nothing is known of the tasks of another variant, the time to go is at least that of the others.
func TestETAOfSome(t *testing.T) {
	p := plantest.Plan(t, experiment.Standard(), scratch.Read(t, "testdata/tiny.toml")+"[[variant]]\nname = \"a\"\n[[variant]]\nname = \"b\"\nalgorithm = { kind = \"sbpi\" }\n", "instance.alpha=0.25", "samples=3")
	shown := newProgress(new(bytes.Buffer))
	defer shown.close()
	r := newTasks(p, shown)
	r.watch(experiment.Progress{Event: experiment.Begin, Tasks: p.Tasks, Jobs: 1})
	for i, want := range []string{"at least 2m0s", "at least 1m0s", "unknown", "2m0s"} {
		r.watch(experiment.Progress{Event: experiment.Started, Task: p.Tasks[i]})
		r.watch(experiment.Progress{Event: experiment.Done, Task: p.Tasks[i], Seconds: 60, Record: &results.Record{}})
		if got := r.eta(time.Now()); got != want {
			t.Errorf("after %d tasks: %s, want %s", i+1, got, want)
		}
	}
}

// Rows of a theory that takes long are told, of a short one nothing is.
func TestRowsOfTheory(t *testing.T) {
	p := newProgress(new(bytes.Buffer))
	defer p.close()
	rows := p.rows()
	for done := range 41 {
		rows("rs", done, 40)
		if words, _, _ := p.state(); words != "" {
			t.Errorf("told at once: %s", words)
		}
	}
}
