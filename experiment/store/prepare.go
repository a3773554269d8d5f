package store

import (
	"context"
	"log/slog"

	"fbp/experiment/plan"
	"fbp/results"
)

// Prepare makes the folder of a run with config and plan in it, for those that
// will do the tasks; it refuses what Run refuses.
func Prepare(p *plan.Plan, dir string, replace bool, log *slog.Logger) error {
	f := Folder(dir)
	if err := f.keeps(p.Spec.ResolvedIn(dir)); err != nil {
		return err
	}
	if err := f.Make(); err != nil {
		return err
	}
	return f.Describe(p, replace, log)
}

// Pending is what is left of a plan in a folder, and what the rest took.
type Pending struct {
	Todo     []plan.Task
	Later    [][]plan.Task // where a rule adds samples: the batches that may be wanted after Todo
	Finished int           // tasks that ran to their end
	Slowest  float64       // seconds of the slowest of them

	slowest map[int]float64 // by point
	ratio   float64         // to what was estimated, at most
}

// PendingOf reads the records of a plan in a folder, which need not exist yet.
// With retry, failed tasks are left to do.
func PendingOf(ctx context.Context, p *plan.Plan, dir string, retry bool) (Pending, error) {
	left := Pending{slowest: map[int]float64{}}
	again := func(r *results.Record) bool { return retry && r.Status == results.Failed }
	counting := NewCounting(Folder(dir), p)
	if err := counting.Advance(ctx, func(r TaskFile) bool { return !again(r.Record) }); err != nil {
		return left, err
	}
	left.Later = counting.Later()
	err := Folder(dir).Heads(ctx, counting.Tasks(), func(r TaskFile) error {
		switch {
		case r.Record == nil || again(r.Record):
			left.Todo = append(left.Todo, r.Task)
		case r.Record.Run != nil && r.Record.Status != results.Failed:
			left.took(p, r.Task, r.Record.Run.Seconds)
		}
		return nil
	})
	return left, err
}

func (left *Pending) took(p *plan.Plan, t plan.Task, seconds float64) {
	left.Finished++
	left.Slowest = max(left.Slowest, seconds)
	left.slowest[t.Point] = max(left.slowest[t.Point], seconds)
	if expected := p.Estimate(t).Seconds; expected > 0 {
		left.ratio = max(left.ratio, seconds/expected)
	}
}

// Longest is how many seconds a task may take, as finished ones did: the slowest
// at its point of the sweep, or where none is finished there its estimate times the worst
// that an estimate was wrong by; without estimates, the slowest of all.
func (left *Pending) Longest(p *plan.Plan, t plan.Task) float64 {
	if seconds := left.slowest[t.Point]; seconds > 0 {
		return seconds
	}
	if e := p.Estimate(t); e.Unknown == "" && left.ratio > 0 {
		return e.Seconds * left.ratio
	}
	return left.Slowest
}
