package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fbp/experiment"
	"fbp/experiment/checkpoint"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/internal/say"
)

func runCommand() *cobra.Command {
	var f runFlags
	cmd := newCommand("run CONFIG", cobra.ExactArgs(1), f.do)
	f.register(cmd)
	return cmd
}

// runFlags are the flags of fbp run.
type runFlags struct {
	work
	jobs    jobs
	task    int
	shard   string
	list    string
	requeue bool
	asJSON  bool
}

func (f *runFlags) register(cmd *cobra.Command) {
	f.registerWork(cmd)
	f.jobs.register(cmd, "tasks")
	flags := cmd.Flags()
	flags.IntVar(&f.task, "task", 0, "do only this task of the plan")
	flags.StringVar(&f.shard, "shard", "", "do only share i of n equal shares: i/n with i from 0 to n-1")
	flags.StringVar(&f.list, "list", "", "do only the tasks whose ids are the lines of a file; --shard takes every n-th of them")
	flags.BoolVar(&f.Force, "force", false, "do everything again, searches included; nothing is resumed")
	flags.BoolVar(&f.Strict, "strict", false, "refuse a folder with records of other builds, and to run a build with uncommitted changes")
	flags.DurationVar(&f.Checkpoint, "checkpoint", checkpoint.Every, "time between checkpoints of a task; longer if they would take more than 5 % of it, unless it is 0s")
	jsonFlag(cmd, &f.asJSON, "print the folder of the run as JSON when all is done")
	flags.BoolVar(&f.requeue, "requeue", false, "put the Slurm job in the queue again when SIGUSR1 stops it")
	flags.BoolVar(&f.FailFast, "fail-fast", false, "stop at the first failed task")
}

func (f *runFlags) do(cmd *cobra.Command, args []string) (err error) {
	if cmd.Flags().Changed("task") {
		f.Task = &f.task
	}
	if f.Shard, err = parseShard(f.shard); err != nil {
		return err
	}
	if f.list != "" {
		text, err := files.ReadFile(f.list, files.Small)
		if err != nil {
			return &say.Error{Where: "--list " + f.list, Want: files.Cause(err).Error()}
		}
		f.List = append([]string{}, strings.Fields(strings.TrimPrefix(string(text), byteOrderMark))...) // nil would be all tasks
	}
	if f.Jobs, err = f.jobs.number(cmd); err != nil {
		return err
	}
	switch {
	case f.Checkpoint < 0:
		return &say.Error{Where: fmt.Sprintf("--checkpoint %v", f.Checkpoint), Want: "want 0s (as often as possible) or more"}
	case f.Checkpoint == 0:
		f.Checkpoint = -1
	}
	p, err := f.load(cmd, args[0])
	if err != nil {
		return err
	}
	f.Admit = memory{p, args[0], cmd.Flags().Changed("jobs"), cmd.ErrOrStderr()}.admit
	report, err := run(cmd.Context(), p, f.Options, cmd.ErrOrStderr())
	if errors.Is(err, say.ErrInterrupted) {
		requeue(cmd.Context(), f.requeue, report, cmd.ErrOrStderr())
	}
	if err != nil || !f.asJSON {
		return err
	}
	return printJSON(cmd.OutOrStdout(), runJSON{f.Dir})
}

// runJSON is what fbp run --json prints.
type runJSON struct {
	Dir string `json:"dir"`
}

// byteOrderMark begins texts of some editors and spreadsheets.
const byteOrderMark = "\ufeff"

// mostShards is the maximum of n in --shard i/n.
const mostShards = 1_000_000

// parseShard reads i/n.
func parseShard(text string) (experiment.Shard, error) {
	if text == "" {
		return experiment.Shard{}, nil
	}
	i, n, ok := strings.Cut(text, "/")
	a, err1 := strconv.Atoi(i)
	b, err2 := strconv.Atoi(n)
	if !ok || err1 != nil || err2 != nil || b < 1 || b > mostShards || a < 0 || a >= b {
		return experiment.Shard{}, &say.Error{Where: "--shard " + text, Want: fmt.Sprintf("want i/n with i from 0 to n-1, n at most %d", mostShards)}
	}
	return experiment.Shard{I: a, Of: b}, nil
}

// run does the tasks, makes tables and figure, and prints how it ended.
func run(ctx context.Context, p *plan.Plan, o experiment.Options, stderr io.Writer) (experiment.Report, error) {
	start := time.Now()
	shown := newProgress(stderr)
	o.Log, o.Watch, o.Rows = shown.log, newTasks(p, shown).watch, shown.rows()
	report, err := experiment.Run(ctx, p, o)
	shown.close()
	done := report.Skipped + report.Finished
	switch {
	case errors.Is(err, say.ErrInterrupted):
		if o.Force {
			err = errForced
		}
		return report, fmt.Errorf("%d of %d tasks done in %s: %w", done, report.Selected, o.Dir, err)
	case err != nil:
		return report, err
	}
	if report.Planned > 0 { // theory alone has no samples
		fmt.Fprintf(stderr, "%s in %s\n", outcomes(report, p.Spec.Claims()), duration(time.Since(start).Seconds()))
	}
	if err := store.Folder(o.Dir).Restore(p, o.Log); err != nil {
		return report, err
	}
	missing, err := tablesAndFigure(ctx, p, o, report, stderr)
	if err != nil {
		return report, err
	}
	if o.First {
		missing = 0
	}
	if report.Open {
		fmt.Fprintln(stderr, say.Command("this share has done its part of the batches at hand; collect the records of all shares here, then run it again (fbp collect %s DIR…)", o.Dir))
		return report, errMore
	}
	return report, outcomeOf(report, o.Dir, missing, stderr)
}

// outcomes says how the tasks of a run ended: solved, or converged where no solutions are
// claimed.
func outcomes(r experiment.Report, claims bool) string {
	ended, count, beside := "solved", r.Solved, ""
	if !claims {
		ended, count = "converged", r.Converged
	}
	if r.Unmeasured > 0 {
		beside = fmt.Sprintf("%d with a failed measurement, ", r.Unmeasured)
	}
	if r.Pairs > 0 {
		beside += fmt.Sprintf("%d of %d pairs compared, ", r.Compared, r.Pairs)
	}
	if r.Searched > 0 {
		beside += fmt.Sprintf("%d searched before, ", r.Searched)
	}
	return fmt.Sprintf("%s %d of %d (%d failed, %s%d done before)", ended, count, r.Selected-r.Pairs, r.Failed, beside, r.Skipped)
}

// outcomeOf is the error of a run that was not interrupted, given the number of
// tasks that its tables lack.
func outcomeOf(report experiment.Report, dir string, missing int, stderr io.Writer) error {
	if report.Failed > 0 || report.Skipped+report.Finished < report.Selected {
		if report.Failed > 0 {
			fmt.Fprintln(stderr, say.Command("fbp status %s --failed gives the reasons; --retry-failed repeats them", dir))
		}
		return errIncomplete
	}
	if report.Unmeasured > 0 {
		fmt.Fprintln(stderr, say.Command("fbp status %s --failed lists the samples that were not measured, with reasons", dir))
	}
	if missing > 0 { // a record cannot be used, or was removed in the meantime
		fmt.Fprintln(stderr, say.Command("fbp check %s names the bad records and the commands that repair them", dir))
		return errIncomplete
	}
	return nil
}
