package cluster

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"fbp/internal/files"
	"fbp/internal/say"
)

// Job is what is submitted: a job array over a list of tasks, and a job that merges.
type Job struct {
	Name        string   // of the experiment
	Dir         string   // folder of the run, absolute
	Program     string   // the copy of fbp that the jobs run, absolute
	Tasks       []string // their ids; without any there is only the merge
	Elements    int      // of the array
	MaxParallel int      // elements at the same time, 0 for no limit
	CPUs        int      // of an element: its tasks at the same time
	Mem, Time   string   // of an element, in Slurm's notation; "" for the default of the cluster
	Options     []string // others of sbatch, for both jobs
	RetryFailed bool
	Commands    bool // programs of the config may be run
	Partial     bool // others may be submitted after these: the merge makes tables, and does not ask whether that is everything
}

// Script is a batch script, and what sbatch is given with it.
type Script struct {
	Path, Text string
	Args       []string // without the path
	After      bool     // it waits for the end of the script before it
}

func (j *Job) in(name string) string { return filepath.Join(j.Dir, "batch", name) }

// Scripts are those of the array and of the merge.
func (j *Job) Scripts() (scripts []Script) {
	program, dir := say.Word(j.Program), say.Word(j.Dir)
	if len(j.Tasks) > 0 {
		flags := ""
		if j.RetryFailed {
			flags += " --retry-failed"
		}
		if j.Commands {
			flags += " --allow-commands"
		}
		array := fmt.Sprintf("0-%d", j.Elements-1)
		if j.MaxParallel > 0 {
			array += fmt.Sprintf("%%%d", j.MaxParallel)
		}
		scripts = append(scripts, j.script("array.sh", j.Name, "%A_%a.log", fmt.Sprintf(`
# Some of the listed tasks. SIGUSR1, %d s before the time limit, stops them within seconds and
# requeues the job; Slurm itself requeues what it preempts. Then they resume from checkpoints.
exec %s run %s --out %s --list %s --shard "$SLURM_ARRAY_TASK_ID/%d" --requeue%s
`, StopBefore, program, say.Word(filepath.Join(j.Dir, "config.toml")), dir, say.Word(j.in("tasks.txt")), j.Elements, flags),
			"--array="+array, fmt.Sprintf("--cpus-per-task=%d", j.CPUs), fmt.Sprintf("--signal=B:USR1@%d", StopBefore), "--requeue", "--open-mode=append"))
	}
	merge := fmt.Sprintf("%s collect %s", program, dir)
	if !j.Partial {
		merge += fmt.Sprintf(" && exec %s status %s", program, dir)
	}
	return append(scripts, j.script("merge.sh", j.Name+"-merge", "merge-%j.log", "\n# Tables and figure of what is there, once all elements have ended.\n"+merge+"\n"))
}

// script is one with the options of both jobs. Its head says how it is submitted.
func (j *Job) script(file, name, log, body string, args ...string) Script {
	// A per cent sign starts a field of Slurm; doubled, it stands for itself.
	args = append([]string{"--job-name=" + name, "--output=" + strings.ReplaceAll(j.in(""), "%", "%%") + "/" + log}, args...)
	if j.Mem != "" {
		args = append(args, "--mem="+j.Mem)
	}
	if j.Time != "" {
		args = append(args, "--time="+j.Time)
	}
	s := Script{Path: j.in(file), Args: append(args, j.Options...), After: file == "merge.sh" && len(j.Tasks) > 0}
	s.Text = "#!/bin/bash\n# sbatch"
	for _, a := range s.Args {
		option, value, ok := strings.Cut(a, "=")
		s.Text += " " + option
		if ok {
			s.Text += "=" + say.Word(value)
		}
	}
	if s.After {
		s.Text += " " + after("ARRAY")
	}
	s.Text += " " + say.Word(s.Path) + "\n" + body
	return s
}

// after is the option of sbatch by which a job waits until another one has ended, in whatever way.
func after(job string) string { return "--dependency=afterany:" + job }

// write writes the list and the scripts.
func (j *Job) write(scripts []Script) error {
	err := files.MkdirAll(j.in(""))
	if len(j.Tasks) > 0 {
		err = cmp.Or(err, files.WriteFile(j.in("tasks.txt"), []byte(strings.Join(j.Tasks, "\n")+"\n")))
	}
	for _, s := range scripts {
		err = cmp.Or(err, files.WriteFile(s.Path, []byte(s.Text)))
	}
	return err
}
