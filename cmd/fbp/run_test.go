package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// meanwhile starts a command, does something once the run in out has so many records, and waits for its end.
func meanwhile(t *testing.T, cmd *exec.Cmd, out string, done int, do func() error) outcome {
	t.Helper()
	return finished(t, cmd, func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		for begun := time.Now(); len(records(t, out)) < done && time.Since(begun) < 30*time.Second; {
			time.Sleep(time.Millisecond)
		}
		return cmp.Or(do(), cmd.Wait())
	})
}

// Ctrl-C, and the signals of batch systems, end with 75 soon, and the same
// command ends in the same bytes.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	args := []string{"run", "tiny.toml", "-j", "1", "--set", "samples=24", "--out"} // a second, on a busy machine too
	fbp(t, dir, append(args, "whole")...).want(t, 0)
	for _, sent := range slow.Some(2, append([]os.Signal{os.Interrupt, syscall.SIGHUP, syscall.SIGTERM}, notices...)) {
		if signal.Ignored(sent) { // by nohup: TestNohup
			continue
		}
		out := fmt.Sprint("cut", sent)
		cmd, start := command(t, dir, append(args, out)...), time.Time{}
		o := meanwhile(t, cmd, filepath.Join(dir, out), 2, func() error {
			start = time.Now()
			return cmd.Process.Signal(sent)
		}).want(t, 75).says(t, "of 48 tasks done in "+out+": interrupted; the same command resumes")
		if time.Since(start) > 5*time.Second || strings.Contains(o.stderr, "panic") {
			t.Errorf("%v: it took %v to stop: %s", sent, time.Since(start), o.stderr)
		}
		if len(records(t, filepath.Join(dir, out))) >= 48 {
			t.Fatal("nothing was left to do")
		}
		fbp(t, dir, append(args, out)...).want(t, 0)
		if outputs(t, filepath.Join(dir, out)) != outputs(t, filepath.Join(dir, "whole")) {
			t.Errorf("%v: an interrupted run makes other bytes", sent)
		}
	}
}

// A run with --force does everything again, however often it is stopped, and says so.
func TestInterruptedForce(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	args := []string{"run", "tiny.toml", "-j", "1", "--set", "samples=24", "--out", "out"}
	fbp(t, dir, args...).want(t, 0)
	scratch.Remove(t, records(t, filepath.Join(dir, "out"))[0])
	cmd := command(t, dir, append(args, "--force")...)
	o := meanwhile(t, cmd, filepath.Join(dir, "out"), 48, func() error { return cmd.Process.Signal(os.Interrupt) }).
		want(t, 75).says(t, "interrupted; with --force the same command begins again")
	if strings.Contains(o.stderr, "resumes") {
		t.Error(o.stderr)
	}
}

// A run that was started with nohup goes on when its terminal is closed.
func TestNohup(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	cmd := exec.Command("nohup", "fbp", "run", "tiny.toml", "--set", "samples=12", "--out", "out")
	cmd.Dir = dir
	meanwhile(t, cmd, filepath.Join(dir, "out"), 2, func() error { return cmd.Process.Signal(syscall.SIGHUP) }).want(t, 0)
}

// TestDeletedWhileRunning: config and plan are there when the run has ended.
func TestDeletedWhileRunning(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	args := []string{"run", "tiny.toml", "--out", "out", "--set", "model.n=301", "--set", "instance.alpha=0.5", "-j", "1"}
	meanwhile(t, command(t, dir, args...), filepath.Join(dir, "out"), 1, func() error { // two tasks are left
		return cmp.Or(os.Remove(filepath.Join(dir, "out/config.toml")), os.Remove(filepath.Join(dir, "out/plan.json")))
	}).want(t, 0).says(t, "written again", "figure: ")
	fbp(t, dir, "check", "out").want(t, 0)
	fbp(t, dir, args...).want(t, 0).says(t, "3 done before")
}

// deaf is a program that does not stop when asked.
func deaf() {
	ctx, _ := interruptible()
	os.Stdout.WriteString("ready\n")
	<-ctx.Done()
	os.Stdout.WriteString("asked\n")
	time.Sleep(10 * time.Second)
	os.Exit(0)
}

func TestSecondInterrupt(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("deaf")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	word := make([]byte, 6)
	for range 2 {
		if _, err := out.Read(word); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
	}
	if cmd.Wait(); cmd.ProcessState.ExitCode() != 130 {
		t.Errorf("exit code %d, want 130", cmd.ProcessState.ExitCode())
	}
}

// A list that an editor has begun with a byte order mark and ended lines of with CR LF is one.
func TestListOfAnEditor(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--out", "run", "--task", "0").want(t, 0)
	id := strings.TrimSuffix(filepath.Base(records(t, filepath.Join(dir, "run"))[0]), ".json")
	scratch.Write(t, filepath.Join(dir, "list.txt"), "\ufeff"+id+"\r\n"+id+"\r\n")
	fbp(t, dir, "run", "tiny.toml", "--out", "again", "--list", "list.txt").want(t, 0).says(t, " of 1 (0 failed, 0 done before)")
}
