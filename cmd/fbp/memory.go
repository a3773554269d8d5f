package main

import (
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"fbp/experiment/plan"
	"fbp/internal/say"
)

// machine is where the available memory is read from: the files of the system, and the environment.
type machine struct {
	files fs.FS // of the root of the file system
	env   func(string) string
}

// memory is the least of what the Slurm job was granted, what is free on the machine, and what the control
// groups leave, in bytes, with the words that say which; infinite where nothing is known.
func (m machine) memory() (least float64, from string) {
	least = math.Inf(1)
	consider := func(bytes float64, words string) {
		if bytes < least {
			least, from = max(bytes, 0), words
		}
	}
	number := func(text string) float64 { // 0 for none, as Slurm has it for all of a node
		x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || x < 0 {
			return 0
		}
		return x
	}
	cpus := max(number(m.env("SLURM_CPUS_ON_NODE")), number(m.env("SLURM_CPUS_PER_TASK")))
	if granted := max(number(m.env("SLURM_MEM_PER_NODE")), cpus*number(m.env("SLURM_MEM_PER_CPU"))); granted > 0 {
		consider(granted*(1<<20), "the Slurm job has")
	}
	field := func(name, word string) float64 {
		text, _ := fs.ReadFile(m.files, name)
		_, rest, _ := strings.Cut("\n"+string(text), "\n"+word)
		words := strings.Fields(rest)
		return number(strings.Join(words[:min(1, len(words))], ""))
	}
	if free := field("proc/meminfo", "MemAvailable:"); free > 0 {
		consider(1024*free, "free on this machine are")
	}
	for _, g := range m.groups() {
		for at := g.at; ; at = path.Dir(at) { // in a container only the root of its own tree is there
			dir := path.Join(g.tree, at)
			if most := field(path.Join(dir, g.most), ""); most > 0 && most < unlimited { // what is cached can be dropped
				consider(most-max(0, field(path.Join(dir, g.used), "")-field(path.Join(dir, "memory.stat"), g.cached)), "the control group "+at+" leaves")
			}
			if at == "/" {
				break
			}
		}
	}
	return least, from
}

// unlimited is less than what a control group of version 1 without a limit has as its limit, in bytes:
// the largest number of pages.
const unlimited = 1 << 62

// group is a control group of this process that may limit its memory.
type group struct {
	tree, at           string // where its tree is mounted, and its path from there
	most, used, cached string // the files of limit and use, and the field of memory.stat for what can be dropped
}

// groups are the control groups (cgroups) of this process, of version 2 and of version 1.
func (m machine) groups() (all []group) {
	text, _ := fs.ReadFile(m.files, "proc/self/cgroup")
	for line := range strings.Lines(string(text)) { // number:controllers:path
		_, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		controllers, at, ok := strings.Cut(rest, ":")
		switch at = path.Clean("/" + at); {
		case ok && controllers == "":
			all = append(all, group{"sys/fs/cgroup", at, "memory.max", "memory.current", "inactive_file"})
		case ok && slices.Contains(strings.Split(controllers, ","), "memory"):
			all = append(all, group{"sys/fs/cgroup/memory", at, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"})
		}
	}
	return all
}

// memory keeps a run within the available memory.
type memory struct {
	plan  *plan.Plan
	file  string // of the config
	asked bool   // whether -j was given; the number of jobs is then not reduced
	log   io.Writer
}

// ownMemory is the memory of the program without its tasks, in bytes.
const ownMemory = 32 << 20

// admit returns how many of the tasks may run at the same time, at most jobs, or
// an error if not even one may. It also sets a memory limit for the garbage collector.
func (m memory) admit(todo []plan.Task, jobs int) (int, error) {
	limit, from := machine{os.DirFS("/"), os.Getenv}.memory()
	jobs = min(jobs, max(1, len(todo)))
	if from == "" || len(todo) == 0 {
		return jobs, nil
	}
	most := m.plan.AtOnce(todo, jobs, limit-ownMemory)
	needs := func(jobs int) string { return size(ownMemory + m.plan.Memory(todo, jobs)) }
	there, want := from+" "+size(limit), "want fewer weights or patterns, or a larger machine"
	if len(m.plan.Spec.Commands()) > 0 {
		want = "want a smaller max_memory of its program, or a larger machine"
	}
	switch {
	case most == 0:
		return 0, &say.Error{Where: m.file, Want: fmt.Sprintf("a task needs %s; %s: %s", needs(1), there, want)}
	case most < jobs && m.asked:
		return 0, &say.Error{Where: m.file, Want: fmt.Sprintf("%d tasks at a time need %s; %s: want -j %d", jobs, needs(jobs), there, most)}
	case most < jobs:
		fmt.Fprintf(m.log, "a task needs %s; %s: %d at a time instead of %d\n", needs(1), there, most, jobs)
	}
	if os.Getenv("GOMEMLIMIT") == "" { // otherwise the memory of a search is not freed before the next one starts
		debug.SetMemoryLimit(int64(min(0.95*limit, 1<<60)))
	}
	return most, nil
}

// warn prints one line if a plan does not fit this machine, which need not be the
// one that runs it.
func (m memory) warn() {
	if _, err := m.admit(m.plan.Tasks, 1); err != nil {
		fmt.Fprintln(m.log, err)
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
