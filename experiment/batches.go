package experiment

import (
	"context"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/results"
)

// batches hands out the tasks of a plan that adds samples by a rule ([plan.Until]): at
// every point those of the batch at hand, and of the next once all of its records are
// there and ask for more.
type batches struct {
	run   *runner
	state *store.FolderState // by the last look at the folder
	share []plan.Task        // that the run is asked for
	mine  map[int]bool       // their numbers
	asked map[int]bool       // numbers of those that were handed out
	ended bool               // by that look nothing was left to do, and nothing was done since
}

func newBatches(r *runner, share []plan.Task) *batches {
	b := &batches{run: r, share: share, mine: map[int]bool{}, asked: map[int]bool{}}
	for _, t := range share {
		b.mine[t.Number] = true
	}
	return b
}

// ready tells whether a record counts, or this run is yet to make it again.
func (b *batches) ready(f store.StoredRecord) bool {
	return !b.mine[f.Task.Number] || b.asked[f.Task.Number] || !b.run.Force && !b.run.retries(f.Record)
}

// next are the tasks of the batches at hand that were not handed out before and have no
// record.
func (b *batches) next(ctx context.Context) ([]plan.Task, error) {
	heads := map[int]*results.Record{}
	state, err := b.run.folder.ScanAs(ctx, b.run.plan, store.Reading{Ready: b.ready, Head: func(r store.StoredRecord) error {
		if b.mine[r.Task.Number] && !b.asked[r.Task.Number] {
			heads[r.Task.Number] = r.Record
		}
		return nil
	}})
	if err != nil {
		return nil, err
	}
	if b.state == nil {
		b.run.times = state.Times
		if err := b.run.strict(state); err != nil {
			return nil, err
		}
	}
	b.state = state
	var fresh []plan.Task
	for _, t := range b.share {
		if !b.asked[t.Number] && state.Has(t) {
			b.asked[t.Number] = true
			fresh = append(fresh, t)
		}
	}
	b.run.asks(fresh)
	todo, err := b.run.todo(ctx, fresh, heads)
	b.ended = len(todo) == 0
	return todo, err
}

// ahead are the tasks that may be wanted yet: those of every point that is open.
func (b *batches) ahead() (tasks []plan.Task) {
	for _, t := range b.share {
		if b.state.Growing(t) {
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// more are the tasks of further batches, none at the end. Of a share of the plan the rest
// of a batch is that of others: the share ends with what it has done.
func (r *runner) more(ctx context.Context) ([]plan.Task, error) {
	if r.batches == nil {
		return nil, nil
	}
	var todo []plan.Task
	var err error
	if !r.batches.ended {
		todo, err = r.batches.next(ctx)
	}
	r.report.Open = err == nil && len(todo) == 0 && r.Shard.Of != 0 && len(r.batches.ahead()) > 0
	return todo, err
}
