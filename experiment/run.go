package experiment

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/results"
)

// defaultGrace is enough for a task to notice an interruption, and less than batch
// systems wait before they kill.
const defaultGrace = 4 * time.Second

// Run does what is missing of a plan made by plan.New. What is on disk stays
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
	if err := r.folder.Closed(); err != nil {
		return r.report, err
	}
	r.origin = *store.FindOrigin()
	r.origin.Inputs = inputsOf(ctx, p)
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
	r.cores = max(r.Jobs, 1)
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
	if _, err := table.WriteTheory(ctx, p, o.Dir, p.Spec.Theories, table.Options{Formats: []string{"tsv"}, Jobs: o.Jobs, Force: o.Force, Rows: o.Rows, Log: r.Log}); err != nil {
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
	cores    int          // that the run may use
	busy     atomic.Int64 // tasks at work

	mu     sync.Mutex // guards report and calls of Watch
	report Report
}

// share is how many cores a task may use now: tasks come first, what they leave idle is
// shared among them.
func (r *runner) share() int { return max(1, r.cores/max(1, int(r.busy.Load()))) }
