package store

import (
	"context"
	"errors"
	"log/slog"

	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/internal/sealed"
)

// Unreadable tells whether the error of reading a file ends a run: the system could
// not read it, or a newer fbp wrote it. Nothing is known against its content
// then, and it is left alone. Any other error is a fault of the content.
func Unreadable(err error) bool {
	return files.System(err) || errors.As(err, new(*sealed.NewerError))
}

// ifUnreadable is an error that ends a run, nil if it does not.
func ifUnreadable(err error) error {
	if Unreadable(err) {
		return err
	}
	return nil
}

// ignoreMissing is an error of reading a file, nil if there is no such file.
func ignoreMissing(err error) error {
	if files.Missing(err) {
		return nil
	}
	return err
}

// SetAside renames a file with a bad content, so that it can be looked at and is
// not in the way. The error is one that stops the run.
func SetAside(log *slog.Logger, path string, why error) error {
	if Unreadable(why) {
		return why
	}
	log.Warn("bad file, moved aside and done again", "file", path, "why", why)
	return files.MoveAside(path)
}

// WriteFile is files.WriteFile in a run's folder, see [files.InPlace].
func WriteFile(path string, data []byte) error {
	return files.InPlace(path, func() error { return files.WriteFile(path, data) })
}

// Replaceable is the error of what may not be written over when tasks are done
// again that have been done: a solution or measurement of theirs that a newer fbp
// wrote, or that the system cannot read. It is nil if there is none. A scan has the
// same error for records.
func (f Folder) Replaceable(ctx context.Context, tasks []plan.Task) error {
	solutions := map[string]bool{}
	for _, t := range tasks {
		if ctx.Err() != nil {
			return say.ErrInterrupted
		}
		if solutions[t.Solution] {
			continue
		}
		solutions[t.Solution] = true
		if _, err := f.ReadSolution(t); Unreadable(err) {
			return err
		}
	}
	return f.eachMeasurement(ctx, solutions, func(string, *MeasurementFile, error) error { return nil })
}
