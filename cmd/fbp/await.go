package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"fbp/cluster"
	"fbp/experiment"
	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
)

// pollJobs is the time between two queries of the batch system.
const pollJobs = 5 * time.Second

// wait waits for the jobs, which do some tasks, and prints how the run ended.
func (f *submitFlags) wait(ctx context.Context, p *plan.Plan, s cluster.Submitted, todo []plan.Task, stderr io.Writer) error {
	log := newLog(stderr)
	err := s.Wait(ctx, pollJobs, func(states string) { log.Info("jobs", "states", states) })
	if ctx.Err() != nil {
		return fmt.Errorf("the jobs continue: %w", config.ErrInterrupted)
	}
	if err != nil {
		return err
	}
	status, err := store.StatusOf(context.WithoutCancel(ctx), p, f.out)
	if err != nil {
		return err
	}
	t := status.Total
	say(stderr, "%d of %d tasks done, %d failed, %d missing in %s",
		t.Samples-t.Missing-t.Running-t.Failed, t.Samples, t.Failed, t.Missing+t.Running, f.out)
	if n := s.OutOfMemory(context.WithoutCancel(ctx), f.out); n > 0 && !status.Complete() {
		fmt.Fprintf(stderr, "elements killed for memory: %d; they had requested %s\n", n, s.Mem)
		if f.memRetry != "" {
			return errStarved
		}
		fmt.Fprintln(stderr, "--mem-retry 2x submits them again with twice as much")
	}
	if (f.first || p.Until != nil) && len(todo) > 0 && store.Folder(f.out).Without(todo) == 0 {
		if f.first {
			return nil
		}
		return errBatch
	}
	if !status.Complete() {
		fmt.Fprintln(stderr, config.Command("fbp status %s counts the tasks and names those that failed, %s has the logs", f.out, filepath.Join(f.out, "batch")))
		return errIncomplete
	}
	return nil
}

// requeue requeues the batch job of an interrupted run if that was requested, the
// interruption came from the batch system, and the job made progress: a job that
// does not even reach a checkpoint would be requeued forever.
func requeue(ctx context.Context, asked bool, r experiment.Report, stderr io.Writer) {
	switch {
	case !asked || !errors.Is(context.Cause(ctx), errNotice):
	case r.Finished == 0 && r.Kept == 0:
		fmt.Fprintln(stderr, "no task made progress within the time limit: the job is not requeued; give it more --time")
	default:
		if err := cluster.Requeue(); err != nil {
			say(stderr, "the job could not be requeued: %v", err)
			return
		}
		fmt.Fprintln(stderr, "the job is requeued")
	}
}
