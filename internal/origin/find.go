package origin

import (
	"os"
	"runtime"
	"strings"

	"fbp/internal/kern"
	"fbp/results"
)

// Find asks the system what records say, in their run object, of machine
// and program. What cannot be found is "unknown". No result depends on it.
func Find() *results.Origin {
	o := &results.Origin{
		CPU: cpu(), Cores: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Version: results.Version, Commit: commit(), Go: runtime.Version(), Kernel: kern.Tier(), Args: os.Args, Slurm: slurm(),
	}
	var err error
	if o.Host, err = os.Hostname(); err != nil {
		o.Host = "unknown"
	}
	return o
}

// cpu is the model of the processor, where the system tells.
func cpu() string {
	data, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(data)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// slurm are the ids of the batch job, if this is one.
func slurm() map[string]string {
	ids := map[string]string{}
	for _, name := range []string{"SLURM_JOB_ID", "SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID", "SLURM_RESTART_COUNT"} {
		if v := os.Getenv(name); v != "" {
			ids[name] = v
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return ids
}
