package main

import (
	"math"
	"testing"
	"testing/fstest"
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
		{"group of version 1", map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "11:cpu,cpuacct:/a\n9:memory:/slurm/uid_1/job_5\n1:name=systemd:/a\n0::/a\n",
			"sys/fs/cgroup/memory/slurm/uid_1/job_5/memory.limit_in_bytes": "4294967296\n", "sys/fs/cgroup/memory/slurm/uid_1/job_5/memory.usage_in_bytes": "2147483648\n",
			"sys/fs/cgroup/memory/slurm/uid_1/job_5/memory.stat": "inactive_file 0\ntotal_inactive_file 1073741824\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"},
			nil, 3 * gib, "the control group /slurm/uid_1/job_5 leaves"},
		{"group of version 1 around", map[string]string{"proc/self/cgroup": "4:hugetlb,memory:/a/b\n", "sys/fs/cgroup/memory/a/memory.limit_in_bytes": "1073741824\n"}, nil, gib, "the control group /a leaves"},
		{"group of version 1 in a container", map[string]string{"proc/self/cgroup": "4:memory:/docker/0123\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "1073741824\n"}, nil, gib, "the control group / leaves"},
		{"group of version 1 without a limit", map[string]string{"proc/self/cgroup": "4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, nil, 0, ""},
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
