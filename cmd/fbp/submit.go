package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fbp/cluster"
	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
)

func submitCommand() *cobra.Command {
	var f submitFlags
	cmd := &cobra.Command{
		Use:   "submit CONFIG",
		Short: "Submit the missing tasks of an experiment as a Slurm job array",
		Long: `Submit the tasks of a config that have no record yet as one job array, and a
last job that merges: it makes tables and figure when all elements have ended,
and fails if a task is missing.

Each element does a share of at most --chunk tasks, --cpus of them at the same
time; without --chunk, as many as take some five minutes, and at least --cpus.
The elements are listed before anything is submitted. The estimated memory is
requested unless --mem is given or the nodes have none configured; the time
limit is the cluster's unless --time is given, and one is proposed once some
tasks are done. With --mem-retry 2x, elements that were killed for memory are
submitted again with twice as much: immediately with --wait, otherwise when the
command is given again.

90 seconds before its time limit, or when it is preempted, an element stops
within five seconds (up to 25 if its checkpoint is large), writes a checkpoint
and is requeued; it continues from there. More shares than the cluster's
MaxArraySize become several arrays.

Where samples are added until a number is known, --wait submits batch by batch;
without it all batches are submitted, each to begin when the one before has
ended, and elements whose samples are not needed end immediately.

The folder of the run gets config, plan, scripts, logs and a copy of this
program before anything is submitted. Submitting again, when the jobs have
ended, does what is missing. Other batch systems take fbp run --shard i/n; see
scripts/.`,
		Example: `  fbp submit configs/alpha05.toml --engine slurm --time 1:00:00 --wait
  fbp submit configs/alpha05.toml --engine slurm --mem 500M --mem-retry 2x
  fbp submit configs/alpha05.toml --engine slurm --chunk 5 --dry-run
  fbp submit configs/alpha05.toml --set samples=1000 --engine slurm --cpus 4 \
    --max-parallel 20 --sbatch '--partition=long'`,
		Args:              exactly(1, "one config"),
		ValidArgsFunction: completeConfigs,
		RunE:              work(f.do),
	}
	f.register(cmd)
	return cmd
}

// submitFlags are the flags of fbp submit.
type submitFlags struct {
	sets, options                 []string
	engine, out, mem, time        string
	memRetry                      string
	chunk, parallel, cpus         int
	retry, replace, dryRun, await bool
	first                         bool
}

func (f *submitFlags) register(cmd *cobra.Command) {
	setFlag(cmd, &f.sets)
	noTiming(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.engine, "engine", "slurm", "batch system: slurm")
	flags.StringVar(&f.out, "out", "", "folder of the run (default results/<name>)")
	flags.IntVar(&f.chunk, "chunk", 0, "tasks per element of the array (default: what makes at most 100 elements, at least --cpus)")
	flags.IntVar(&f.parallel, "max-parallel", 0, "maximum number of elements at the same time (default: no limit)")
	flags.IntVar(&f.cpus, "cpus", 1, "processors per element, each for one task at a time")
	flags.StringVar(&f.mem, "mem", "", "memory per element in Slurm's notation: 4G (default: as estimated)")
	flags.StringVar(&f.memRetry, "mem-retry", "", "request this multiple of the memory, such as 2x, after elements were killed for memory; immediately with --wait, at most 4 times")
	flags.StringVar(&f.time, "time", "", "time limit per element in Slurm's notation: 2:00:00 (default: the cluster's)")
	flags.StringArrayVar(&f.options, "sbatch", nil, "another option of sbatch, for all jobs: --sbatch=--partition=long (repeatable)")
	flags.BoolVar(&f.first, "first", false, "submit only the first sample of every point that has no other, as fbp run --first does it")
	flags.BoolVar(&f.retry, "retry-failed", false, "repeat failed tasks and failed measurements")
	flags.BoolVar(&f.replace, "replace", false, "replace another experiment in the folder")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print the scripts, write and submit nothing")
	flags.BoolVar(&f.await, "wait", false, "wait until all jobs have ended")
	completeWords(cmd, "engine", "slurm")
}

func (f *submitFlags) do(cmd *cobra.Command, args []string) error {
	if err := cmp.Or(f.validate(), folderFor("--out", f.out)); err != nil {
		return err
	}
	p, err := load(cmd.Context(), args[0], f.sets, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	if f.out == "" {
		f.out = filepath.Join("results", p.Name)
	}
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr()
	if f.dryRun && !f.replace {
		if err := store.Refused(p, f.out); err != nil {
			return err
		}
	}
	if !f.dryRun {
		if err := f.idle(ctx); err != nil {
			return err
		}
	}
	if f.chunk == 0 {
		f.chunk = max(f.cpus, (len(p.Tasks)+mostElements-1)/mostElements)
	}
	return f.rounds(func() error { return f.submit(ctx, p, stderr, cmd.OutOrStdout()) }, stderr)
}

// submit submits the missing tasks, and waits for the jobs with --wait.
func (f *submitFlags) submit(ctx context.Context, p *plan.Plan, stderr, stdout io.Writer) error {
	pending, err := store.PendingOf(ctx, p, f.out, f.retry)
	if err != nil {
		return err
	}
	if f.first {
		first, err := store.Folder(f.out).First(p)
		if err != nil {
			return err
		}
		pending = pending.Only(first)
	}
	job, keep, err := f.job(ctx, p, pending, stderr)
	if err != nil {
		return err
	}
	limit, err := cluster.MaxArraySize(ctx)
	if f.dryRun && err != nil {
		limit, err = cluster.DefaultArraySize, nil
	}
	if err != nil {
		return err
	}
	scripts := job.Scripts(limit)
	fmt.Fprintln(stderr, f.summary(p, job, pending))
	if elements := f.elements(job, pending); len(elements.Rows) > 0 {
		if err := elements.WriteAligned(stderr); err != nil {
			return err
		}
	}
	if text := f.proposal(pending); text != "" {
		fmt.Fprintln(stderr, text)
	}
	if cluster.NeedsLibrary() {
		fmt.Fprintln(stderr, "this program needs the C library of the nodes to be no older than the one it was built with; one that needs none: CGO_ENABLED=0 go build ./cmd/fbp")
	}
	if f.dryRun {
		return printScripts(stdout, scripts)
	}
	if err := store.Prepare(p, f.out, f.replace, newLog(stderr)); err != nil {
		return err
	}
	submitted, err := f.launch(ctx, job, scripts, keep)
	if err != nil {
		return err
	}
	say(stderr, "submitted: jobs %s; scripts and logs are in %s", strings.Join(submitted.Jobs, " "), filepath.Join(f.out, "batch"))
	if f.await {
		return f.wait(ctx, p, submitted, pending.Todo, stderr)
	}
	return nil
}

// idle refuses a folder whose jobs have not ended.
func (f *submitFlags) idle(ctx context.Context) error {
	last := cluster.LastSubmitted(f.out)
	states, err := last.Active(ctx)
	if err != nil || len(states) == 0 {
		return err
	}
	return &config.Error{Where: f.out, Want: fmt.Sprintf("its jobs %s are still in the queue (%s); wait, or scancel them",
		strings.Join(last.Jobs, " "), cluster.States(states))}
}

// launch submits the scripts, while no other process submits jobs of this folder and if none
// has just done so.
func (f *submitFlags) launch(ctx context.Context, job *cluster.Job, scripts []cluster.Script, keep func() error) (cluster.Submitted, error) {
	ctx, done, err := store.Alone(ctx, f.out, store.SubmitClaim)
	if err != nil {
		return cluster.Submitted{}, err
	}
	defer done()
	if err := f.idle(ctx); err != nil {
		return cluster.Submitted{}, err
	}
	if err := keep(); err != nil {
		return cluster.Submitted{}, err
	}
	return job.Submit(ctx, scripts)
}

// validate returns an error that names a wrong flag.
func (f *submitFlags) validate() error {
	wrong := func(where, want string) error { return &config.Error{Where: where, Want: want} }
	switch {
	case f.engine != "slurm":
		return wrong("--engine "+f.engine, "want slurm; other batch systems take fbp run --shard i/n, see scripts/")
	case f.chunk < 0:
		return wrong(fmt.Sprint("--chunk ", f.chunk), "want at least 1, or 0 for at most 100 elements")
	case f.cpus < 1:
		return wrong(fmt.Sprint("--cpus ", f.cpus), "want at least 1")
	case f.parallel < 0:
		return wrong(fmt.Sprint("--max-parallel ", f.parallel), "want at least 1, or 0 for no limit")
	case max(f.chunk, f.cpus, f.parallel) > mostShards:
		return wrong("--chunk, --cpus, --max-parallel", fmt.Sprintf("want at most %d", mostShards))
	}
	if _, err := cluster.Seconds(f.time); err != nil {
		return wrong("--time "+f.time, err.Error())
	}
	if _, err := cluster.Mebibytes(f.mem); err != nil {
		return wrong("--mem "+word(f.mem), err.Error())
	}
	if _, err := factor(f.memRetry); err != nil {
		return wrong("--mem-retry "+word(f.memRetry), err.Error())
	}
	return nil
}

// job describes the submission, with a function that copies the program.
func (f *submitFlags) job(ctx context.Context, p *plan.Plan, pending store.Pending, stderr io.Writer) (*cluster.Job, func() error, error) {
	dir, err := filepath.Abs(f.out)
	if err != nil {
		return nil, nil, err
	}
	work, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	program, keep, err := cluster.Program(dir)
	if err != nil {
		return nil, nil, err
	}
	share := cluster.Shares
	if f.cpus > 1 && p.Until == nil {
		share = cluster.Grouped // a task for each processor, also of the last ones
	}
	shares, wanted := share(len(p.Tasks), f.chunk, pending.Todo)
	mem, err := f.memory(ctx, p, pending.Todo, stderr)
	if err != nil {
		return nil, nil, err
	}
	job := &cluster.Job{
		Name: p.Name, Dir: dir, Work: work, Program: program, Shares: shares, Wanted: wanted, RetryFailed: f.retry,
		MaxParallel: f.parallel, CPUs: f.cpus, Mem: mem, Time: f.time, Options: f.options,
	}
	switch {
	case f.first:
		job.First, job.More = true, true
	case p.Until != nil:
		job.Batches, job.More = true, f.await && len(pending.Todo) > 0
		for _, batch := range pending.Later[:f.chained(pending)] {
			_, wanted := cluster.Shares(len(p.Tasks), f.chunk, batch)
			job.Later = append(job.Later, wanted)
		}
	}
	if err := job.Check(); err != nil {
		return nil, nil, &config.Error{Want: err.Error()}
	}
	return job, keep, nil
}

func printScripts(w io.Writer, scripts []cluster.Script) error {
	for i, s := range scripts {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if _, err := fmt.Fprintf(w, "# ---- %s\n%s", s.Path, s.Text); err != nil {
			return err
		}
	}
	return nil
}

// word is a value of the command line in a message: quoted if it is not plain.
func word(s string) string {
	if q := strconv.Quote(s); strings.ContainsAny(q, `\ `) {
		return q
	}
	return s
}
