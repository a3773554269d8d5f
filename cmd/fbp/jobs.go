package main

import (
	"os"
	"runtime"
	"strconv"
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
