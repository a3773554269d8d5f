package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"fbp/internal/slow"
)

// What bounds the memory of a process, on machines as they are found.
func TestMemory(t *testing.T) {
	const meminfo, gib = "MemTotal: 24000000 kB\nMemAvailable:   20971520 kB\n", 1 << 30
	tests := []struct {
		name  string
		files map[string]string
		env   map[string]string
		bytes float64 // 0: unknown
		from  string
	}{
		{"no /proc", nil, nil, 0, ""},
		{"machine", map[string]string{"proc/meminfo": meminfo}, nil, 20 * gib, "free on this machine are"},
		{"job", map[string]string{"proc/meminfo": meminfo}, map[string]string{"SLURM_MEM_PER_NODE": "1024"}, gib, "the Slurm job has"},
		{"job, by processor", nil, map[string]string{"SLURM_MEM_PER_CPU": "1024", "SLURM_CPUS_ON_NODE": "4"}, 4 * gib, "the Slurm job has"},
		{"job, by processor of a task", nil, map[string]string{"SLURM_MEM_PER_CPU": "1024", "SLURM_CPUS_PER_TASK": "2"}, 2 * gib, "the Slurm job has"},
		{"job with all of the node", map[string]string{"proc/meminfo": meminfo}, map[string]string{"SLURM_MEM_PER_NODE": "0"}, 20 * gib, "free on this machine are"},
		{"group without a limit", map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "max\n"}, nil, 20 * gib, "free on this machine are"},
		{"group", map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "4294967296\n",
			"sys/fs/cgroup/a/memory.current": "2147483648\n", "sys/fs/cgroup/a/memory.stat": "anon 1073741824\ninactive_file 1073741824\n"}, nil, 3 * gib, "the control group /a leaves"},
		{"group around", map[string]string{"proc/self/cgroup": "0::/a/b/c\n", "sys/fs/cgroup/a/memory.max": "1073741824\n", "sys/fs/cgroup/a/b/memory.max": "2147483648\n"}, nil, gib, "the control group /a leaves"},
		{"group of a container", map[string]string{"proc/self/cgroup": "0::/../x/y\n", "sys/fs/cgroup/memory.max": "1073741824\n"}, nil, gib, "the control group / leaves"},
		{"more in use than allowed", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "10\n", "sys/fs/cgroup/memory.current": "20\n"}, nil, 0, "the control group / leaves"},
		{"nonsense", map[string]string{"proc/meminfo": "MemAvailable: lots kB", "proc/self/cgroup": ":::\n0::/a\n", "sys/fs/cgroup/a/memory.max": "-1"}, map[string]string{"SLURM_MEM_PER_NODE": "x"}, 0, ""},
	}
	for _, test := range tests {
		files := fstest.MapFS{}
		for name, text := range test.files {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
		got, from := machine{files, func(name string) string { return test.env[name] }}.memory()
		if from != test.from || from != "" && got != test.bytes || from == "" && !math.IsInf(got, 1) {
			t.Errorf("%s: %v %q; want %+v %q", test.name, got, from, test.bytes, test.from)
		}
	}
}

// granted runs fbp as in a job of so many MiB on 8 processors.
func granted(t *testing.T, dir, mib string, args ...string) outcome {
	t.Helper()
	cmd := command(t, dir, args...)
	cmd.Env = append(os.Environ(), "SLURM_MEM_PER_NODE="+mib, "SLURM_CPUS_PER_TASK=8")
	return finished(t, cmd, cmd.Run)
}

// Memory bounds the tasks at the same time; what does not fit is refused before
// anything is written, with what would fit.
func TestMemoryOfARun(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	// A task takes 8 bytes for each of 1001·500 messages, and a bit for a pattern's; the
	// program 32 MiB.
	big := []string{"tiny.toml", "--set", "model.n=1001", "--set", "samples=1", "--set", "instance.alpha=0.5", "--set", "algorithm.max_sweeps=1",
		"--set", "measure.local_entropy.max_sweeps=1", "--set", "algorithm.y=10,20,30"}
	run := func(mib string, args ...string) outcome {
		return granted(t, dir, mib, append(append([]string{"run"}, big...), args...)...)
	}
	for want, o := range map[string]outcome{
		"tiny.toml: 3 tasks at a time need 44 MiB; the Slurm job has 42 MiB: want -j 2\n":                                 run("42", "-j", "8"),
		"tiny.toml: a task needs 36 MiB; the Slurm job has 35 MiB: want fewer weights or patterns, or a larger machine\n": run("35"),
	} {
		if o.want(t, 2); !strings.HasPrefix(o.stderr, want) || strings.Count(o.stderr, "\n") != 1 {
			t.Errorf("stderr %s\nwant %s", o.stderr, want)
		}
	}
	granted(t, dir, "35", append([]string{"run", "--task", "0"}, big...)...).want(t, 2)
	if _, err := os.Stat(filepath.Join(dir, "results")); err == nil {
		t.Error("a run that was refused has made a folder")
	}
	granted(t, dir, "35", append([]string{"plan"}, big...)...).want(t, 0).says(t, "a task needs 36 MiB; the Slurm job has 35 MiB")
	run("42").want(t, 0).says(t, "a task needs 36 MiB; the Slurm job has 42 MiB: 2 at a time instead of 3")
	run("35").want(t, 0) // all is done: nothing needs memory any more
	run("35", "--set", "algorithm.accuracy=amp", "--out", "amp").want(t, 0)
}
