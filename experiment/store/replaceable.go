package store

import (
	"context"

	"fbp/experiment/config"
	"fbp/experiment/plan"
)

// Replaceable is the error of what may not be written over when tasks are done
// again that have been done: a record, solution or measurement of theirs that a
// newer fbp wrote, or that the system cannot read. It is nil if there is none.
func (f Folder) Replaceable(ctx context.Context, tasks []plan.Task) error {
	solutions := map[string]bool{}
	err := f.Heads(ctx, tasks, func(r TaskFile) error {
		if Stops(r.Err) || solutions[r.Task.Solution] {
			return stopping(r.Err)
		}
		solutions[r.Task.Solution] = true
		_, err := f.ReadSolution(r.Task)
		return stopping(err)
	})
	if err != nil {
		return err
	}
	names, err := f.measurements(solutions)
	for _, name := range names {
		if ctx.Err() != nil {
			return config.ErrInterrupted
		}
		if _, err := f.MeasurementNamed(name); Stops(err) {
			return err
		}
	}
	return err
}

// stopping is an error that ends a run, nil if it does not (see Stops).
func stopping(err error) error {
	if Stops(err) {
		return err
	}
	return nil
}
