package cluster

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fbp/experiment/config"
)

// Job describes what is submitted.
type Job struct {
	Name    string // of the experiment
	Dir     string // folder of the run, absolute
	Work    string // working directory, to which paths in the config are relative, absolute
	Program string // the copy of fbp that the jobs run, absolute

	Shares      int     // of the plan
	Wanted      []int   // shares with missing tasks
	Later       [][]int // shares of batches of samples that may be wanted when those before have ended
	Batches     bool    // samples are added in batches: an element does its part of those at hand
	First       bool    // the first sample of every point alone
	More        bool    // others may be submitted after these
	RetryFailed bool

	MaxParallel int    // elements at the same time, 0 for no limit
	CPUs        int    // of an element: its tasks at the same time
	Mem, Time   string // of an element, in Slurm's notation; "" for the default of the cluster
	Options     []string
}

// Script is a batch script.
type Script struct {
	Path  string // in the run's folder, absolute
	Text  string
	Merge bool // waits for all others
	Round int  // waits for those of smaller ones
}

// Folder is where scripts, logs and the program are.
func (j *Job) Folder() string { return filepath.Join(j.Dir, "batch") }

// Scripts are the scripts of a job: arrays whose indices stay below
// maxArraySize, round by round, then the merge.
func (j *Job) Scripts(maxArraySize int) []Script {
	var scripts []Script
	for round, wanted := range slices.Concat([][]int{j.Wanted}, j.Later) {
		for _, a := range split(wanted, maxArraySize) {
			scripts = append(scripts, Script{
				Path:  filepath.Join(j.Folder(), fmt.Sprintf("array-%d.sh", len(scripts))),
				Text:  j.array(a),
				Round: round,
			})
		}
	}
	return append(scripts, Script{Path: filepath.Join(j.Folder(), "merge.sh"), Text: j.merge(), Merge: true})
}

func (j *Job) array(a array) string {
	var b strings.Builder
	b.WriteString("#!/bin/bash\n")
	index := ranges(a.indices)
	if j.MaxParallel > 0 {
		index += fmt.Sprintf("%%%d", j.MaxParallel)
	}
	sbatch(&b, "job-name", j.Name)
	sbatch(&b, "array", index)
	sbatch(&b, "cpus-per-task", fmt.Sprint(j.CPUs))
	sbatch(&b, "mem", j.Mem)
	sbatch(&b, "time", j.Time)
	sbatch(&b, "signal", fmt.Sprintf("B:USR1@%d", j.notice()))
	b.WriteString("#SBATCH --requeue\n#SBATCH --open-mode=append\n")
	j.common(&b, "%A_%a.log")
	share := `"$SLURM_ARRAY_TASK_ID"`
	if a.offset > 0 {
		share = fmt.Sprintf(`"$((SLURM_ARRAY_TASK_ID + %d))"`, a.offset)
	}
	more := ""
	if j.Batches {
		more += " --round"
	}
	if j.First {
		more += " --first"
	}
	if j.RetryFailed {
		more += " --retry-failed"
	}
	fmt.Fprintf(&b, `
# One share of the tasks. USR1, near the time limit, stops it within seconds
# and requeues it; the cluster itself requeues preempted elements.
# Started again, it continues from its checkpoints.
exec %s run %s --out %s --shard %s/%d --requeue%s
`, config.Word(j.Program), config.Word(filepath.Join(j.Dir, "config.toml")), config.Word(j.Dir), share, j.Shares, more)
	return b.String()
}

func (j *Job) merge() string {
	var b strings.Builder
	b.WriteString("#!/bin/bash\n")
	sbatch(&b, "job-name", j.Name+"-merge")
	sbatch(&b, "mem", j.Mem)
	sbatch(&b, "time", j.Time)
	j.common(&b, "merge-%j.log")
	program, dir := config.Word(j.Program), config.Word(j.Dir)
	if j.More {
		fmt.Fprintf(&b, "\n# Tables and figure of what is there; more samples may follow.\nexec %s collect %s\n", program, dir)
		return b.String()
	}
	fmt.Fprintf(&b, `
# Tables and figure of what is there, once all elements have ended, and whether
# that is everything.
%s collect %s && exec %s status %s
`, program, dir, program, dir)
	return b.String()
}

func (j *Job) common(b *strings.Builder, log string) {
	sbatch(b, "chdir", j.Work)
	// A per cent sign starts a field of Slurm; doubled, it stands for itself.
	sbatch(b, "output", filepath.Join(strings.ReplaceAll(j.Folder(), "%", "%%"), log))
	for _, option := range j.Options {
		fmt.Fprintf(b, "#SBATCH %s\n", option)
	}
}

// sbatch writes an option, unless its value is empty.
func sbatch(b *strings.Builder, name, value string) {
	if value == "" {
		return
	}
	fmt.Fprintf(b, "#SBATCH --%s=%s\n", name, option(value))
}
