package store

import (
	"context"
	"runtime"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/results"
)

// TaskFile is what a task's record file holds.
type TaskFile struct {
	Task   plan.Task
	Record *results.Record // nil if there is none, or a bad one
	Line   []byte          // its reproducible part, for records.jsonl
	File   []byte          // all of it, if it is sound; of Each only
	Err    error           // why it is bad
}

// Each reads the records of tasks, several at a time, and hands them over one
// by one in the order of the tasks; heads does without their readings and lines,
// which is much faster. They end early with the error of do, and
// with ErrInterrupted when ctx is cancelled.
func (f Folder) Each(ctx context.Context, tasks []plan.Task, do func(TaskFile) error) error {
	return inOrder(ctx, tasks, f.reading, do)
}

// Heads is Each without the readings and lines of the records, which is much faster.
func (f Folder) Heads(ctx context.Context, tasks []plan.Task, do func(TaskFile) error) error {
	return inOrder(ctx, tasks, f.heading, do)
}

func inOrder(ctx context.Context, tasks []plan.Task, read func(plan.Task) TaskFile, do func(TaskFile) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	// Each place in the queue is a channel for one record: order is kept, and no more
	// records are in memory than the queue has places.
	queue := make(chan chan TaskFile, 2*runtime.GOMAXPROCS(0))
	go func() {
		defer close(queue)
		for _, t := range tasks {
			place := make(chan TaskFile, 1)
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
			if err := do(r); err != nil {
				return err
			}
		case <-ctx.Done(): // a file may take long, on a network that does not answer
			return config.ErrInterrupted
		}
	}
	if ctx.Err() != nil {
		return config.ErrInterrupted
	}
	return nil
}

func (f Folder) reading(t plan.Task) TaskFile {
	r := TaskFile{Task: t}
	l, err := f.readLine(t)
	if err != nil {
		r.Err = err
		return r
	}
	r.Record, r.Line, r.File = l.Record, l.Text, l.File
	return r
}

func (f Folder) heading(t plan.Task) TaskFile {
	r := TaskFile{Task: t}
	if r.Record, r.Err = f.ReadHead(t); r.Err != nil {
		r.Record = nil
	}
	return r
}
