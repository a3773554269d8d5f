package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fbp/cluster"
	"fbp/experiment"
	"fbp/experiment/store"
	"fbp/internal/say"
)

// defaultJobs is the default of -j: the number of cores granted by the batch
// system, otherwise of those that Go may use.
func defaultJobs() int {
	for _, name := range []string{"SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE"} {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil && n > 0 {
			return n
		}
	}
	return runtime.GOMAXPROCS(0)
}

// jobs is the number of -j.
type jobs struct{ n int }

// register adds -j, the number of what is done at the same time.
func (j *jobs) register(cmd *cobra.Command, what string) {
	cmd.Flags().IntVarP(&j.n, "jobs", "j", 0, what+" at the same time (default SLURM_CPUS_PER_TASK, SLURM_CPUS_ON_NODE or all cores)")
}

// number is the number that is given, or the default.
func (j *jobs) number(cmd *cobra.Command) (int, error) {
	switch {
	case !cmd.Flags().Changed("jobs"):
		return defaultJobs(), nil
	case j.n < 1:
		return 0, &say.Error{Where: fmt.Sprintf("-j %d", j.n), Want: "want at least 1"}
	}
	return j.n, nil
}

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
			tell(stderr, "the job could not be requeued: %v", err)
			return
		}
		fmt.Fprintln(stderr, "the job is requeued")
	}
}

// sayStarved prints, where elements of the last jobs were killed for memory, the command that does the rest
// with twice as much.
func sayStarved(dir string, s *store.FolderState, stderr io.Writer) {
	last := cluster.LastSubmitted(dir)
	n := last.OutOfMemory(dir)
	if n == 0 || s.Total.Missing == 0 {
		return
	}
	digits := strings.TrimRight(last.Mem, "KMGTkmgt")
	more := "SIZE"
	if mem, err := strconv.Atoi(digits); err == nil {
		more = strconv.Itoa(2*mem) + last.Mem[len(digits):]
	}
	if last.Commands {
		more += " --allow-commands"
	}
	fmt.Fprintln(stderr, say.Command(fmt.Sprintf("elements killed for memory: %d; fbp submit %%s --out %%s --mem %s does what is missing with more", n, more), store.Folder(dir).In("config.toml"), dir))
}
