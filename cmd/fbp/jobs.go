package main

import (
	"os"
	"runtime"
	"strconv"
)

// defaultJobs is -j when it is not given: the cores that the batch system
// granted, else those that Go may use.
func defaultJobs() int {
	for _, name := range []string{"SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE"} {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil && n > 0 {
			return n
		}
	}
	return runtime.GOMAXPROCS(0)
}
