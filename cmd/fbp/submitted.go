package main

import (
	"cmp"
	"fmt"

	"fbp/cluster"
	"fbp/experiment/plan"
	"fbp/experiment/store"
)

// mostChained is the maximum number of batches that are submitted to follow each other.
const mostChained = 100

// chained is how many later batches are submitted with those at hand: none with --wait,
// which submits them when they are known to be wanted.
func (f *submitFlags) chained(pending store.Pending) int {
	if f.await {
		return 0
	}
	return min(len(pending.Later), mostChained)
}

// summary says in one line what is submitted.
func (f *submitFlags) summary(p *plan.Plan, job *cluster.Job, pending store.Pending) string {
	todo := pending.Todo
	n, sum, unknown := len(job.Wanted), 0.0, ""
	for _, t := range todo {
		e := p.Estimate(t)
		sum += e.Seconds
		unknown = cmp.Or(unknown, e.Unknown)
	}
	if n == 0 {
		if p.Until != nil {
			return "all tasks that are wanted are done; only the merge is left"
		}
		return fmt.Sprintf("all %d tasks are done; only the merge is left", len(p.Tasks))
	}
	each := "about " + duration(sum/float64(n*min(f.cpus, f.chunk))) + " each"
	if unknown != "" {
		each = fmt.Sprintf("of unknown time (%s)", unknown)
	}
	text := fmt.Sprintf("%d of %d tasks in %d elements, %s", len(todo), len(p.Tasks), n, each)
	switch chained := len(job.Later); {
	case p.Until == nil:
	case chained == 0:
		text += fmt.Sprintf("; up to %d more batches as they are wanted", len(pending.Later))
	default:
		text += fmt.Sprintf("; then %d more batches one after the other, whose elements end at once where no more samples are wanted", chained)
	}
	return text
}
