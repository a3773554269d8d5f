package experiment

import (
	"context"
	"errors"
	"time"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/results"
)

// try does a task and writes its record, unless another process is doing it.
// It tells whether the task has its record.
func (r *runner) try(ctx context.Context, t plan.Task) (done bool, err error) {
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
	if claim.TakenOver {
		r.Log.Info("its process has exited or gives no sign of life: taken over", "task", t.ID)
	}
	if done, err := r.doneMeanwhile(t); done || err != nil {
		return done, err
	}
	r.busy.Add(1)
	defer r.busy.Add(-1)
	start, steps := time.Now(), 0
	r.tell(Progress{Event: Started, Task: t})
	j := &job{run: r, task: t, at: r.plan.Spec.At(t.Point), lost: lost, steps: func(n int) {
		steps += n
		r.tell(Progress{Event: Stepped, Task: t, Steps: steps})
	}}
	record, err := j.record(ctx)
	if err == nil {
		record.Run = r.made(start, time.Now())
		record.Run.Searched, record.Run.Outside = j.searched.Seconds(), j.outside
		err = j.keep(record)
	}
	switch {
	case errors.Is(err, say.ErrInterrupted):
		return false, nil
	case err != nil:
		return false, err
	}
	r.ended(&r.report.Finished, Progress{Task: t, Steps: steps, Record: record, Seconds: record.Run.Seconds})
	if record.Status == results.Failed && r.FailFast {
		return true, errFailFast
	}
	return true, nil
}

// keep writes the record, after which nothing is left to continue.
func (j *job) keep(record *results.Record) error {
	path := j.run.folder.Record(j.task)
	if err := files.InPlace(path, func() error { return results.WriteRecord(path, record) }); err != nil {
		return err
	}
	j.forget()
	return nil
}

// doneMeanwhile looks for the record of a task that is claimed by now: another
// process may have written it since this one looked, and a bad one belongs to
// no process any more and is moved aside.
func (r *runner) doneMeanwhile(t plan.Task) (bool, error) {
	if r.Force {
		return false, nil
	}
	record, err := r.folder.Read(t)
	if err != nil {
		return false, store.SetAside(r.Log, r.folder.Record(t), err)
	}
	if record == nil || r.retries(record) {
		return false, nil
	}
	r.ended(&r.report.Skipped, Progress{Task: t, Record: record})
	return true, nil
}

// made is the run object of a record.
func (r *runner) made(start, end time.Time) *results.Run {
	return &results.Run{
		Started: start.UTC().Round(time.Millisecond), Finished: end.UTC().Round(time.Millisecond),
		Seconds: end.Sub(start).Seconds(), Origin: r.origin,
	}
}
