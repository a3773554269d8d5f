package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"fbp/internal/slow"
)

// A search and the measurement after it do not lie in memory together: what a
// process takes is what is estimated, 62 MiB of messages here, 1 of patterns and
// 32 for the program (which is built without the race detector).
func TestMemoryIsAsEstimated(t *testing.T) {
	slow.Only(t)
	dir := workdir(t)
	cmd := exec.Command(binary, "run", "tiny.toml", "-j", "1", "--set", "model.n=4001", "--set", "samples=1", "--set", "instance.alpha=0.5",
		"--set", "algorithm.max_sweeps=1", "--set", "algorithm.gamma.steps=2", "--set", "measure.local_entropy.max_sweeps=1",
		"--set", "measure.local_entropy.rho.steps=2", "--set", "measure.local_entropy.unsolved=include")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOGC=") // as a user has it
	finished(t, cmd, cmd.Run).want(t, 0).says(t, " of 1 (0 failed")
	const want = 62 + 1 + 32
	if got := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss / 1024; float64(got) > 1.25*want {
		t.Errorf("%d MiB in memory, want %d", got, want)
	}
}

// Too small an address space is refused in one line, as is what does not fit into it.
func TestAddressSpace(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	within := func(kib int, args ...string) outcome {
		cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -v %d && exec "$0" "$@"`, kib), binary}, args...)...)
		cmd.Dir = dir
		return finished(t, cmd, cmd.Run)
	}
	const want = "ulimit -v: an address space of 1953 MiB: want at least 2560 MiB (ulimit -v 2621440)\n"
	for _, command := range []string{"version", "run", "check", "status"} {
		if o := within(2_000_000, command, "tiny.toml"); o.code != 2 || o.stderr != want {
			t.Fatalf("%s: exit code %d, %s", command, o.code, o.stderr)
		}
	}
	big := []string{"run", "tiny.toml", "--set", "model.n=16001", "--set", "instance.alpha=0.5", "--set", "samples=2"}
	o := within(3_000_000, big...).want(t, 2)
	if !strings.HasPrefix(o.stderr, "tiny.toml: a task needs 1024 MiB; ") || !strings.Contains(o.stderr, "the address space (ulimit -v) leaves ") || strings.Count(o.stderr, "\n") != 1 {
		t.Error(o.stderr)
	}
	within(leastAddresses>>10, "run", "tiny.toml").want(t, 0)
}
