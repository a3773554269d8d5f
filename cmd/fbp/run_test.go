package main

import (
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
		cmd := command(t, dir, append(args, out)...)
		start := time.Time{}
		o := finished(t, cmd, func() error {
			if err := cmd.Start(); err != nil {
				return err
			}
			for len(records(t, filepath.Join(dir, out))) < 2 {
				time.Sleep(time.Millisecond)
			}
			start = time.Now()
			if err := cmd.Process.Signal(sent); err != nil {
				return err
			}
			return cmd.Wait()
		}).want(t, 75).says(t, "of 48 tasks done in "+out+": interrupted; the same command resumes")
		if time.Since(start) > 5*time.Second {
			t.Errorf("%v: it took %v to stop", sent, time.Since(start))
		}
		if strings.Contains(o.stderr, "panic") {
			t.Error(o.stderr)
		}
		done := len(records(t, filepath.Join(dir, out)))
		if done >= 48 {
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
	first := records(t, filepath.Join(dir, "out"))[0]
	scratch.Remove(t, first)
	cmd := command(t, dir, append(args, "--force")...)
	o := finished(t, cmd, func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		for begun := time.Now(); time.Since(begun) < 30*time.Second; time.Sleep(time.Millisecond) {
			if _, err := os.Stat(first); err == nil {
				break
			}
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return err
		}
		return cmd.Wait()
	}).want(t, 75).says(t, "interrupted; with --force the same command begins again")
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
	finished(t, cmd, func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		for len(records(t, filepath.Join(dir, "out"))) < 2 {
			time.Sleep(time.Millisecond)
		}
		if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
			return err
		}
		return cmd.Wait()
	}).want(t, 0)
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

func TestFolderThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	o := fbp(t, dir, "run", "tiny.toml", "--out", "tiny.toml/out").want(t, 2)
	if lines := strings.Count(o.stderr, "\n"); lines != 1 || !strings.Contains(o.stderr, "tiny.toml is a file, not a folder") {
		t.Errorf("stderr: %s", o.stderr)
	}
	if os.Geteuid() == 0 {
		t.Skip("permissions do not bind root")
	}
	locked := filepath.Join(dir, "locked")
	if err := os.Mkdir(locked, 0o555); err != nil {
		t.Fatal(err)
	}
	fbp(t, dir, "run", "tiny.toml", "--out", "locked").want(t, 1).says(t, "permission denied", "choose another one with --out")
}

// TestDeletedWhileRunning: config and plan are there when the run has ended.
func TestDeletedWhileRunning(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	out := filepath.Join(dir, "out")
	args := []string{"run", "tiny.toml", "--out", "out", "--set", "model.n=301", "--set", "instance.alpha=0.5", "-j", "1"}
	cmd := command(t, dir, args...)
	finished(t, cmd, func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		for begun := time.Now(); time.Since(begun) < 30*time.Second; time.Sleep(time.Millisecond) {
			if first, _ := filepath.Glob(filepath.Join(out, "tasks", "*.json")); len(first) > 0 {
				break // two tasks are left
			}
		}
		scratch.Remove(t, filepath.Join(out, "config.toml"))
		scratch.Remove(t, filepath.Join(out, "plan.json"))
		return cmd.Wait()
	}).want(t, 0).says(t, "written again", "figure: ")
	fbp(t, dir, "check", "out").want(t, 0)
	fbp(t, dir, args...).want(t, 0).says(t, "3 done before")
}
