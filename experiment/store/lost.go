package store

import (
	"context"

	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/results"
)

// Lost are the tasks, one for each solution, whose record says that there is a solution
// and that have none, and the number of those that have neither.
func (f Folder) Lost(ctx context.Context, p *plan.Plan) (lost []plan.Task, todo int, err error) {
	seen := map[string]bool{}
	tasks, err := f.Counted(ctx, p)
	if err != nil {
		return nil, 0, err
	}
	err = f.Heads(ctx, tasks, func(r TaskFile) error {
		there, err := files.Exists(f.Solution(r.Task))
		switch {
		case err != nil || there || seen[r.Task.Solution]:
		case r.Record == nil:
			todo++
		case r.Record.Status != results.Failed:
			seen[r.Task.Solution] = true
			lost = append(lost, r.Task)
		}
		return nil
	})
	return lost, todo, err
}
