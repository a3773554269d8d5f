package main

import (
	"os"
	"syscall"
	"testing"

	"fbp/internal/slow"
)

// A search and the measurement after it do not lie in memory together: what a
// process takes is what is estimated, 62 MiB of messages here, 1 of patterns and
// 32 for the program (which is built without the race detector).
func TestMemoryIsAsEstimated(t *testing.T) {
	slow.Only(t)
	cmd := command(t, workdir(t), "run", "tiny.toml", "-j", "1", "--set", "model.n=4001", "--set", "samples=1", "--set", "instance.alpha=0.5",
		"--set", "algorithm.max_sweeps=1", "--set", "algorithm.gamma.steps=2", "--set", "measure.local_entropy.max_sweeps=1",
		"--set", "measure.local_entropy.rho.steps=2", "--set", "measure.local_entropy.unsolved=include")
	cmd.Env = append(os.Environ(), "GOGC=") // as a user has it
	finished(t, cmd, cmd.Run).want(t, 0).says(t, " of 1 (0 failed")
	const want = 62 + 1 + 32
	if got := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss / 1024; float64(got) > 1.25*want {
		t.Errorf("%d MiB in memory, want %d", got, want)
	}
}
