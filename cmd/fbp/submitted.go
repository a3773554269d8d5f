package main

import (
	"fmt"
	"maps"
	"slices"

	"fbp/cluster"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/results"
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

// mostElements is how many elements an array has, unless --chunk says otherwise.
const mostElements = 100

// summary says in one line what is submitted.
func (f *submitFlags) summary(p *plan.Plan, job *cluster.Job, pending store.Pending) string {
	n := len(job.Wanted)
	if n == 0 {
		if p.Until != nil {
			return "all tasks that are wanted are done; only the merge is left"
		}
		return fmt.Sprintf("all %d tasks are done; only the merge is left", len(p.Tasks))
	}
	text := fmt.Sprintf("%d of %s in %s", len(pending.Todo), plural(len(p.Tasks), "task"), plural(n, "element"))
	if seconds, ok := secondsOf(pending.Times, pending.Todo); ok {
		text += fmt.Sprintf(", about %s each", duration(seconds/float64(n*min(f.cpus, f.chunk))))
	} else {
		text += ", no times yet (--first)"
	}
	if job.Mem == "" {
		text += "; no --mem, because the nodes have no memory configured"
	}
	if idle := f.cpus - f.chunk; idle > 0 {
		text += fmt.Sprintf("; --chunk %d leaves %d of %d processors of an element without a task", f.chunk, idle, f.cpus)
	}
	switch chained := len(job.Later); {
	case p.Until == nil:
	case chained == 0:
		text += fmt.Sprintf("; up to %d more batches as they are wanted", len(pending.Later))
	default:
		text += fmt.Sprintf("; then %d more batches one after the other, whose elements end at once where no more samples are wanted", chained)
	}
	return text
}

// secondsOf is what some tasks take together; ok is false if nothing is known of one.
func secondsOf(times *store.Times, tasks []plan.Task) (seconds float64, ok bool) {
	for _, t := range tasks {
		each, ok := times.Mean(t.Point)
		if !ok {
			return 0, false
		}
		seconds += each
	}
	return seconds, true
}

// elements is the plan of the elements: how many have so many tasks, how many of these
// run at the same time, and what one may take.
func (f *submitFlags) elements(job *cluster.Job, pending store.Pending) *results.Table {
	t := &results.Table{Columns: []string{"elements", "tasks", "at_a_time", "time", "memory"}}
	loads := cluster.Loads(job.Shares, pending.Todo)
	seconds, unknown := map[int]float64{}, false
	for _, task := range pending.Todo {
		each, ok := pending.Times.Mean(task.Point)
		seconds[task.Number%job.Shares] += each
		unknown = unknown || !ok
	}
	alike := map[int][]float64{} // seconds of the elements with so many tasks
	for share, load := range loads {
		alike[load] = append(alike[load], seconds[share]/float64(min(f.cpus, load)))
	}
	for _, load := range slices.Backward(slices.Sorted(maps.Keys(alike))) {
		list := alike[load]
		took := duration(slices.Min(list))
		if longest := duration(slices.Max(list)); longest != took {
			took += " to " + longest
		}
		if unknown {
			took = ""
		}
		t.Rows = append(t.Rows, []results.Value{results.Int(len(list)), results.Int(load), results.Int(min(f.cpus, load)),
			results.TextOrMissing(took), results.TextOrMissing(job.Mem)})
	}
	return t
}
