package experiment

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"fbp/experiment/checkpoint"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/claims"
	"fbp/internal/origin"
	"fbp/internal/say"
	"fbp/results"
)

const (
	// defaultGrace is enough for a task to notice an interruption and to keep what it has,
	// unless that is large.
	defaultGrace = 4 * time.Second
	// longGrace is how long an interrupted run waits while a checkpoint is being written.
	// Slurm waits 30 s before it kills.
	longGrace = 25 * time.Second
)

// Run does what is missing of a plan made by plan.New. What is on disk stays
// there: a task whose record exists is skipped, a record or solution that
// cannot be read is moved aside and made again. Several runs may work in one
// folder: a task is done by one of them, and all end when it is done.
//
// A task whose search fails has a record that says so, and others go on; a
// measurement that fails is a reason in the record. The error is ErrInterrupted when ctx was cancelled, otherwise one of the disk.
func Run(ctx context.Context, p *plan.Plan, o Options) (Report, error) {
	r := newRunner(p, o)
	todo, err := r.prepare(ctx)
	if err != nil {
		return r.report, err
	}
	if _, err := table.WriteTheory(ctx, p, o.Dir, p.Spec.Theories, table.Options{Jobs: o.Jobs, Force: o.Force, Built: true, Rows: o.Rows, Log: r.Log}); err != nil {
		return r.report, err
	}
	if len(todo) > 0 {
		if err := r.folder.Begin(); err != nil {
			return r.report, err
		}
	}
	r.claims = r.folder.Claims(claims.ThisProcess(r.origin.Host))
	defer r.claims.Live(r.Beat)()
	r.tell(Progress{Event: Begin, Tasks: todo, Jobs: r.Jobs, Times: r.times})
	within, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	done := r.passes(within, stop, todo)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.batches != nil && r.Shard.Of == 0 {
		r.report.Planned = r.report.Selected // the others do not count
	}
	switch err := context.Cause(within); {
	case err == nil, errors.Is(err, errFailFast), done:
		return r.report, nil
	case ctx.Err() != nil:
		return r.report, say.ErrInterrupted
	default:
		return r.report, err
	}
}

// newRunner has the options with their defaults.
func newRunner(p *plan.Plan, o Options) *runner {
	r := &runner{Options: o, plan: p, folder: store.Folder(o.Dir)}
	if r.Log == nil {
		r.Log = slog.New(slog.DiscardHandler)
	}
	r.Grace = cmp.Or(r.Grace, defaultGrace)
	r.Checkpoint = cmp.Or(r.Checkpoint, checkpoint.Every)
	r.Beat = cmp.Or(r.Beat, claims.Beat)
	r.Poll = cmp.Or(r.Poll, claims.Poll)
	r.Jobs = max(r.Jobs, 1)
	return r
}

// prepare finds the tasks that are to be done and makes the folder for them.
func (r *runner) prepare(ctx context.Context) (todo []plan.Task, err error) {
	if err := r.plan.Spec.Allow(r.Commands); err != nil {
		return nil, err
	}
	for _, words := range r.plan.Spec.Commands() {
		if _, err := exec.LookPath(words[0]); err != nil {
			return nil, &say.Error{Where: r.plan.Spec.File, Key: "algorithm.run", Want: err.Error() + `; a program beside the config is "./NAME"`}
		}
	}
	if err := r.folder.CheckNoLinks(); err != nil {
		return nil, err
	}
	r.origin = *origin.Find()
	tasks, err := r.selected()
	if err != nil {
		return nil, err
	}
	ahead := func() []plan.Task { return todo }
	if r.plan.Until != nil && r.Task == nil && r.List == nil && !r.First {
		r.batches = newBatches(r, tasks)
		todo, err = r.batches.next(ctx)
		ahead = r.batches.ahead
	} else {
		todo, err = r.scan(ctx, tasks)
	}
	if err != nil {
		if errors.As(err, new(*say.Error)) { // --strict
			return nil, err
		}
		return nil, cmp.Or(r.folder.Make(), err)
	}
	r.cores = r.Jobs
	if r.Admit != nil {
		if r.Jobs, err = r.Admit(ahead(), r.Jobs); err != nil {
			return nil, err
		}
		r.Jobs = max(r.Jobs, 1)
	}
	r.origin.Jobs, r.origin.Config = r.Jobs, r.plan.Config
	return todo, store.Create(r.plan, r.Dir, r.Replace, r.Log)
}

// runner is one Run.
type runner struct {
	Options
	plan     *plan.Plan
	folder   store.Folder
	searches searches
	claims   *claims.Set
	batches  *batches     // of a plan that adds samples by a rule, else nil
	times    *store.Times // of the tasks that were done before
	origin   results.Origin
	cores    int          // that the run may use
	busy     atomic.Int64 // tasks at work
	keeping  atomic.Int64 // checkpoints that are being written
	warned   sync.Map     // warnings that were given

	mu     sync.Mutex // guards report and calls of Watch
	report Report
}

// share is how many cores a task may use now: tasks come first, what they leave idle is
// shared among them. No more goroutines work on one sample than there are processors: they meet
// often, and would wait for those that have none.
func (r *runner) share() int {
	return max(1, min(r.cores, runtime.GOMAXPROCS(0))/max(1, int(r.busy.Load())))
}
