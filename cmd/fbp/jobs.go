package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"

	"fbp/experiment"
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

// honourMemory keeps a run within the memory that the batch system granted:
// fewer tasks at the same time if they are estimated not to fit, and a garbage
// collector that works harder before the limit is met.
func honourMemory(p *experiment.Plan, o *experiment.Options, stderr io.Writer) {
	granted := grantedMemory()
	if granted == 0 {
		return
	}
	each := mostMemory(p, p.Tasks)
	if float64(o.Jobs)*each > granted {
		fit := max(1, int(granted/each))
		fmt.Fprintf(stderr, "a task takes about %.0f MiB of the %.0f MiB granted: %d at a time instead of %d\n",
			each/(1<<20), granted/(1<<20), fit, o.Jobs)
		o.Jobs = fit
	}
	// A limit near what is in use would keep the collector at work all the time.
	if need := 1.2*float64(o.Jobs)*each + 64<<20; os.Getenv("GOMEMLIMIT") == "" && 0.9*granted > need {
		debug.SetMemoryLimit(int64(0.9 * granted))
	}
}

// grantedMemory is what the batch system granted, in bytes; 0 for unknown.
func grantedMemory() float64 {
	if n, err := strconv.ParseFloat(os.Getenv("SLURM_MEM_PER_NODE"), 64); err == nil && n > 0 {
		return n * (1 << 20)
	}
	n, err := strconv.ParseFloat(os.Getenv("SLURM_MEM_PER_CPU"), 64)
	cpus, err2 := strconv.ParseFloat(os.Getenv("SLURM_CPUS_ON_NODE"), 64)
	if err == nil && err2 == nil && n > 0 && cpus > 0 {
		return n * cpus * (1 << 20)
	}
	return 0
}
