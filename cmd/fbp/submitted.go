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

// elementSeconds is how long an element of the array works by default: long beside what
// the scheduler needs to start it, short beside what is lost when a node fails.
const elementSeconds = 300

// chunkOf is the number of tasks of an element that has so many processors: the largest
// power of two that is estimated to take no longer than elementSeconds, at least one task
// for each processor. What it takes to search and measure one task is the mean of all.
func chunkOf(p *plan.Plan, cpus int) int {
	all := estimatesOf(p, p.Tasks)
	if all.unknown > 0 {
		return cpus
	}
	chunk, each := 1, all.seconds/float64(max(1, len(p.Tasks)))
	for 2*chunk <= len(p.Tasks) && float64(2*chunk)*each <= elementSeconds*float64(cpus) {
		chunk *= 2
	}
	return max(chunk, cpus)
}

// summary says in one line what is submitted.
func (f *submitFlags) summary(p *plan.Plan, job *cluster.Job, pending store.Pending) string {
	n, todo := len(job.Wanted), estimatesOf(p, pending.Todo)
	if n == 0 {
		if p.Until != nil {
			return "all tasks that are wanted are done; only the merge is left"
		}
		return fmt.Sprintf("all %d tasks are done; only the merge is left", len(p.Tasks))
	}
	each := "about " + duration(todo.seconds/float64(n*min(f.cpus, f.chunk))) + " each"
	if todo.unknown > 0 {
		each = fmt.Sprintf("of unknown time (%s)", todo.why)
	}
	text := fmt.Sprintf("%d of %s in %s, %s", len(pending.Todo), plural(len(p.Tasks), "task"), plural(n, "element"), each)
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

// elements is the plan of the elements: how many have so many tasks, how many of these
// run at the same time, and what one is estimated to take.
func (f *submitFlags) elements(p *plan.Plan, job *cluster.Job, todo []plan.Task) *results.Table {
	t := &results.Table{Columns: []string{"elements", "tasks", "at_a_time", "time", "memory"}}
	loads := cluster.Loads(job.Shares, todo)
	seconds, unknown := map[int]float64{}, false
	for _, task := range todo {
		e := p.Estimate(task)
		seconds[task.Number%job.Shares] += e.Seconds
		unknown = unknown || e.Unknown != ""
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
