package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"fbp/internal/slow"
)

// crash runs a task and ends its process with a signal when it is at work: by
// ABRT the process ends as by a fault of its own, with the runtime's last words.
func crash(t *testing.T, dir string, signal syscall.Signal, args ...string) (stderr string) {
	t.Helper()
	var log strings.Builder
	cmd := exec.Command("nice", append([]string{"-n", "19", binary}, args...)...) // so that it is seen at work
	cmd.Dir, cmd.Stderr = dir, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for start := time.Now(); ; time.Sleep(2 * time.Millisecond) {
		claims, _ := filepath.Glob(filepath.Join(dir, "out", "claims", "perceptron-*"))
		alone := len(claims) > 0 // and not those of the dead alone
		for _, claim := range claims {
			text, _ := os.ReadFile(claim) // it may be gone by now
			alone = alone && strings.Contains(string(text), "\"pid\":"+strconv.Itoa(cmd.Process.Pid)+",")
		}
		if alone {
			break
		}
		if time.Since(start) > 20*time.Second {
			t.Fatalf("no task has started:\n%s", log.String())
		}
	}
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	return log.String()
}

// A task that crashes its process is tried again three times and has failed
// then, with an account of each; other tasks are done, and a kill is no crash.
func TestCrashes(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	long := []string{"run", "tiny.toml", "--out", "out", "--set", "samples=1", "--set", "instance.alpha=0.5", "--set", "model.n=2001", "-j", "1"}
	for range 5 {
		crash(t, dir, syscall.SIGKILL, long...)
	}
	for i := range 4 {
		log := crash(t, dir, syscall.SIGABRT, long...)
		if tried := strings.Contains(log, "has crashed its process: tried again alone"); tried != (i > 0) {
			t.Errorf("crash %d:\n%s", i, log)
		}
	}
	fbp(t, dir, long...).want(t, 1).says(t, "its process crashed 4 times: SIGABRT: abort")
	fbp(t, dir, "status", "out").want(t, 1).says(t, "its process crashed 4 times: SIGABRT: abort")
	left, _ := filepath.Glob(filepath.Join(dir, "out", "c*", "*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Two tasks were at work when their process crashed: both are tried again, one
// after the other, and end in the bytes of an undisturbed run.
func TestCrashBesideOthers(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	tasks := []string{"run", "tiny.toml", "--set", "model.n=601", "--set", "samples=2", "--set", "instance.alpha=0.5", "-j", "2", "--out"}
	fbp(t, dir, append(tasks, "whole")...).want(t, 0)
	crash(t, dir, syscall.SIGABRT, append(tasks, "out")...)
	fbp(t, dir, append(tasks, "out")...).want(t, 0).says(t, "tried again alone")
	if outputs(t, filepath.Join(dir, "out")) != outputs(t, filepath.Join(dir, "whole")) {
		t.Error("other bytes")
	}
}
