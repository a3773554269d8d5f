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

func TestRun(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	o := fbp(t, dir, "run", "tiny.toml", "-j", "1").want(t, 0)
	o.says(t, "of 6 (0 failed, 0 done before)", "results/tiny/local_entropy.tsv", "results/tiny/figure.pdf", "msg=\"task done\"")
	if o.stdout != "" || strings.Contains(o.stderr, "\r") || strings.Contains(o.stderr, "\x1b") {
		t.Errorf("stdout %q; stderr is for people and log files, without bar and colours: %q", o.stdout, o.stderr)
	}
	want := outputs(t, filepath.Join(dir, "results/tiny"))

	t.Run("again", func(t *testing.T) {
		fbp(t, dir, "run", "tiny.toml").want(t, 0).says(t, "(0 failed, 6 done before)")
		if outputs(t, filepath.Join(dir, "results/tiny")) != want {
			t.Error("other bytes")
		}
	})
	t.Run("jobs", func(t *testing.T) {
		fbp(t, dir, "run", "tiny.toml", "-j", "2", "--out", "two").want(t, 0)
		if outputs(t, filepath.Join(dir, "two")) != want {
			t.Error("-j 2 makes other bytes than -j 1")
		}
	})
	t.Run("resolved config", func(t *testing.T) {
		fbp(t, dir, "run", "results/tiny/config.toml", "--out", "resolved").want(t, 0)
		if outputs(t, filepath.Join(dir, "resolved")) != want {
			t.Error("the resolved config makes other bytes")
		}
	})
	t.Run("shards in one folder", func(t *testing.T) {
		fbp(t, dir, "run", "tiny.toml", "--shard", "0/2", "--out", "half").want(t, 0).says(t, "missing in half: 3 of 6 tasks")
		if o := fbp(t, dir, "status", "half").want(t, 1); o.stdout != "instance.alpha  samples  done  solved  unsolved  unmeasured  failed  running  missing\n"+
			"0.3             3        2     2       0         0           0       0        1\n0.5             3        1     1       0         0           0       0        2\n" {
			t.Errorf("status:\n%s", o.stdout)
		}
		fbp(t, dir, "run", "tiny.toml", "--out", "half").want(t, 0).says(t, "3 done before")
		if outputs(t, filepath.Join(dir, "half")) != want {
			t.Error("two halves make other bytes")
		}
		fbp(t, dir, "status", "half").want(t, 0)
	})
	t.Run("shards collected", func(t *testing.T) {
		for _, shard := range []string{"2/3", "0/3", "1/3"} {
			fbp(t, dir, "run", "tiny.toml", "--shard", shard, "--out", "part"+shard[:1]).want(t, 0)
		}
		fbp(t, dir, "collect", "part1", "part0", "--out", "all").want(t, 0).says(t, "missing: 2 of 6 tasks")
		fbp(t, dir, "collect", "part2", "part1", "--out", "all").want(t, 0)
		fbp(t, dir, "collect", "all").want(t, 0)
		if outputs(t, filepath.Join(dir, "all")) != want {
			t.Error("three collected shards make other bytes")
		}
	})
	t.Run("damaged record", func(t *testing.T) {
		path := records(t, filepath.Join(dir, "two"))[3]
		if err := os.Truncate(path, 200); err != nil {
			t.Fatal(err)
		}
		fbp(t, dir, "run", "tiny.toml", "--out", "two").want(t, 0).says(t, "5 done before", "bad file, moved aside", filepath.Base(path))
		if outputs(t, filepath.Join(dir, "two")) != want {
			t.Error("a record done again makes other bytes")
		}
	})
	t.Run("more samples", func(t *testing.T) {
		fbp(t, dir, "run", "tiny.toml", "--set", "samples=4").want(t, 0).says(t, "6 done before")
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
		cmd := exec.Command(binary, append(args, out)...)
		cmd.Dir = dir
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
	cmd := exec.Command(binary, append(args, "--force")...)
	cmd.Dir = dir
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
	cmd := exec.Command("nohup", binary, "run", "tiny.toml", "--set", "samples=12", "--out", "out")
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
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "FBP_TEST_DEAF=1")
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

// The user's own files in a folder that is not that of a run are not replaced: neither the config
// that was given, nor the figure of a paper.
func TestFolderOfTheUser(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	scratch.Write(t, filepath.Join(dir, "config.toml"), scratch.Read(t, dir, "tiny.toml"))
	scratch.Write(t, filepath.Join(dir, "paper", "figure.pdf"), "mine")
	for out, file := range map[string]string{".": "config.toml", "paper": "paper/figure.pdf"} {
		before, want := scratch.Read(t, dir, file), file+": is there already, in a folder that is not that of a run"
		fbp(t, dir, "run", "config.toml", "--out", out).want(t, 2).says(t, want)
		if _, err := os.Stat(filepath.Join(dir, out, "tasks")); err == nil || scratch.Read(t, dir, file) != before {
			t.Errorf("%s was changed", out)
		}
	}
	fbp(t, dir, "run", "config.toml", "--out", "run").want(t, 0)
	fbp(t, dir, "collect", "run", "--out", "paper").want(t, 2).says(t, "paper/figure.pdf: is there already")
}

// Solutions that were kept are measured later: with the same result.
func TestMeasureLater(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--out", "first").want(t, 0)
	later := strings.Replace(scratch.Read(t, dir, "tiny.toml"), "kind = \"fbp\"\ngamma = { steps = 6 }", "kind = \"file\"\npath = \"first\"", 1)
	scratch.Write(t, filepath.Join(dir, "later.toml"), later)
	fbp(t, dir, "run", "later.toml", "--out", "second").want(t, 0)
	for _, table := range []string{"local_entropy.tsv", "stability.tsv"} {
		a, b := scratch.Read(t, dir, "first", table), scratch.Read(t, dir, "second", table)
		if rows(a) != rows(b) {
			t.Errorf("%s measured at once\n%s\nlater\n%s", table, a, b)
		}
	}
	fbp(t, dir, "plan", "later.toml", "--set", "seed=2").want(t, 2).says(t, "later.toml:13: algorithm.path = \"first\": its solutions have seed = 1; this config has 2")
}

// rows are the lines of a table without those that name the experiment.
func rows(table string) string {
	var kept []string
	for line := range strings.Lines(table) {
		if line[0] != '#' {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}
