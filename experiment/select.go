package experiment

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/origin"
	"fbp/internal/say"
	"fbp/results"
)

// selected are the tasks asked for.
func (r *runner) selected() ([]plan.Task, error) {
	tasks := r.plan.Tasks
	r.report.Planned = len(tasks)
	if r.List != nil {
		var err error
		if tasks, err = listed(tasks, r.List); err != nil {
			return nil, err
		}
	}
	switch {
	case r.First && (r.Task != nil || r.Force):
		return nil, &say.Error{Where: "--first", Want: "want neither --task nor --force with it"}
	case r.Task != nil && (r.Shard.Of != 0 || r.List != nil):
		return nil, &say.Error{Where: "--task", Want: "want neither --shard nor --list with it"}
	case r.Task != nil:
		if *r.Task < 0 || *r.Task >= len(tasks) {
			return nil, &say.Error{Where: fmt.Sprintf("--task %d", *r.Task), Want: fmt.Sprintf("want a task from 0 to %d", len(tasks)-1)}
		}
		tasks = tasks[*r.Task : *r.Task+1]
	case r.Shard.Of != 0:
		if r.Shard.Of < 0 || r.Shard.I < 0 || r.Shard.I >= r.Shard.Of {
			return nil, &say.Error{Where: fmt.Sprintf("--shard %d/%d", r.Shard.I, r.Shard.Of), Want: "want i/n with i from 0 to n-1"}
		}
		var share []plan.Task
		for i := r.Shard.I; i < len(tasks); i += r.Shard.Of {
			share = append(share, tasks[i])
		}
		tasks = share
	}
	return tasks, nil
}

// listed are the tasks with some ids, each once.
func listed(tasks []plan.Task, ids []string) (list []plan.Task, err error) {
	if len(ids) == 0 {
		return nil, &say.Error{Where: "--list", Want: "want at least one id of a task"}
	}
	number := make(map[string]int, len(tasks))
	for i, t := range tasks {
		number[t.ID] = i
	}
	taken := make([]bool, len(tasks))
	for _, id := range ids {
		i, ok := number[id]
		if !ok {
			return nil, &say.Error{Where: "--list", Want: "no task of this plan has the id " + strconv.Quote(id)}
		}
		if !taken[i] {
			list = append(list, tasks[i])
		}
		taken[i] = true
	}
	return list, nil
}

// asks counts tasks that the run is asked for.
func (r *runner) asks(tasks []plan.Task) {
	r.report.Selected += len(tasks)
	for _, t := range tasks {
		if t.Pair != nil {
			r.report.Pairs++
		}
	}
}

// retries tells whether a task is done again though it has this record: its
// search failed, or one of its measurements did.
func (r *runner) retries(record *results.Record) bool {
	return r.RetryFailed && (record.Status == results.Failed || len(record.Reasons) > 0)
}

// scan looks at what there is of the tasks that the run is asked for, with --strict or --first of all, and returns those
// that are to be done.
func (r *runner) scan(ctx context.Context, tasks []plan.Task) (todo []plan.Task, err error) {
	wanted := map[int]bool{}
	for _, t := range tasks {
		wanted[t.Number] = true
	}
	of := tasks
	if r.Strict || r.First {
		of = r.plan.Tasks
	}
	heads := map[int]*results.Record{}
	state, err := r.folder.ScanAs(ctx, r.plan, store.Reading{Of: of, Head: func(found store.StoredRecord) error {
		if wanted[found.Task.Number] {
			heads[found.Task.Number] = found.Record
		}
		return nil
	}})
	if err != nil {
		return nil, err
	}
	r.times = state.Times
	if err := r.strict(state); err != nil {
		return nil, err
	}
	if r.First {
		tasks = slices.DeleteFunc(slices.Clone(tasks), func(t plan.Task) bool { return !state.IsFirst(t) })
	}
	r.asks(tasks)
	return r.todo(ctx, tasks, heads)
}

// todo are the tasks without a valid record, by the heads of those that are there.
func (r *runner) todo(ctx context.Context, tasks []plan.Task, heads map[int]*results.Record) (todo []plan.Task, err error) {
	if r.Force {
		return tasks, r.folder.Replaceable(ctx, tasks)
	}
	for _, t := range tasks {
		record := heads[t.Number]
		if record == nil || r.retries(record) {
			todo = append(todo, t)
			continue
		}
		r.report.Skipped++
		r.count(t, record)
	}
	searched, err := r.folder.Searched(todo)
	r.report.Searched += searched
	return todo, err
}

// strict is the error of --strict for a run: nil unless the records of the folder
// and this program are of mixed builds.
func (r *runner) strict(state *store.FolderState) error {
	if !r.Strict {
		return nil
	}
	builds := origin.Builds{r.origin.Commit: 0}
	maps.Copy(builds, state.Made.Builds)
	return builds.Strict(r.Dir)
}
