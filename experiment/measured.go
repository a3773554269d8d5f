package experiment

import (
	"context"
	"errors"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/results"
)

// measured is the result of a measurement: that of an earlier task if there is one, or
// it is made and kept. One that has failed is made again where the run is to retry what
// failed. The error is an interruption or one of the disk.
func (j *job) measured(ctx context.Context, m plan.Measure, name plan.Measuring, of *measured) (*store.MeasurementFile, error) {
	kept, err := j.keptMeasurement(name, of.weights)
	if err != nil {
		return nil, &diskError{err}
	}
	if kept != nil && !(j.run.RetryFailed && kept.Reason != "") {
		for _, series := range kept.Readings {
			j.steps(len(series.Rows))
		}
		return kept, nil
	}
	readings, err := j.one(ctx, m, of)
	j.freed()
	made := &store.MeasurementFile{Measuring: name, Weights: of.weights, Readings: readings}
	if err != nil {
		if ctx.Err() != nil || errors.As(err, new(*diskError)) {
			return nil, err
		}
		made.Reason = results.Reason(err.Error())
	}
	if err := j.run.folder.WriteMeasurement(made); err != nil {
		return nil, &diskError{err}
	}
	j.run.folder.Forget(store.MeasuringOf(j.task, m.Kind))
	return made, nil
}

// keptMeasurement reads what there is of a measurement. A bad file is moved aside.
func (j *job) keptMeasurement(of plan.Measuring, weights string) (*store.MeasurementFile, error) {
	if j.run.Force {
		return nil, nil
	}
	kept, err := j.run.folder.ReadMeasurement(of, weights)
	if err != nil {
		return nil, store.SetAside(j.run.Log, j.run.folder.Measurement(of.Name()), err)
	}
	return kept, nil
}
