package experiment

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"fbp/experiment/checkpoint"
	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/results"
)

// measure makes all measurements of the task. One that fails has a reason
// in the record, keeps the readings that it had emitted, and changes neither
// the status, which is the search's, nor the other measurements. The error
// returned is an interruption or one of the disk.
func (j *job) measure(ctx context.Context, of *measured, r *results.Record) error {
	for _, m := range j.at.Measures {
		if m.Skips && !of.learned() {
			continue // it counts in n_unsolved
		}
		if of.all {
			of = of.solved()
		}
		if !of.found() {
			continue // nor is there anything to be measured
		}
		made, err := j.keptOrMade(ctx, m, m.Of(j.task, r.Params), of)
		if err != nil {
			return err
		}
		reason := made.Reason
		for _, name := range slices.Sorted(maps.Keys(made.Readings)) {
			if _, twice := r.Readings[name]; !twice {
				r.Readings[name] = made.Readings[name]
			} else if reason == "" {
				reason = fmt.Sprintf("the algorithm or another measurement writes table %q too", name)
			}
		}
		if reason != "" {
			if r.Reasons == nil {
				r.Reasons = map[string]string{}
			}
			r.Reasons[m.Kind] = reason
			j.run.Log.Warn("not measured", "task", j.task.ID, "measurement", m.Kind, "why", reason)
		}
	}
	return nil
}

// keptOrMade is the result of a measurement: that of an earlier task if there is one, or
// it is made and kept. One that has failed is made again where the run is to retry what
// failed. The error is an interruption or one of the disk.
func (j *job) keptOrMade(ctx context.Context, m plan.Measure, name plan.Measuring, of *measured) (*store.MeasurementFile, error) {
	folder := j.run.folder
	if !j.run.Force {
		kept, err := folder.ReadMeasurement(name, of.weights)
		if err != nil {
			err = store.SetAside(j.run.Log, folder.Measurement(name.Name()), err)
		}
		if err != nil {
			return nil, &diskError{err}
		}
		if kept != nil && !(j.run.RetryFailed && kept.Reason != "") {
			j.skipSteps(kept.Readings)
			return kept, nil
		}
	}
	readings, err := retry(ctx, j, checkpoint.OfMeasurement(j.task, m.Kind), func() (map[string]*results.Rows, bool, error) { return j.make(ctx, m, of) })
	j.freed()
	made := &store.MeasurementFile{Measuring: name, Weights: of.weights, Readings: readings}
	if err != nil {
		if ctx.Err() != nil || errors.As(err, new(*diskError)) {
			return nil, err
		}
		made.Reason = results.Reason(err.Error())
	}
	if err := folder.WriteMeasurement(made); err != nil {
		return nil, &diskError{err}
	}
	checkpoint.Forget(folder, checkpoint.OfMeasurement(j.task, m.Kind))
	return made, nil
}

// make makes a measurement, with random numbers of its own, and returns what it
// read, and whether it went on from a checkpoint. A panic is an error of this measurement.
func (j *job) make(ctx context.Context, m plan.Measure, of *measured) (readings map[string]*results.Rows, resumed bool, err error) {
	recorder := results.Recorder{Layouts: kinds.Emits(m.Measurement, j.at.Model)}
	defer func() {
		if p := recover(); p != nil {
			readings, err = recorder.Readings(), j.panicked(p)
		}
	}()
	kept, rng := j.keeper(ctx, checkpoint.OfMeasurement(j.task, m.Kind), &recorder, "measure/"+m.Kind, j.measures())
	defer func() { resumed = kept.Resumed() }()
	with := *of.problem
	with.Keeper = kept
	with.Data = m.Sees(of.problem.Data)
	own := of.copies() // one that fails half-way leaves others what they measure
	err = m.Measure(ctx, &with, own, rng, j.watched(&recorder))
	if err := kept.Failed(); err != nil {
		return nil, false, &diskError{err}
	}
	if err == nil {
		err = recorder.Err()
	}
	return recorder.Readings(), false, err
}
