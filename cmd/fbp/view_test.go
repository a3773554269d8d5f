package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/experiment/store"
	"fbp/internal/scratch"
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

// What began at a time to come, by this clock, has lasted no time.
func TestClockBehind(t *testing.T) {
	r := store.Running{Owner: store.Owner{Host: "a", PID: 1, Since: time.Now().Add(time.Hour)}}
	if got := by(r); got != "on a, process 1, for 0.0s" {
		t.Error(got)
	}
}

func TestDuration(t *testing.T) {
	for seconds, want := range map[float64]string{0.04: "0.0s", 3.21: "3.2s", 75.4: "1m15s", 3*3600 + 7*60: "3h07m", 500 * 3600: "21 days"} {
		if got := duration(seconds); got != want {
			t.Errorf("%v seconds are %q, want %q", seconds, got, want)
		}
	}
}

// trackedRun is a run of the tiny config with a tracker, on a clock of its own.
type trackedRun struct {
	*tracker
	tasks []plan.Task
	clock time.Time
}

func newTrackedRun(t *testing.T, samples, jobs int) *trackedRun {
	t.Helper()
	p := plantest.Plan(t, experiment.Standard(), scratch.Read(t, "testdata/tiny.toml"), "instance.alpha=0.3,0.5", fmt.Sprint("samples=", samples))
	r := &trackedRun{tasks: p.Tasks, clock: time.Unix(0, 0)}
	r.tracker = newTracker(store.NewTimes(p), func() time.Time { return r.clock })
	r.take(experiment.Progress{Event: experiment.Begin, Tasks: p.Tasks, Jobs: jobs})
	return r
}

func (r *trackedRun) wait(seconds float64) {
	r.clock = r.clock.Add(time.Duration(seconds * float64(time.Second)))
}

// Tasks of two points, those of the second of three times the length, half of each five
// times as long as others: the time to go is steady and right, from a seventh of the run on.
func TestTimeToGo(t *testing.T) {
	for seed := range uint64(5) {
		const samples, jobs = 60, 2
		r, rng := newTrackedRun(t, samples, jobs), rand.New(rand.NewPCG(seed, 0))
		rng.Shuffle(len(r.tasks), func(i, j int) { r.tasks[i], r.tasks[j] = r.tasks[j], r.tasks[i] }) // each kind is soon met
		takes := make([]float64, len(r.tasks))
		for i, task := range r.tasks {
			takes[i] = 20
			if task.Point == 1 {
				takes[i] *= 3
			}
			if rng.IntN(2) == 0 {
				takes[i] /= 5
			}
		}
		// Two workers: their tasks end in the order of the clock.
		ends, next, ahead := map[int]float64{}, 0, map[float64]float64{}
		now := 0.0
		for r.done < len(r.tasks) {
			for len(ends) < jobs && next < len(takes) {
				ends[next] = now + takes[next]
				r.take(experiment.Progress{Event: experiment.Started, Task: r.tasks[next]})
				next++
			}
			first := -1
			for i, end := range ends {
				if first < 0 || end < ends[first] {
					first = i
				}
			}
			for range 2 { // in the middle of a task, and at its end
				half := (ends[first] - now) / 2
				r.wait(half)
				now += half
				ahead[now] = r.toGo()
			}
			r.wait(ends[first] - now)
			now = ends[first]
			delete(ends, first)
			r.take(experiment.Progress{Event: experiment.Done, Task: r.tasks[first], Seconds: takes[first]})
		}
		for at, said := range ahead {
			if truth := now - at; at > 0.15*now && at < 0.8*now && (said < truth/1.5 || said > 1.5*truth) {
				t.Errorf("seed %d: at %.0f %% of the run %.3g s to go, were %.3g", seed, 100*at/now, said, truth)
			}
		}
	}
}

// Before a task has ended, here or before, nothing is known; one that takes longer than
// expected does not count as done.
func TestTracker(t *testing.T) {
	r := newTrackedRun(t, 1, 1)
	near := func(got, want float64) {
		t.Helper()
		if got < want-1e-6 || got > want+1e-6 {
			t.Errorf("%v, want %v", got, want)
		}
	}
	if eta := r.eta(); eta != "unknown" {
		t.Errorf("eta %s before anything is known", eta)
	}
	p := plantest.Plan(t, experiment.Standard(), scratch.Read(t, "testdata/tiny.toml"), "instance.alpha=0.3,0.5", "samples=1")
	r.times = store.NewTimes(p)
	r.times.Add(0, 6)
	n, m := float64(p.Points[0].P), float64(p.Points[1].P) // of as many weights
	near(r.toGo(), 6+6*m/n)
	r.take(experiment.Progress{Event: experiment.Started, Task: r.tasks[0]})
	r.wait(3)
	near(r.toGo(), 3+6*m/n)
	r.wait(100)
	if r.toGo() < 25 || r.fraction() > 0.8 {
		t.Errorf("%v s to go, fraction %v", r.toGo(), r.fraction())
	}
	if got := strings.Join(r.state()[:1], ", "); got != "0/2 tasks" {
		t.Errorf("state %q", got)
	}
	r.take(experiment.Progress{Event: experiment.Done, Task: r.tasks[0], Seconds: 100, Steps: 40})
	near(r.each(0), 53)
	r.take(experiment.Progress{Event: experiment.Done, Task: r.tasks[1]}) // by another process
	if near(r.fraction(), 1); r.eta() != "0s" {
		t.Errorf("eta %s at the end", r.eta())
	}
}

func TestNoBarOutsideATerminal(t *testing.T) {
	t.Parallel()
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if isTerminal(f) || isTerminal(new(bytes.Buffer)) {
		t.Error("a file is no terminal")
	}
}
