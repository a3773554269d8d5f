package experiment

import (
	"context"
	"fmt"

	"fbp/results"
)

// selected are the tasks asked for.
func (r *runner) selected() ([]Task, error) {
	tasks := r.plan.Tasks
	r.report.Planned = len(tasks)
	switch {
	case r.Task != nil && r.Shard.Of != 0:
		return nil, &ConfigError{Where: "--task and --shard", Want: "give one of them"}
	case r.Task != nil:
		if *r.Task < 0 || *r.Task >= len(tasks) {
			return nil, &ConfigError{Where: fmt.Sprintf("--task %d", *r.Task), Want: fmt.Sprintf("want a task from 0 to %d", len(tasks)-1)}
		}
		tasks = tasks[*r.Task : *r.Task+1]
	case r.Shard.Of != 0:
		if r.Shard.Of < 0 || r.Shard.I < 0 || r.Shard.I >= r.Shard.Of {
			return nil, &ConfigError{Where: fmt.Sprintf("--shard %d/%d", r.Shard.I, r.Shard.Of), Want: "want i/n with i from 0 to n-1"}
		}
		tasks = nil
		for i := r.Shard.I; i < r.report.Planned; i += r.Shard.Of {
			tasks = append(tasks, r.plan.Tasks[i])
		}
	}
	r.report.Selected = len(tasks)
	return tasks, nil
}

// todo are the tasks without a valid record.
func (r *runner) todo(ctx context.Context, tasks []Task) ([]Task, error) {
	var todo []Task
	for _, t := range tasks {
		if ctx.Err() != nil {
			return nil, ErrInterrupted
		}
		if r.Force {
			todo = append(todo, t)
			continue
		}
		record, err := r.folder.read(t)
		if err != nil {
			if err := setAside(r.Log, r.folder.Record(t), err); err != nil {
				return nil, err
			}
		}
		if record == nil || record.Status == results.Failed && r.RetryFailed {
			todo = append(todo, t)
			continue
		}
		r.report.Skipped++
		r.count(record)
	}
	return todo, nil
}
