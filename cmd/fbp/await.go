package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"fbp/cluster"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/say"
)

// idle refuses a folder whose jobs have not ended.
func (f *submitFlags) idle(ctx context.Context) error {
	last := cluster.LastSubmitted(f.Dir)
	states, err := last.Active(ctx)
	if err != nil || states == "" {
		return err
	}
	return &say.Error{Where: f.Dir, Want: fmt.Sprintf("its jobs %s are still in the queue (%s); wait, or scancel them", strings.Join(last.Jobs, " "), states)}
}

// secondsOf is what some tasks take together; all is false if nothing is known of one, and it is the time of the
// others.
func secondsOf(times *store.Times, tasks []plan.Task) (seconds float64, all bool) {
	all = true
	for _, t := range tasks {
		each, known := times.Mean(t.Point)
		seconds, all = seconds+each, all && known
	}
	return seconds, all
}

// wait waits for the jobs, which do some tasks, and prints how the run ended.
func (f *submitFlags) wait(ctx context.Context, p *plan.Plan, s cluster.Submitted, todo []plan.Task, stderr io.Writer) error {
	log := newLog(stderr)
	err := s.Wait(ctx, pollJobs, func(states string) { log.Info("jobs", "states", states) })
	if ctx.Err() != nil {
		return fmt.Errorf("the jobs continue: %w", say.ErrInterrupted)
	}
	if err != nil {
		return err
	}
	status, err := store.Folder(f.Dir).Scan(context.WithoutCancel(ctx), p, nil)
	if err != nil {
		return err
	}
	t := status.Total
	tell(stderr, "%d of %d tasks done, %d failed, %d missing in %s",
		t.Samples-t.Missing-t.Running-t.Failed, t.Samples, t.Failed, t.Missing+t.Running, f.Dir)
	left := func(t plan.Task) bool {
		return slices.ContainsFunc(todo, func(of plan.Task) bool { return of.Number == t.Number })
	}
	done := len(todo) > 0 && !slices.ContainsFunc(status.Todo, left)
	switch {
	case done && f.First:
		return nil
	case done && p.Until != nil:
		return errBatch
	case status.Complete():
		return nil
	}
	sayStarved(f.Dir, status, stderr)
	fmt.Fprintln(stderr, say.Command("fbp status %s counts the tasks and names those that failed, %s has the logs", f.Dir, filepath.Join(f.Dir, "batch")))
	return errIncomplete
}
