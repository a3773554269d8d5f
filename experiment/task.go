package experiment

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"fbp/experiment/checkpoint"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/instances"
	"fbp/internal/say"
	"fbp/model"
	"fbp/results"
)

// job is the work on one task.
type job struct {
	run   *runner
	task  plan.Task
	at    *plan.Point
	steps func(n int) // told of readings as they come
	lost  context.CancelCauseFunc

	searched time.Duration    // processor time of the search, if it was done here as a whole on one core
	outside  *results.Outside // the program that has searched, if one has
}

// record is that of the task: it generates, solves and measures. A panic is an error of this task. An error of the
// instance or the search becomes a failed record, one of a measurement a reason
// in it; the error returned is an interruption, or one of the disk, which no
// other task would escape.
func (j *job) record(ctx context.Context) (r *results.Record, err error) {
	r = &results.Record{
		Task: j.task.ID, Solution: j.task.Solution, Physics: results.PhysicsVersion,
		Params: j.at.Params(&j.task), Seed: j.run.plan.Spec.Seed, Sample: j.task.Sample, Search: j.task.Search,
	}
	defer func() {
		if p := recover(); p != nil {
			err = j.panicked(p)
		}
		r, err = withError(ctx, r, err)
	}()
	data, err := j.data(ctx)
	if err != nil {
		return r, err
	}
	j.warnRepeated(data)
	of := &measured{problem: &model.Problem{Model: j.at.Model, Data: data, Cores: j.run.share}}
	of.all = j.at.Pair != nil && j.at.Pair.Grouping == model.All
	found, err := j.solutions(ctx, of)
	if err != nil {
		return r, err
	}
	if j.task.Pair == nil {
		r.Status, r.Omitted, r.Readings = found.Outcome, found.Omitted, maps.Clone(found.Readings)
	} else {
		r.Status, r.Readings = of.outcome(), map[string]*results.Rows{}
	}
	j.freed()
	return r, j.measure(ctx, of, r)
}

// withError is the record of a task that has ended so, or the error that ends the run.
func withError(ctx context.Context, r *results.Record, err error) (*results.Record, error) {
	var disk *diskError
	switch {
	case err == nil:
		return r, nil
	case errors.As(err, &disk):
		return nil, disk.error
	case store.Unreadable(err): // of the file of the patterns, say
		return nil, err
	case ctx.Err() != nil:
		return nil, say.ErrInterrupted
	}
	r.Status, r.Error, r.Omitted, r.Readings = results.Failed, say.OneLine(err.Error()), nil, nil
	return r, nil
}

// diskError is an error of writing, not of the task.
type diskError struct{ error }

// data makes the instance, and makes sure that a file is still the one that the
// task was named after.
func (j *job) data(ctx context.Context) (*instances.Data, error) {
	if digest := j.at.Source.About().Digest; digest != nil {
		now, err := digest(ctx, j.task.Sample)
		if err == nil && now != j.task.Digest {
			err = errors.New("the file of the patterns has changed since the plan was made")
		}
		if err != nil {
			return nil, err
		}
	}
	return j.at.Source.Data(ctx, j.at.Model, j.run.plan.Seed, j.task.Sample)
}

// panicked logs a panic, with its place, and makes an error of it.
func (j *job) panicked(p any) error {
	j.run.Log.Error("panic", "task", j.task.ID, "panic", p, "stack", string(debug.Stack()))
	return fmt.Errorf("panic: %v", p)
}

// watched records readings and tells the watcher of each.
func (j *job) watched(recorder *results.Recorder) func(results.Reading) {
	return func(r results.Reading) {
		recorder.Emit(r)
		j.steps(1)
	}
}

// large is the memory of a task, in bytes, from which on its parts are not to lie
// in memory together.
const large = 32 << 20

// freed gives back the memory of a search or a measurement that has ended, if it
// is large: otherwise the next one's would come on top of it, before the garbage
// collector has seen that there is a limit, and a task would take twice what it
// is estimated to. Collecting arrays of numbers takes no time.
func (j *job) freed() {
	if j.run.plan.Estimate(j.task).Memory > large {
		debug.FreeOSMemory()
	}
}

// keeper makes the keeper of a search or measurement of the task, and the random numbers that it
// draws, of the stream of a purpose and a key.
func (j *job) keeper(ctx context.Context, name string, recorder *results.Recorder, purpose, key string) (*checkpoint.Keeper, *rand.Rand) {
	o := checkpoint.Options{Folder: j.run.folder, Every: j.run.Checkpoint, Fresh: j.run.Force, Log: j.run.Log, Busy: &j.run.keeping, Kept: j.run.kept, Steps: j.steps, Stop: j.lost}
	return o.Keeper(ctx, name, recorder, func(draws uint64) *rand.Rand {
		return instances.StreamAt(draws, j.run.plan.Seed, purpose, key)
	})
}

// forget removes the checkpoints of a task that has its record.
func (j *job) forget() {
	names := []string{j.task.Solution}
	for _, m := range j.at.Measures {
		names = append(names, checkpoint.OfMeasurement(j.task, m.Kind))
	}
	checkpoint.Forget(j.run.folder, names...)
}
