package experiment

import (
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/results"
)

// Progress is one step of a run.
type Progress struct {
	Event   Event
	Task    plan.Task
	Steps   int             // readings of the task so far
	Record  *results.Record // when the task is Done
	Seconds float64         // of the task, when it is Done
	Tasks   []plan.Task     // to be done by this run, at its Begin, and at More in addition
	Jobs    int             // of them at the same time, at its Begin
	Times   *store.Times    // what others took by then, at its Begin; who watches may add to them
}

// Event is what happened.
type Event int

// The events of a run.
const (
	Begin   Event = iota // the tasks to be done are known
	Started              // a task has started
	Stepped              // a task has read something
	Done                 // a task has its record
	More                 // further tasks are to be done
)

// Report is how a run ended.
type Report struct {
	Planned    int // tasks of the plan
	Selected   int // of them, asked for in this run
	Skipped    int // of these, done by an earlier run, or by another at the same time
	Searched   int // of the others, those whose search an earlier run has done: they were to be measured
	Finished   int // done by this run
	Pairs      int // of Selected: tasks that compare two solutions
	Compared   int // of these, those that are done and have not failed
	Solved     int // of the searches among Skipped and Finished
	Converged  int // of these: not solved, but the messages converged
	Failed     int // of Skipped and Finished
	Unmeasured int // of Skipped and Finished: a measurement failed
	Kept       int // checkpoints written by this run

	Open bool // of a share: more samples may be wanted, when the records of others are there
}

func (r *runner) count(t plan.Task, record *results.Record) {
	switch {
	case record.Status == results.Failed:
		r.report.Failed++
	case t.Pair != nil:
		r.report.Compared++
	case record.Status == results.Solved:
		r.report.Solved++
	case record.Status == results.Converged:
		r.report.Converged++
	}
	if len(record.Reasons) > 0 {
		r.report.Unmeasured++
	}
}

// ended counts a task that has its record, among others of a number of the report, and
// tells of it.
func (r *runner) ended(number *int, p Progress) {
	r.mu.Lock()
	*number++
	r.count(p.Task, p.Record)
	r.mu.Unlock()
	p.Event = Done
	r.tell(p)
}

func (r *runner) tell(p Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Watch != nil {
		r.Watch(p)
	}
}

// kept counts a checkpoint.
func (r *runner) kept() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Kept++
}
