package store

import (
	"context"
	"regexp"
	"slices"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/results"
)

// Pending is what is left of a plan in a folder, and what the rest took.
type Pending struct {
	Todo  []plan.Task
	Times *Times // of the tasks that ran to their end
}

// PendingOf reads the records of a plan in a folder, which need not exist yet.
// With retry, failed tasks are left to do.
func PendingOf(ctx context.Context, p *plan.Plan, dir string, retry bool) (Pending, error) {
	left := Pending{Times: NewTimes(p)}
	again := func(r *results.Record) bool { return retry && r.Status == results.Failed }
	counting := NewSamples(Folder(dir), p)
	if err := counting.Advance(ctx, func(r StoredRecord) bool { return !again(r.Record) }); err != nil {
		return left, err
	}
	err := Folder(dir).EachHeader(ctx, counting.Tasks(), func(r StoredRecord) error {
		if r.Record == nil || again(r.Record) {
			left.Todo = append(left.Todo, r.Task)
		}
		left.Times.take(r.Task, r.Record)
		return nil
	})
	return left, err
}

// Only is what is left of some tasks.
func (left Pending) Only(tasks []plan.Task) Pending {
	wanted := make(map[int]bool, len(tasks))
	for _, t := range tasks {
		wanted[t.Number] = true
	}
	left.Todo = slices.DeleteFunc(slices.Clone(left.Todo), func(t plan.Task) bool { return !wanted[t.Number] })
	return left
}

// First are the tasks of the first sample, with all its searches and pairs, of every point
// of a plan at which no other sample has a record in a folder.
func (f Folder) First(p *plan.Plan) (tasks []plan.Task, err error) {
	begun := map[int]bool{}
	for _, t := range p.Tasks {
		if t.Sample == 0 || begun[t.Point] {
			continue
		}
		if begun[t.Point], err = files.Exists(f.Record(t)); err != nil {
			return nil, err
		}
	}
	for _, t := range p.Tasks {
		if t.Sample == 0 && !begun[t.Point] {
			tasks = append(tasks, t)
		}
	}
	return tasks, nil
}

// Rerun is the command that does all tasks of the folder that are not done; flags are what its
// config wants behind it, as [plan.Spec.Flags] has it.
func (f Folder) Rerun(flags string) string {
	return config.Command("fbp run %s --out %s"+flags, f.In("config.toml"), string(f))
}

// flags are those of [Folder.Rerun] where the config has not been understood: it is a resolved one.
func (f Folder) flags() string {
	text, err := files.ReadFile(f.In("config.toml"), files.Small)
	if err != nil || !runsPrograms.Match(text) {
		return ""
	}
	return " --allow-commands"
}

// runsPrograms is the line of a config whose searches run programs.
var runsPrograms = regexp.MustCompile(`(?m)^"?(algorithm\.)?kind"? *= "command"$`)
