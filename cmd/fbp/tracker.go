package main

import (
	"fmt"
	"time"

	"fbp/experiment"
	"fbp/experiment/store"
)

// tracker estimates the progress of a run. The remaining work is in seconds of
// one core: tasks take what finished ones took, at their point of the sweep or the nearest.
type tracker struct {
	times      *store.Times
	now        func() time.Time
	start      time.Time
	todo, done int
	jobs       int             // tasks at the same time
	left       map[int]int     // tasks that have not started, by point
	steps      map[int]int     // readings of the last task that finished, by point
	running    map[int]running // by number of the task
}

type running struct {
	start time.Time
	point int
	steps int // readings so far
	first int // readings at the first report: they may come from a checkpoint
}

func newTracker(times *store.Times, now func() time.Time) *tracker {
	return &tracker{times: times, now: now, start: now(), jobs: 1, left: map[int]int{}, steps: map[int]int{}, running: map[int]running{}}
}

// take adds a report of the run.
func (t *tracker) take(p experiment.Progress) {
	switch p.Event {
	case experiment.Begin, experiment.More:
		if p.Event == experiment.Begin {
			t.jobs, t.start = max(p.Jobs, 1), t.now()
		}
		t.todo += len(p.Tasks)
		for _, task := range p.Tasks {
			t.left[task.Point]++
		}
	case experiment.Started:
		t.left[p.Task.Point]--
		t.running[p.Task.Number] = running{start: t.now(), point: p.Task.Point, first: -1}
	case experiment.Stepped:
		r := t.running[p.Task.Number]
		if r.steps = p.Steps; r.first < 0 {
			r.first = p.Steps - 1
		}
		t.running[p.Task.Number] = r
	case experiment.Done:
		t.finish(p)
	}
}

// finish adds a finished task. One that another process did was not started here
// and is not used for estimates.
func (t *tracker) finish(p experiment.Progress) {
	t.done++
	if _, started := t.running[p.Task.Number]; !started {
		t.left[p.Task.Point]--
		return
	}
	delete(t.running, p.Task.Number)
	t.times.Add(p.Task.Point, p.Seconds)
	t.steps[p.Task.Point] = p.Steps
}

// each is the time of a task at a point, in seconds, 0 where nothing is known.
func (t *tracker) each(point int) float64 {
	seconds, _ := t.times.Mean(point)
	return seconds
}

// known tells whether something is known of the time of every task.
func (t *tracker) known() bool {
	for point, n := range t.left {
		if _, ok := t.times.Mean(point); n > 0 && !ok {
			return false
		}
	}
	for _, r := range t.running {
		if _, ok := t.times.Mean(r.point); !ok {
			return false
		}
	}
	return true
}

// remains is the remaining time of a running task, estimated from its readings
// once a task of its point has finished and their number is known, otherwise from
// its running time. A task that takes longer than expected is assumed to need
// another quarter of its time.
func (t *tracker) remains(r running) float64 {
	each, elapsed := t.each(r.point), t.now().Sub(r.start).Seconds()
	byClock := max(each-elapsed, elapsed/4)
	if n := t.steps[r.point]; n > 0 && r.first >= 0 && r.steps < n && elapsed > 0 {
		if done := float64(r.steps-r.first) / float64(n-r.first); done > 0 {
			return min(byClock, each*(1-done))
		}
	}
	return byClock
}

// toGo is the time until the run ends, in seconds.
func (t *tracker) toGo() float64 {
	sum, longest := 0.0, 0.0
	for point, n := range t.left {
		each := t.each(point)
		sum += each * float64(n)
		if n > 0 {
			longest = max(longest, each)
		}
	}
	for _, r := range t.running {
		remains := t.remains(r)
		sum += remains
		longest = max(longest, remains)
	}
	return max(sum/float64(t.jobs), longest)
}

// fraction is the share of the run's time that is over, 0 to 1.
func (t *tracker) fraction() float64 {
	elapsed, left := t.now().Sub(t.start).Seconds(), t.toGo()
	switch {
	case t.done == t.todo:
		return 1
	case !t.known():
		return float64(t.done) / float64(t.todo)
	case elapsed+left <= 0:
		return 1
	}
	return elapsed / (elapsed + left)
}

// eta is the remaining time.
func (t *tracker) eta() string {
	switch {
	case t.done == t.todo:
		return "0s"
	case !t.known():
		return "unknown"
	}
	return duration(t.toGo())
}

// state describes the run in a few words, the most important first.
func (t *tracker) state() []string {
	words := []string{fmt.Sprintf("%d/%d tasks", t.done, t.todo), "ETA " + t.eta()}
	if n := len(t.running); n > 0 {
		words = append(words, fmt.Sprintf("%d running", n))
	}
	return words
}
