package experiment

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"fbp/results"
)

// Options say how a plan is run. They change no result.
type Options struct {
	Dir         string         // folder of the run
	Jobs        int            // tasks at the same time, 1 if less
	Task        *int           // this task only
	Shard       Shard          // this share of the tasks only
	Force       bool           // do everything again, searches included
	RetryFailed bool           // do failed tasks again
	FailFast    bool           // stop at the first failed task
	Log         *slog.Logger   // nil: silent
	Watch       func(Progress) // told how the run goes on, never two calls at once; nil: nobody
	Grace       time.Duration  // how long an interrupted run waits for its tasks; 0: 4 s
	Host        *Host          // what the records say about machine and program; nil: FindHost()
}

// Shard is share I of Of equal shares of a plan, I = 0 … Of−1. Of = 0 is all.
type Shard struct{ I, Of int }

// Progress is one step of a run.
type Progress struct {
	Event   Event
	Task    Task
	Steps   int             // readings of the task so far
	Record  *results.Record // when the task is Done
	Seconds float64         // of the task, when it is Done
	Tasks   []Task          // to be done by this run, at its Begin
}

// Event is what happened.
type Event int

// The events of a run.
const (
	Begin   Event = iota // the tasks to be done are known
	Started              // a task has started
	Stepped              // a task has read something
	Done                 // a task has its record
)

// Report is how a run ended.
type Report struct {
	Planned  int // tasks of the plan
	Selected int // of them, asked for in this run
	Skipped  int // of these, done by an earlier run
	Finished int // done by this run
	Solved   int // of Skipped and Finished
	Failed   int // of Skipped and Finished
}

// defaultGrace leaves a task time to hear of an interruption, and the batch
// system none to lose patience.
const defaultGrace = 4 * time.Second

// Run does what is missing of a plan made by NewPlan. What is on disk stays
// there: a task whose record exists is skipped, a record or solution that
// cannot be read is moved aside and made again.
//
// A task that fails has a record that says so, and others go on. The error is
// ErrInterrupted when ctx was cancelled, otherwise one of the disk.
func Run(ctx context.Context, p *Plan, o Options) (Report, error) {
	r := &runner{Options: o, plan: p, folder: Folder(o.Dir),
		searches: searches{locks: map[string]*sync.Mutex{}, finished: map[string]bool{}}}
	if r.Log == nil {
		r.Log = slog.New(slog.DiscardHandler)
	}
	if r.Grace == 0 {
		r.Grace = defaultGrace
	}
	if r.Host == nil {
		r.Host = FindHost()
	}
	tasks, err := r.selected()
	if err != nil {
		return r.report, err
	}
	if err := r.folder.make(); err != nil {
		return r.report, err
	}
	if err := r.describe(); err != nil {
		return r.report, err
	}
	if _, err := WriteTheory(ctx, p, o.Dir, p.spec.Theories, TableOptions{Formats: []string{"tsv"}, Jobs: o.Jobs, Force: o.Force}); err != nil {
		return r.report, err
	}
	todo, err := r.todo(ctx, tasks)
	if err != nil {
		return r.report, err
	}
	return r.all(ctx, todo)
}

// runner is one Run.
type runner struct {
	Options
	plan     *Plan
	folder   Folder
	searches searches

	mu     sync.Mutex // guards report and calls of Watch
	report Report
}

func (r *runner) count(record *results.Record) {
	switch record.Status {
	case results.Solved:
		r.report.Solved++
	case results.Failed:
		r.report.Failed++
	}
}

// all does the tasks, Jobs at a time.
func (r *runner) all(ctx context.Context, todo []Task) (Report, error) {
	r.tell(Progress{Event: Begin, Tasks: todo})
	outer := ctx
	ctx, stop := context.WithCancelCause(outer)
	defer stop(nil)
	queue := make(chan Task)
	var workers sync.WaitGroup
	for range min(max(r.Jobs, 1), len(todo)) {
		workers.Go(func() {
			for t := range queue {
				if err := r.one(ctx, t); err != nil {
					stop(err)
				}
			}
		})
	}
feed:
	for _, t := range todo {
		select {
		case queue <- t:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	r.wait(ctx, &workers)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch err := context.Cause(ctx); {
	case err == nil, errors.Is(err, errFailFast), r.report.Finished == len(todo):
		return r.report, nil
	case outer.Err() != nil:
		return r.report, ErrInterrupted
	default:
		return r.report, err
	}
}

// errFailFast ends a run after its first failed task.
var errFailFast = errors.New("a task failed")

// wait waits for the workers, but after an interruption not for long: a task
// that does not listen is left behind, and leaves nothing half-written.
func (r *runner) wait(ctx context.Context, workers *sync.WaitGroup) {
	idle := make(chan struct{})
	go func() {
		workers.Wait()
		close(idle)
	}()
	select {
	case <-idle:
		return
	case <-ctx.Done():
	}
	select {
	case <-idle:
	case <-time.After(r.Grace):
	}
}

// one does one task and writes its record.
func (r *runner) one(ctx context.Context, t Task) error {
	if ctx.Err() != nil {
		return nil
	}
	start, steps := time.Now(), 0
	r.tell(Progress{Event: Started, Task: t})
	j := &job{run: r, task: t, at: r.plan.spec.Points[t.Point], steps: func(n int) {
		steps += n
		r.tell(Progress{Event: Stepped, Task: t, Steps: steps})
	}}
	record, err := j.do(ctx)
	if errors.Is(err, ErrInterrupted) {
		return nil
	}
	if err != nil {
		return err
	}
	record.Run = r.Host.run(start, time.Now())
	if err := results.WriteRecord(r.folder.Record(t), record); err != nil {
		return err
	}
	r.mu.Lock()
	r.report.Finished++
	r.count(record)
	r.mu.Unlock()
	r.tell(Progress{Event: Done, Task: t, Steps: steps, Record: record, Seconds: record.Run.Seconds})
	if record.Status == results.Failed && r.FailFast {
		return errFailFast
	}
	return nil
}

func (r *runner) tell(p Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Watch != nil {
		r.Watch(p)
	}
}
