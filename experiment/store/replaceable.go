package store

import (
	"context"

	"fbp/experiment/plan"
)

// Replaceable is the error of what may not be written over when tasks are done
// again that have been done: a record, solution or measurement of theirs that a
// newer fbp wrote, or that the system cannot read. It is nil if there is none.
func (f Folder) Replaceable(ctx context.Context, tasks []plan.Task) error {
	solutions := map[string]bool{}
	err := f.Heads(ctx, tasks, func(r TaskFile) error {
		if solutions[r.Task.Solution] {
			return nil
		}
		solutions[r.Task.Solution] = true
		_, err := f.ReadSolution(r.Task)
		return stopping(err)
	})
	if err != nil {
		return err
	}
	return f.eachMeasurement(ctx, solutions, func(string, *MeasurementFile, error) error { return nil })
}
