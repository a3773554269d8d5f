package experiment

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/results"
)

// Options say how a plan is run. They change no result.
type Options struct {
	Dir         string         // folder of the run
	Jobs        int            // tasks at the same time, 1 if less
	Admit       Admit          // asked before anything is written; nil: Jobs it is
	Task        *int           // this task only
	Shard       Shard          // this share of the tasks only
	Force       bool           // do everything again, searches included
	Strict      bool           // refuse a folder with records of other builds than this one
	Replace     bool           // take the place of another experiment in the folder
	RetryFailed bool           // do again what failed: tasks, and measurements of tasks
	FailFast    bool           // stop at the first failed task
	Log         *slog.Logger   // nil: silent
	Watch       func(Progress) // told how the run goes on, never two calls at once; nil: nobody
	Grace       time.Duration  // how long an interrupted run waits for its tasks; 0: 4 s
	Beat        time.Duration  // between signs of life of this process; 0: 10 s
	Checkpoint  time.Duration  // between checkpoints of a task; 0: a minute, negative: as often as possible
	// Rows is told how many rows of a theory are computed, as in TableOptions.
	Rows func(theory string, done, total int)
}

// Admit says how many of the tasks that are to be done may run at the same time,
// jobs at most, or that they cannot run at all.
type Admit func(todo []plan.Task, jobs int) (int, error)

// Shard is share I of Of equal shares of a plan, I = 0 … Of−1. Of = 0 is all.
type Shard struct{ I, Of int }

// Progress is one step of a run.
type Progress struct {
	Event   Event
	Task    plan.Task
	Steps   int             // readings of the task so far
	Record  *results.Record // when the task is Done
	Seconds float64         // of the task, when it is Done
	Tasks   []plan.Task     // to be done by this run, at its Begin
	Jobs    int             // of them at the same time, at its Begin
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
	Planned    int // tasks of the plan
	Selected   int // of them, asked for in this run
	Skipped    int // of these, done by an earlier run, or by another at the same time
	Finished   int // done by this run
	Solved     int // of Skipped and Finished
	Converged  int // of Skipped and Finished: not solved, but the messages converged
	Failed     int // of Skipped and Finished
	Unmeasured int // of Skipped and Finished: a measurement failed
	Kept       int // checkpoints written by this run
}

// defaultGrace leaves a task time to hear of an interruption, and the batch
// system none to lose patience.
const defaultGrace = 4 * time.Second

// Run does what is missing of a plan made by NewPlan. What is on disk stays
// there: a task whose record exists is skipped, a record or solution that
// cannot be read is moved aside and made again. Several runs may work in one
// folder: a task is done by one of them, and all end when it is done.
//
// A task whose search fails has a record that says so, and others go on; a
// measurement that fails is a reason in the record. The error is ErrInterrupted when ctx was cancelled, otherwise one of the disk.
func Run(ctx context.Context, p *plan.Plan, o Options) (Report, error) {
	r := &runner{Options: o, plan: p, folder: store.Folder(o.Dir),
		searches: searches{locks: map[string]*sync.Mutex{}, finished: map[string]bool{}}}
	if r.Log == nil {
		r.Log = slog.New(slog.DiscardHandler)
	}
	if r.Grace == 0 {
		r.Grace = defaultGrace
	}
	if r.Checkpoint == 0 {
		r.Checkpoint = store.CheckpointEvery
	}
	r.origin = *store.FindOrigin()
	r.origin.Inputs = inputsOf(p)
	tasks, err := r.selected()
	if err != nil {
		return r.report, err
	}
	if o.Strict {
		if err := r.strict(ctx); err != nil {
			return r.report, err
		}
	}
	todo, err := r.todo(ctx, tasks)
	if err != nil {
		return r.report, cmp.Or(r.folder.Make(), err)
	}
	if r.Admit != nil {
		if r.Jobs, err = r.Admit(todo, max(r.Jobs, 1)); err != nil {
			return r.report, err
		}
	}
	r.origin.Jobs, r.origin.Config = max(r.Jobs, 1), p.Config
	if err := r.folder.Make(); err != nil {
		return r.report, err
	}
	if err := r.folder.Describe(p, r.Replace, r.Log); err != nil {
		return r.report, err
	}
	if _, err := table.WriteTheory(ctx, p, o.Dir, p.Spec.Theories, table.Options{Formats: []string{"tsv"}, Jobs: o.Jobs, Force: o.Force, Rows: o.Rows}); err != nil {
		return r.report, err
	}
	r.claims = store.NewClaims(r.folder, store.ThisProcess(r.origin.Host))
	r.claims.IsTask = p.IsTask()
	r.claims.Testify()
	living, stop := context.WithCancel(context.Background())
	var heart sync.WaitGroup
	heart.Go(func() { r.claims.Beat(living, cmp.Or(r.Beat, store.Beat)) })
	defer heart.Wait()
	defer stop()
	return r.all(ctx, todo)
}

// runner is one Run.
type runner struct {
	Options
	plan     *plan.Plan
	folder   store.Folder
	searches searches
	claims   *store.Claims
	origin   results.Origin
	alone    sync.RWMutex // held for writing by a task that is suspected of crashes

	mu     sync.Mutex // guards report and calls of Watch
	report Report
}

func (r *runner) count(record *results.Record) {
	switch record.Status {
	case results.Solved:
		r.report.Solved++
	case results.Converged:
		r.report.Converged++
	case results.Failed:
		r.report.Failed++
	}
	if len(record.Reasons) > 0 {
		r.report.Unmeasured++
	}
}

// all does the tasks, those that other processes are doing last: until then
// they are done, or their claim is dead.
func (r *runner) all(ctx context.Context, todo []plan.Task) (Report, error) {
	r.tell(Progress{Event: Begin, Tasks: todo, Jobs: max(r.Jobs, 1)})
	outer := ctx
	ctx, stop := context.WithCancelCause(outer)
	defer stop(nil)
	said := false
	for len(todo) > 0 && ctx.Err() == nil {
		todo = r.round(ctx, stop, todo)
		if len(todo) == 0 {
			break
		}
		if ctx.Err() == nil && !said {
			r.Log.Info("other processes are doing the rest; waiting for them", "tasks", len(todo))
			said = true
		}
		select {
		case <-ctx.Done():
		case <-time.After(store.ClaimsPoll):
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch err := context.Cause(ctx); {
	case err == nil, errors.Is(err, errFailFast), len(todo) == 0:
		return r.report, nil
	case outer.Err() != nil:
		return r.report, config.ErrInterrupted
	default:
		return r.report, err
	}
}

// round tries every task once, Jobs at a time, and returns those that are not
// done.
func (r *runner) round(ctx context.Context, stop context.CancelCauseFunc, todo []plan.Task) (left []plan.Task) {
	queue := make(chan int)
	done := make([]atomic.Bool, len(todo))
	var workers sync.WaitGroup
	for range min(max(r.Jobs, 1), len(todo)) {
		workers.Go(func() {
			for i := range queue {
				ok, err := r.one(ctx, todo[i])
				if err != nil {
					stop(err)
				}
				done[i].Store(ok)
			}
		})
	}
feed:
	for i := range todo {
		select {
		case queue <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	r.wait(ctx, &workers)
	for i, t := range todo {
		if !done[i].Load() {
			left = append(left, t)
		}
	}
	return left
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

// one does a task and writes its record, unless another process is doing it.
// It tells whether the task has its record.
func (r *runner) one(ctx context.Context, t plan.Task) (done bool, err error) {
	if ctx.Err() != nil {
		return false, nil
	}
	ctx, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	claim, err := r.claims.Try(t.ID, lost)
	if claim == nil {
		return false, err
	}
	defer claim.Release()
	if claim.Generation > 0 {
		r.Log.Info("its process died: taken over", "task", t.ID)
	}
	if done, err := r.doneMeanwhile(t); done || err != nil {
		return done, err
	}
	before, tried := r.retry(t)
	defer tried()
	start, steps := time.Now(), 0
	r.tell(Progress{Event: Started, Task: t})
	j := &job{run: r, task: t, at: r.plan.Spec.Points[t.Point], lost: lost, steps: func(n int) {
		steps += n
		r.tell(Progress{Event: Stepped, Task: t, Steps: steps})
	}}
	record, err := j.do(ctx, before.Hopeless())
	if errors.Is(err, config.ErrInterrupted) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	record.Run = r.run(start, time.Now())
	if err := results.WriteRecord(r.folder.Record(t), record); err != nil {
		return false, err
	}
	j.forget()
	if before.Count > 0 {
		r.folder.Forgive(t.ID)
	}
	r.mu.Lock()
	r.report.Finished++
	r.count(record)
	r.mu.Unlock()
	r.tell(Progress{Event: Done, Task: t, Steps: steps, Record: record, Seconds: record.Run.Seconds})
	if record.Status == results.Failed && r.FailFast {
		return true, errFailFast
	}
	return true, nil
}

// doneMeanwhile looks for the record of a task that is claimed by now: another
// process may have written it since this one looked, and a bad one is nobody's
// any more and moved aside.
func (r *runner) doneMeanwhile(t plan.Task) (bool, error) {
	if r.Force {
		return false, nil
	}
	record, err := r.folder.Read(t)
	if err != nil {
		return false, store.SetAside(r.Log, r.folder.Record(t), err)
	}
	if record == nil || r.again(record) {
		return false, nil
	}
	r.mu.Lock()
	r.report.Skipped++
	r.count(record)
	r.mu.Unlock()
	r.tell(Progress{Event: Done, Task: t, Record: record})
	return true, nil
}

func (r *runner) tell(p Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Watch != nil {
		r.Watch(p)
	}
}

// retry says what is known of earlier crashes of a task, and keeps it from running
// beside others if there were any. done ends that.
func (r *runner) retry(t plan.Task) (before store.Crashes, done func()) {
	if before = r.folder.Crashed(t.ID); before.Count == 0 {
		r.alone.RLock()
		return before, r.alone.RUnlock
	}
	r.Log.Warn("has crashed its process: tried again alone", "task", t.ID, "crashes", before.Count, "story", before.Story)
	r.alone.Lock()
	return before, r.alone.Unlock
}

// run is the run object of a record.
func (r *runner) run(start, end time.Time) *results.Run {
	return &results.Run{
		Started: start.UTC().Round(time.Millisecond), Finished: end.UTC().Round(time.Millisecond),
		Seconds: end.Sub(start).Seconds(), Origin: r.origin,
	}
}

// kept counts a checkpoint.
func (r *runner) kept() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Kept++
}
