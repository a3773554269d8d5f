package experiment

import (
	"context"
	"runtime"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/results"
)

// reading is what a task's record file holds.
type reading struct {
	task   plan.Task
	record *results.Record // nil if there is none, or a bad one
	line   []byte          // its reproducible part, for records.jsonl
	err    error           // why it is bad
}

// each reads the records of tasks, several at a time, and hands them over one
// by one in the order of the tasks; heads does without their readings and lines,
// which is much faster. They end early with the error of do, and
// with ErrInterrupted when ctx is cancelled.
func (f Folder) each(ctx context.Context, tasks []plan.Task, do func(reading) error) error {
	return inOrder(ctx, tasks, f.reading, do)
}

func (f Folder) heads(ctx context.Context, tasks []plan.Task, do func(reading) error) error {
	return inOrder(ctx, tasks, f.heading, do)
}

func inOrder(ctx context.Context, tasks []plan.Task, read func(plan.Task) reading, do func(reading) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	// A place in the queue is a promise to fill it: order is kept, and no more
	// records are in memory than the queue has places.
	queue := make(chan chan reading, 2*runtime.GOMAXPROCS(0))
	go func() {
		defer close(queue)
		for _, t := range tasks {
			place := make(chan reading, 1)
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

func (f Folder) reading(t plan.Task) reading {
	r := reading{task: t}
	if r.record, r.line, r.err = f.readLine(t); r.err != nil {
		r.record = nil
	}
	return r
}

func (f Folder) heading(t plan.Task) reading {
	r := reading{task: t}
	if r.record, r.err = f.readHead(t); r.err != nil {
		r.record = nil
	}
	return r
}
