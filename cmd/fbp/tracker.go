package main

import (
	"fmt"
	"time"

	"fbp/experiment"
)

// tracker knows how far a run is: whole tasks, weighted by what the plan
// expects them to take, and the readings inside the running ones.
type tracker struct {
	plan       *experiment.Plan
	now        func() time.Time
	start      time.Time
	todo, done int
	weight     float64         // of all tasks to do, in expected seconds
	finished   float64         // of the finished ones
	running    map[int]running // by number of the task
	steps      map[int]int     // readings of a finished task, by point of the sweep
}

type running struct {
	steps   int
	expects float64 // seconds
	start   time.Time
	point   int
}

func newTracker(p *experiment.Plan, now func() time.Time) *tracker {
	return &tracker{plan: p, now: now, start: now(), running: map[int]running{}, steps: map[int]int{}}
}

// least keeps tasks without an estimate from counting nothing.
const least = 1e-3

func (t *tracker) expects(task experiment.Task) float64 {
	return t.plan.Estimate(task).Seconds + least
}

// take takes in what the run tells.
func (t *tracker) take(p experiment.Progress) {
	switch p.Event {
	case experiment.Begin:
		t.todo, t.start = len(p.Tasks), t.now()
		for _, task := range p.Tasks {
			t.weight += t.expects(task)
		}
	case experiment.Started:
		t.running[p.Task.Number] = running{expects: t.expects(p.Task), start: t.now(), point: p.Task.Point}
	case experiment.Stepped:
		r := t.running[p.Task.Number]
		r.steps = p.Steps
		t.running[p.Task.Number] = r
	case experiment.Done:
		t.done++
		t.finished += t.running[p.Task.Number].expects
		t.steps[p.Task.Point] = p.Steps
		delete(t.running, p.Task.Number)
	}
}

// fraction is the share of the work that is done, 0 to 1. Inside a task it goes
// by readings once a task of its point has shown how many there are, and by the
// clock before.
func (t *tracker) fraction() float64 {
	if t.weight == 0 {
		return 1
	}
	sum := t.finished
	for _, r := range t.running {
		share := t.now().Sub(r.start).Seconds() / r.expects
		if n := t.steps[r.point]; n > 0 {
			share = float64(r.steps) / float64(n)
		}
		sum += r.expects * min(share, 0.95)
	}
	return min(sum/t.weight, 1)
}

// eta is the time to go, as far as the work measured so far tells.
func (t *tracker) eta() string {
	f, elapsed := t.fraction(), t.now().Sub(t.start).Seconds()
	switch {
	case t.done == t.todo:
		return "0s"
	case f < 1e-3 || elapsed < 1:
		return "?"
	}
	return duration(elapsed * (1 - f) / f)
}

// state is the run in a few words.
func (t *tracker) state() string {
	steps := 0
	for _, r := range t.running {
		steps += r.steps
	}
	return fmt.Sprintf("%d/%d tasks, %d running at reading %d", t.done, t.todo, len(t.running), steps)
}
