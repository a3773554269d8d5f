package store

import (
	"context"
	"runtime"

	"fbp/experiment/plan"
	"fbp/internal/say"
	"fbp/results"
)

// StoredRecord is what a task's record file holds.
type StoredRecord struct {
	Task         plan.Task
	results.Line       // without a Record if there is none, or a bad one
	Err          error // why it is bad
}

// eachRecord reads the records of tasks, several at a time, and hands them over one
// by one in the order of the tasks. Whole tells whether the next is read with its readings and its line; without, reading is
// much faster. It ends early with the error of do, with that of a
// file that ends a run ([Unreadable]), and with [say.ErrInterrupted] when ctx is cancelled.
func (f Folder) eachRecord(ctx context.Context, tasks []plan.Task, whole func() bool, do func(StoredRecord) error) error {
	return inOrder(ctx, tasks, func(t plan.Task) StoredRecord {
		if !whole() {
			r, err := f.readHead(t)
			return StoredRecord{t, results.Line{Record: r}, err}
		}
		l, err := f.readRecord(t)
		return StoredRecord{t, l, err}
	}, do)
}

func inOrder(ctx context.Context, tasks []plan.Task, read func(plan.Task) StoredRecord, do func(StoredRecord) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	// Each place in the queue is a channel for one record: order is kept, and no more
	// records are in memory than the queue has places.
	queue := make(chan chan StoredRecord, 2*runtime.GOMAXPROCS(0))
	go func() {
		defer close(queue)
		for _, t := range tasks {
			place := make(chan StoredRecord, 1)
			select {
			case queue <- place:
			case <-ctx.Done():
				return
			}
			go func() { place <- read(t) }()
		}
	}()
	for place := range queue {
		select {
		case r := <-place:
			err := ifUnreadable(r.Err)
			if err == nil {
				err = do(r)
			}
			if err != nil {
				return err
			}
		case <-ctx.Done(): // a file may take long, on a network that does not answer
			return say.ErrInterrupted
		}
	}
	if ctx.Err() != nil {
		return say.ErrInterrupted
	}
	return nil
}
