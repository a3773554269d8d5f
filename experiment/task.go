package experiment

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"

	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// job is the work on one task.
type job struct {
	run   *runner
	task  Task
	at    *Point
	steps func(n int) // told of readings as they come
	lost  context.CancelCauseFunc
}

// do generates, solves and measures: the record of the task. An error of the
// task's own becomes a failed record; the error returned is an interruption, or
// one of the disk, which no other task would escape.
func (j *job) do(ctx context.Context) (*results.Record, error) {
	spec := j.run.plan.spec
	r := &results.Record{
		Task: j.task.ID, Solution: j.task.Solution, Physics: results.PhysicsVersion,
		Params: j.at.params(&j.task), Seed: spec.Seed, Sample: j.task.Sample,
	}
	err := j.work(ctx, r)
	var disk *diskError
	switch {
	case err == nil:
		return r, nil
	case errors.As(err, &disk):
		return nil, disk.error
	case ctx.Err() != nil:
		return nil, ErrInterrupted
	}
	r.Status, r.Error, r.Readings = results.Failed, oneLine(err.Error()), nil
	return r, nil
}

// diskError is an error of writing, not of the task.
type diskError struct{ error }

// work fills in what the task finds out. A panic is an error of this task.
func (j *job) work(ctx context.Context, r *results.Record) (err error) {
	defer func() {
		if p := recover(); p != nil {
			j.run.Log.Error("panic", "task", j.task.ID, "panic", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	patterns, err := j.patterns()
	if err != nil {
		return err
	}
	problem := &model.Problem{Model: j.at.Model, Patterns: patterns}
	found, err := j.search(ctx, problem)
	if err != nil {
		return err
	}
	solution, err := found.solution()
	if err != nil {
		return err
	}
	r.Status = found.status()
	r.Readings, err = j.measure(ctx, problem, solution)
	if err != nil {
		return err
	}
	for table, series := range found.Readings {
		if _, twice := r.Readings[table]; twice {
			return fmt.Errorf("both the algorithm and a measurement write table %q", table)
		}
		r.Readings[table] = series
	}
	return nil
}

// patterns makes the instance, and makes sure that a file is still the one
// that the task was named after.
func (j *job) patterns() (*instances.Patterns, error) {
	if source, ok := j.at.Source.(Digested); ok {
		digest, err := source.Digest(j.task.Sample)
		if err == nil && digest != j.task.digest {
			err = errors.New("the file of the patterns has changed since the plan was made")
		}
		if err != nil {
			return nil, err
		}
	}
	return j.at.Source.Patterns(j.at.N, j.run.plan.Seed, j.task.Sample)
}

// measure makes all measurements of the solution, each with random numbers of
// its own.
func (j *job) measure(ctx context.Context, problem *model.Problem, s *model.Solution) (map[string]*results.Series, error) {
	readings := map[string]*results.Series{}
	for _, m := range j.at.Measures {
		var recorder results.Recorder
		kept, rng := j.keeper(j.task.measuring(m.Kind), &recorder, instances.Stream(j.run.plan.Seed, "measure/"+m.Kind, j.task.Solution))
		with := *problem
		with.Keeper = kept
		err := m.Measure(ctx, &with, s, rng, j.watched(&recorder))
		if err == nil {
			err = recorder.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("measure.%s: %w", m.Kind, err)
		}
		for table := range recorder.Readings() {
			if _, twice := readings[table]; twice {
				return nil, fmt.Errorf("measure.%s: another measurement writes table %q too", m.Kind, table)
			}
		}
		maps.Copy(readings, recorder.Readings())
	}
	return readings, nil
}

// watched records readings and tells the watcher of each.
func (j *job) watched(recorder *results.Recorder) func(results.Reading) {
	return func(r results.Reading) {
		recorder.Emit(r)
		j.steps(1)
	}
}
