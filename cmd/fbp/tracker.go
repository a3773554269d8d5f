package main

import (
	"fmt"
	"time"

	"fbp/experiment"
	"fbp/experiment/plan"
)

// tracker estimates the progress of a run. The remaining work is in seconds of
// one core. The time of a task is the mean of the finished tasks at the same
// point of the sweep; without any, it is the estimate of the plan, corrected by
// its error at the other points, or the mean of these where the plan has none.
type tracker struct {
	plan       *plan.Plan
	now        func() time.Time
	start      time.Time
	todo, done int
	jobs       int             // tasks at the same time
	left       map[int]int     // tasks that have not started, by point
	points     map[int]*pace   // by point
	all        pace            // of the tasks that this run has finished
	planned    pace            // of those among them with an estimate
	running    map[int]running // by number of the task
}

// pace has the times of finished tasks and those that the plan expected.
type pace struct {
	tasks          int
	took, expected float64 // seconds, 0: not known
	steps          int     // readings of the last one
}

type running struct {
	start time.Time
	point int
	steps int // readings so far
	first int // readings at the first report: they may come from a checkpoint
}

func newTracker(p *plan.Plan, now func() time.Time) *tracker {
	return &tracker{plan: p, now: now, start: now(), jobs: 1, left: map[int]int{}, points: map[int]*pace{}, running: map[int]running{}}
}

// least is what a task takes beside its work.
const least = 1e-3

// expects is the estimate of the plan, 0 if it has none.
func (t *tracker) expects(task plan.Task) float64 {
	e := t.plan.Estimate(task)
	if e.Unknown != "" {
		return 0
	}
	return e.Seconds + least
}

func (t *tracker) at(point int) *pace {
	if t.points[point] == nil {
		t.points[point] = new(pace)
	}
	return t.points[point]
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
			t.at(task.Point).expected = t.expects(task)
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
	at := t.at(p.Task.Point)
	at.tasks, at.took, at.steps = at.tasks+1, at.took+p.Seconds, p.Steps
	t.all.tasks, t.all.took = t.all.tasks+1, t.all.took+p.Seconds
	if expected := t.expects(p.Task); expected > 0 {
		t.planned.took, t.planned.expected = t.planned.took+p.Seconds, t.planned.expected+expected
	}
}

// each is the time of a task at a point, in seconds. The estimate of the plan has
// the weight of one finished task, so that the first one does not decide alone. It is 0
// where nothing is known.
func (t *tracker) each(point int) float64 {
	at := t.at(point)
	prior := at.expected
	switch {
	case prior > 0 && t.planned.expected > 0:
		prior *= t.planned.took / t.planned.expected
	case prior == 0 && t.all.tasks > 0:
		prior = t.all.took / float64(t.all.tasks)
	}
	return (prior + at.took) / float64(1+at.tasks)
}

// known tells whether something is known of the time of every task.
func (t *tracker) known() bool {
	for _, at := range t.points {
		if at.expected == 0 && t.all.tasks == 0 {
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
	if n := t.at(r.point).steps; n > 0 && r.first >= 0 && r.steps < n && elapsed > 0 {
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

// eta is the remaining time; until a task has finished it is the estimate of the
// plan.
func (t *tracker) eta() string {
	switch {
	case t.done == t.todo:
		return "0s"
	case !t.known():
		return "unknown"
	case t.all.tasks == 0:
		return duration(t.toGo()) + " by the plan"
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
