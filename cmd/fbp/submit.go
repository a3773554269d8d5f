package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"fbp/cluster"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/say"
	"fbp/results"
)

func submitCommand() *cobra.Command {
	var f submitFlags
	cmd := newCommand("submit CONFIG", cobra.ExactArgs(1), f.do)
	f.register(cmd)
	return cmd
}

// submitFlags are the flags of fbp submit.
type submitFlags struct {
	work
	options               []string
	mem, time             string
	chunk, parallel, cpus int
	dryRun, await         bool
}

func (f *submitFlags) register(cmd *cobra.Command) {
	f.registerWork(cmd)
	flags := cmd.Flags()
	flags.IntVar(&f.chunk, "chunk", 0, "tasks per element of the array (default: what makes at most 100 elements, at least --cpus)")
	flags.IntVar(&f.parallel, "max-parallel", 0, "maximum number of elements at the same time (default: no limit)")
	flags.IntVar(&f.cpus, "cpus", 1, "processors per element, each for one task at a time")
	flags.StringVar(&f.mem, "mem", "", "memory per element in Slurm's notation, 4G, or \"default\": the cluster's (default: as estimated)")
	flags.StringVar(&f.time, "time", "", "time limit per element in Slurm's notation: 2:00:00, 90 (minutes) or 1-12 (days-hours); more than 90 s (default: the cluster's)")
	flags.StringArrayVar(&f.options, "sbatch", nil, "another option of sbatch than those that fbp gives, for both jobs: --sbatch=--partition=long (repeatable)")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print the scripts, write and submit nothing")
	flags.BoolVar(&f.await, "wait", false, "wait until all jobs have ended")
}

func (f *submitFlags) do(cmd *cobra.Command, args []string) error {
	if err := f.validate(); err != nil {
		return err
	}
	p, err := f.load(cmd, args[0])
	if err != nil {
		return err
	}
	if err := p.Spec.Allow(f.Commands); err != nil {
		return err
	}
	f.warnShort(cmd.ErrOrStderr())
	if f.dryRun && !f.Replace {
		if err := store.CheckFits(p, f.Dir); err != nil {
			return err
		}
	}
	for {
		err := f.submit(cmd.Context(), p, cmd.ErrOrStderr(), cmd.OutOrStdout())
		if !errors.Is(err, errBatch) {
			return err
		}
		f.RetryFailed = false // what has failed twice is not tried with every batch
	}
}

// errBatch is the outcome of a submission that has done its batch of samples: what is
// wanted now is to be submitted.
var errBatch = errors.New("the next batch")

// submit submits the missing tasks, and waits for the jobs with --wait.
func (f *submitFlags) submit(ctx context.Context, p *plan.Plan, stderr, stdout io.Writer) error {
	if !f.dryRun {
		if err := f.idle(ctx); err != nil {
			return err
		}
	}
	state, err := store.Folder(f.Dir).ScanAs(ctx, p, store.Reading{Ready: func(r store.StoredRecord) bool { return !f.RetryFailed || r.Record.Status != results.Failed }})
	if err != nil {
		return err
	}
	todo := state.Todo
	if f.First {
		todo = slices.DeleteFunc(todo, func(t plan.Task) bool { return !state.IsFirst(t) })
	}
	job, keep, err := f.job(p, todo)
	if err != nil {
		return err
	}
	fmt.Fprintln(stderr, f.summary(p, job, todo, state.Times))
	if f.dryRun {
		for _, s := range job.Scripts() {
			fmt.Fprint(stdout, s.Text, "\n")
		}
		return nil
	}
	if err := store.Create(p, f.Dir, f.Replace, newLog(stderr)); err != nil {
		return err
	}
	submitted, err := f.launch(ctx, job, keep)
	if err != nil {
		return err
	}
	tell(stderr, "submitted: jobs %s; scripts and logs are in %s", strings.Join(submitted.Jobs, " "), filepath.Join(f.Dir, "batch"))
	if f.await {
		return f.wait(ctx, p, submitted, todo, stderr)
	}
	return nil
}

// launch submits the jobs, while no other process submits those of this folder and if none
// has just done so.
func (f *submitFlags) launch(ctx context.Context, job *cluster.Job, keep func() error) (cluster.Submitted, error) {
	ctx, done, err := store.Lock(ctx, f.Dir, "submit")
	if err != nil {
		return cluster.Submitted{}, err
	}
	defer done()
	if err := cmp.Or(f.idle(ctx), keep()); err != nil {
		return cluster.Submitted{}, err
	}
	return job.Submit(ctx)
}

// mostElements is how many elements an array has unless --chunk says otherwise, and limitElements at most: what
// Slurm takes if nobody has changed it.
const mostElements, limitElements = 100, 1000

// validate returns an error that names a wrong flag.
func (f *submitFlags) validate() error {
	wrong := func(where, want string) error { return &say.Error{Where: where, Want: want} }
	switch {
	case f.chunk < 0:
		return wrong(fmt.Sprint("--chunk ", f.chunk), "want at least 1, or 0 for at most 100 elements")
	case f.cpus < 1 || f.cpus > mostShards:
		return wrong(fmt.Sprint("--cpus ", f.cpus), fmt.Sprintf("want a number from 1 to %d", mostShards))
	case f.parallel < 0:
		return wrong(fmt.Sprint("--max-parallel ", f.parallel), "want at least 1, or 0 for no limit")
	}
	if _, ok := cluster.Minutes(f.time); f.time != "" && !ok {
		return wrong("--time "+f.time, "want a time limit as Slurm takes it: minutes, hours:minutes:seconds, days-hours or days-hours:minutes:seconds")
	}
	for _, o := range f.options {
		if strings.ContainsFunc(o, unicode.IsControl) || !strings.HasPrefix(o, "-") {
			return wrong("--sbatch "+strconv.Quote(o), "want one option, as --partition=long is")
		}
		flag, own := cluster.Own(o)
		switch {
		case own && flag != "":
			return wrong("--sbatch "+o, "fbp gives this option itself; want "+flag)
		case own:
			return wrong("--sbatch "+o, "fbp gives this option itself")
		case strings.HasPrefix(o, "--mem-per-") && f.mem != "default":
			return wrong("--sbatch "+o, "fbp asks for memory itself; want --mem default with it")
		}
	}
	return nil
}

// warnShort prints that elements whose time limit is not longer than what they stop before it do nothing.
func (f *submitFlags) warnShort(stderr io.Writer) {
	if minutes, _ := cluster.Minutes(f.time); minutes > 0 && 60*minutes <= cluster.StopBefore {
		tell(stderr, "warning: --time %s: elements stop %d s before their time limit, and would do nothing", f.time, cluster.StopBefore)
	}
}

// job describes the submission, with a function that copies the program.
func (f *submitFlags) job(p *plan.Plan, todo []plan.Task) (*cluster.Job, func() error, error) {
	dir, err := filepath.Abs(f.Dir)
	if err != nil {
		return nil, nil, err
	}
	program, keep, err := cluster.Program(dir)
	if err != nil {
		return nil, nil, err
	}
	job := &cluster.Job{
		Name: p.Name, Dir: dir, Program: program, RetryFailed: f.RetryFailed, Commands: f.Commands, Partial: f.First || p.Until != nil && f.await && len(todo) > 0,
		MaxParallel: f.parallel, CPUs: f.cpus, Mem: f.mem, Time: f.time, Options: f.options,
	}
	for _, t := range todo {
		job.Tasks = append(job.Tasks, t.ID)
	}
	chunk := f.chunk
	if chunk == 0 {
		chunk = max(f.cpus, (len(todo)+mostElements-1)/mostElements)
	}
	chunk = max(1, min(chunk, len(todo)))
	job.Elements = (len(todo) + chunk - 1) / chunk
	if job.Elements > limitElements {
		return nil, nil, &say.Error{Where: fmt.Sprint("--chunk ", f.chunk), Want: fmt.Sprintf("want at least %d for %d tasks: an array has at most %d elements", (len(todo)+limitElements-1)/limitElements, len(todo), limitElements)}
	}
	switch f.mem {
	case "":
		job.Mem = fmt.Sprintf("%.0fM", math.Ceil(1.5*p.Memory(todo, f.cpus)/(1<<20))+200)
	case "default":
		job.Mem = ""
	}
	return job, keep, nil
}

// summary says in one line what is submitted.
func (f *submitFlags) summary(p *plan.Plan, job *cluster.Job, todo []plan.Task, times *store.Times) string {
	if len(job.Tasks) == 0 && p.Until != nil {
		return "all tasks that are wanted are done; only the merge is left"
	}
	if len(job.Tasks) == 0 {
		return fmt.Sprintf("all %d tasks are done; only the merge is left", len(p.Tasks))
	}
	text := fmt.Sprintf("%d of %s in %s of %s", len(job.Tasks), plural(len(p.Tasks), "task"), plural(job.Elements, "element"), cmp.Or(job.Mem, "the cluster's memory"))
	seconds, ok := secondsOf(times, todo)
	if !ok {
		return text + ", no times yet (--first)"
	}
	return text + fmt.Sprintf(", about %s each", duration(seconds/float64(job.Elements*min(f.cpus, max(1, len(job.Tasks)/job.Elements)))))
}

// pollJobs is the time between two queries of the batch system.
var pollJobs = 5 * time.Second // shorter in tests
