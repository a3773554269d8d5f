package main

import (
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
)

// machine is where the available memory is read from: the files of the system,
// and the environment.
type machine struct {
	files fs.FS // of the root of the file system
	env   func(string) string
}

// thisMachine is the machine of this process.
func thisMachine() machine { return machine{os.DirFS("/"), os.Getenv} }

// allowance is an amount of memory in bytes, and the words before it that say who
// gives it.
type allowance struct {
	bytes float64
	from  string
}

// String is for example "free on this machine are 23.0 GiB".
func (a allowance) String() string { return a.from + " " + size(a.bytes) }

// memory is the smallest of the free memory of the machine and what the batch job,
// the address space and the control groups (cgroups, version 1 or 2) leave to this process; false
// on systems where it is not known.
func (m machine) memory() (least allowance, known bool) {
	least.bytes = math.Inf(1)
	consider := func(bytes float64, from string) {
		if bytes < least.bytes {
			least, known = allowance{max(bytes, 0), from}, true
		}
	}
	if granted := m.granted(); granted > 0 {
		consider(granted, "the Slurm job has")
	}
	if kib, ok := m.field("proc/meminfo", "MemAvailable:"); ok {
		consider(1024*kib, "free on this machine are")
	}
	if limit, used, ok := m.addresses(); ok {
		consider(forTasks(limit, used), "the address space (ulimit -v) leaves")
	}
	groups, err := fs.ReadFile(m.files, "proc/self/cgroup")
	if err != nil {
		return least, known
	}
	for line := range strings.Lines(string(groups)) {
		id, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, group, ok := strings.Cut(rest, ":")
		switch {
		case ok && id == "0" && controllers == "":
			m.walk("sys/fs/cgroup", group, "memory.max", "memory.current", "inactive_file", consider)
		case ok && controllers == "memory":
			m.walk("sys/fs/cgroup/memory", group, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file", consider)
		}
	}
	return least, known
}

// granted is the memory granted by the batch system, in bytes; 0 if unknown or
// unlimited.
func (m machine) granted() float64 {
	number := func(name string) float64 {
		x, err := strconv.ParseFloat(m.env(name), 64)
		if err != nil || !(x > 0) {
			return 0
		}
		return x
	}
	if node := number("SLURM_MEM_PER_NODE"); node > 0 {
		return node * (1 << 20)
	}
	cpus := number("SLURM_CPUS_ON_NODE")
	if cpus == 0 {
		cpus = number("SLURM_CPUS_PER_TASK")
	}
	return number("SLURM_MEM_PER_CPU") * cpus * (1 << 20)
}

// walk considers the limits of a control group and of those around it, less what
// is in use there. Cached file content does not count as used, since the system
// drops it when memory is needed. In a container only the root of its own tree is
// visible, at an unknown path.
func (m machine) walk(root, group, limit, used, cached string, consider func(float64, string)) {
	for at := path.Clean("/" + group); ; at = path.Dir(at) {
		dir := path.Join(root, at)
		if most, ok := m.number(path.Join(dir, limit)); ok && most < 1<<60 { // version 1 writes 2^63 for none
			use, _ := m.number(path.Join(dir, used))
			spare, _ := m.field(path.Join(dir, "memory.stat"), cached)
			consider(most-max(use-spare, 0), "the control group "+at+" leaves")
		}
		if at == "/" {
			return
		}
	}
}

// number reads a file that contains one number; "max" is none.
func (m machine) number(name string) (float64, bool) {
	text, err := fs.ReadFile(m.files, name)
	if err != nil {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	return x, err == nil && x >= 0
}

// field reads the number that follows a word at the start of a line.
func (m machine) field(name, word string) (float64, bool) {
	text, err := fs.ReadFile(m.files, name)
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == word {
			x, err := strconv.ParseFloat(words[1], 64)
			return x, err == nil && x >= 0
		}
	}
	return 0, false
}
