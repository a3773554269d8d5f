package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"fbp/cluster"
	"fbp/experiment"
)

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
