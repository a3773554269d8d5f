package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"fbp/experiment/config"
	"fbp/experiment/plan"
)

// fit keeps a run within the available memory.
type fit struct {
	plan  *plan.Plan
	file  string // of the config
	asked bool   // whether -j was given; the number of jobs is then not reduced
	limit allowance
	known bool
	log   io.Writer
}

// newFit returns the fit for the config in file on this machine.
func newFit(p *plan.Plan, file string, log io.Writer) *fit {
	f := &fit{plan: p, file: file, log: log}
	f.limit, f.known = thisMachine().memory()
	return f
}

// admit returns how many of the tasks may run at the same time, at most jobs, or
// an error if not even one may. It also sets a memory limit for the garbage
// collector.
func (f *fit) admit(todo []plan.Task, jobs int) (int, error) {
	if !f.known || len(todo) == 0 {
		return jobs, nil
	}
	jobs = min(jobs, len(todo))
	most := f.plan.AtOnce(todo, jobs, f.limit.bytes-ownMemory)
	if most < jobs && (f.asked || most == 0) {
		return 0, f.refuse(todo, jobs, most)
	}
	if most < jobs {
		fmt.Fprintf(f.log, "a task needs %s; %s: %d at a time instead of %d\n",
			size(need(f.plan, todo, 1)), f.limit, most, jobs)
		jobs = most
	}
	// Without it the memory of a finished search is not freed before the next one
	// starts.
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(min(0.95*f.limit.bytes, 1<<60)))
	}
	return jobs, nil
}

// ownMemory is the memory of the program without its tasks, in bytes.
const ownMemory = 32 << 20

// need is the memory of the program with the largest of the tasks, jobs of them
// at the same time.
func need(p *plan.Plan, tasks []plan.Task, jobs int) float64 {
	return ownMemory + p.Memory(tasks, jobs)
}

// refuse returns an error that states what does not fit and what would.
func (f *fit) refuse(todo []plan.Task, jobs, most int) error {
	what := "a task needs"
	if most > 0 {
		what = fmt.Sprintf("%d tasks at a time need", jobs)
	}
	offer := "fewer weights or patterns, or a larger machine"
	if most > 0 {
		offer = fmt.Sprintf("-j %d", most)
	}
	return &config.Error{Where: f.file, Want: fmt.Sprintf("%s %s; %s: want %s",
		what, size(need(f.plan, todo, max(1, jobs*min(most, 1)))), f.limit, offer)}
}

// warn prints one line if a plan does not fit this machine, which need not be the
// one that runs it.
func (f *fit) warn() {
	if f.known && len(f.plan.Tasks) > 0 && f.plan.AtOnce(f.plan.Tasks, 1, f.limit.bytes-ownMemory) == 0 {
		fmt.Fprintln(f.log, f.refuse(f.plan.Tasks, 1, 0))
	}
}

// size formats an amount of memory for a reader: 12 MiB, 23.4 GiB.
func size(bytes float64) string {
	switch {
	case bytes < 10<<30:
		return fmt.Sprintf("%.0f MiB", bytes/(1<<20))
	case bytes < 10<<40:
		return fmt.Sprintf("%.1f GiB", bytes/(1<<30))
	}
	return fmt.Sprintf("%.3g TiB", bytes/(1<<40))
}
