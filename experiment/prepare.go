package experiment

import (
	"context"
	"log/slog"

	"fbp/results"
)

// Prepare makes the folder of a run with config and plan in it, for those that
// will do the tasks; it refuses what Run refuses.
func Prepare(p *Plan, dir string, replace bool, log *slog.Logger) error {
	f := Folder(dir)
	if err := f.make(); err != nil {
		return err
	}
	return f.describe(p, replace, log)
}

// Undone are the tasks of a plan without a valid record in a folder, which need
// not exist yet; with retry, also those that failed.
func Undone(ctx context.Context, p *Plan, dir string, retry bool) (todo []Task, err error) {
	err = Folder(dir).heads(ctx, p.Tasks, func(r reading) error {
		if r.record == nil || retry && r.record.Status == results.Failed {
			todo = append(todo, r.task)
		}
		return nil
	})
	return todo, err
}
