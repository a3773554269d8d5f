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

// pollJobs is the time between two questions to the batch system.
const pollJobs = 5 * time.Second

// wait waits for the jobs and says how the run ended.
func (f *submitFlags) wait(ctx context.Context, p *plan.Plan, s cluster.Submitted, stderr io.Writer) error {
	log := newLog(stderr)
	err := s.Wait(ctx, pollJobs, func(states string) { log.Info("jobs", "states", states) })
	if ctx.Err() != nil {
		return fmt.Errorf("the jobs go on without being waited for: %w", config.ErrInterrupted)
	}
	if err != nil {
		return err
	}
	status, err := store.StatusOf(context.WithoutCancel(ctx), p, f.out)
	if err != nil {
		return err
	}
	t := status.Total
	fmt.Fprintf(stderr, "%d of %d tasks done, %d failed, %d missing in %s\n",
		t.Samples-t.Missing-t.Running-t.Failed, t.Samples, t.Failed, t.Missing+t.Running, f.out)
	if n := s.OutOfMemory(context.WithoutCancel(ctx), f.out); n > 0 && !status.Complete() {
		fmt.Fprintf(stderr, "elements killed for memory: %d; they had asked for %s\n", n, s.Mem)
		if f.memRetry != "" {
			return errStarved
		}
		fmt.Fprintln(stderr, "--mem-retry 2x submits them again with twice as much")
	}
	if !status.Complete() {
		fmt.Fprintf(stderr, "fbp status %s names the tasks, %s has the logs\n", f.out, filepath.Join(f.out, "batch"))
		return errIncomplete
	}
	return nil
}

// requeue puts the batch job of an interrupted run in the queue again, if it
// was asked to, the interruption was the batch system's, and the job got
// somewhere: one that does not even reach a checkpoint would go round forever.
func requeue(ctx context.Context, asked bool, r experiment.Report, stderr io.Writer) {
	switch {
	case !asked || !errors.Is(context.Cause(ctx), errNotice):
	case r.Finished == 0 && r.Kept == 0:
		fmt.Fprintln(stderr, "nothing was finished in the time granted: the job is not put in the queue again; give it more --time")
	default:
		if err := cluster.Requeue(); err != nil {
			fmt.Fprintf(stderr, "the job is not in the queue again: %v\n", err)
			return
		}
		fmt.Fprintln(stderr, "the job is in the queue again")
	}
}
