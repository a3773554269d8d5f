package experiment

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"fbp/experiment/plan"
)

// passes tries the tasks again and again, and further ones that they bring about, those that other processes are doing
// last: until they are done, or their claim is abandoned. It tells whether it came to the end.
func (r *runner) passes(ctx context.Context, stop context.CancelCauseFunc, todo []plan.Task) (done bool) {
	said := false
	for {
		if len(todo) == 0 {
			var err error
			if todo, err = r.more(ctx); err != nil {
				stop(err)
				return false
			}
			if len(todo) == 0 {
				return true
			}
			r.tell(Progress{Event: More, Tasks: todo})
		}
		if ctx.Err() != nil {
			return false
		}
		if todo = r.round(ctx, stop, todo); len(todo) == 0 {
			continue
		}
		if ctx.Err() == nil && !said {
			r.Log.Info("other processes are doing the rest; waiting for them", "tasks", len(todo))
			said = true
		}
		select {
		case <-ctx.Done():
		case <-time.After(r.Poll):
		}
	}
}

// round tries every task once, Jobs at a time, and returns those that are not
// done.
func (r *runner) round(ctx context.Context, stop context.CancelCauseFunc, todo []plan.Task) (left []plan.Task) {
	queue := make(chan int)
	done := make([]atomic.Bool, len(todo))
	var workers sync.WaitGroup
	for range min(r.Jobs, len(todo)) {
		workers.Go(func() {
			for i := range queue {
				ok, err := r.try(ctx, todo[i])
				if err != nil {
					stop(err)
				}
				done[i].Store(ok)
			}
		})
	}
feed:
	for i := range todo {
		select {
		case queue <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	r.wait(ctx, &workers)
	for i, t := range todo {
		if !done[i].Load() {
			left = append(left, t)
		}
	}
	return left
}

// errFailFast ends a run after its first failed task.
var errFailFast = errors.New("a task failed")

// wait waits for the workers, but after an interruption not for long, and longer only for
// checkpoints: a task that does not stop is abandoned, and leaves nothing half-written.
func (r *runner) wait(ctx context.Context, workers *sync.WaitGroup) {
	idle := make(chan struct{})
	go func() {
		workers.Wait()
		close(idle)
	}()
	select {
	case <-idle:
		return
	case <-ctx.Done():
	}
	interrupted := time.Now()
	select {
	case <-idle:
		return
	case <-time.After(r.Grace):
	}
	if r.keeping.Load() > 0 {
		r.Log.Info("waiting for a checkpoint that is being written; a second Ctrl-C stops immediately", "longest", longGrace)
	}
	for r.keeping.Load() > 0 && time.Since(interrupted) < longGrace {
		select {
		case <-idle:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}
