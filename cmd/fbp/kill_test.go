package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fbp/internal/slow"
)

// small is an experiment of half a second, most of it spent on its 32 tasks.
var small = []string{"run", "tiny.toml", "--set", "samples=16"}

// killed runs the tiny experiment, kills it (signal 9) at a random moment, and
// does so once more half of the time. It returns the number of records that
// were there at the end.
func killed(t *testing.T, rng *rand.Rand, dir, out string, whole time.Duration) int {
	t.Helper()
	for again := true; again; again = rng.IntN(2) == 0 {
		args := append(small, "-j", fmt.Sprint(1+rng.IntN(2)), "--out", out)
		if rng.IntN(2) == 0 {
			args = append(args, "--checkpoint", "0s") // at every sweep
		}
		cmd := command(t, dir, args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rng.Float64() * float64(whole)))
		cmd.Process.Kill()
		cmd.Wait()
	}
	return len(records(t, filepath.Join(dir, out)))
}

// survive kills a small experiment at many random moments. Every time the
// command given again ends in the bytes of an undisturbed run.
func survive(t *testing.T, kills int) {
	dir := workdir(t)
	start := time.Now()
	fbp(t, dir, append(small, "-j", "1", "--out", "whole")...).want(t, 0)
	whole := time.Since(start) * 3 / 5 // of one worker, which may be two
	want := outputs(t, filepath.Join(dir, "whole"))
	seed := uint64(time.Now().UnixNano())
	t.Logf("random moments from seed %d, within %v", seed, whole)
	rng := rand.New(rand.NewPCG(seed, 0))
	atOnce := map[int]int{}
	for i := range kills {
		out := fmt.Sprint("run", i)
		done := killed(t, rng, dir, out, whole)
		atOnce[done]++
		fbp(t, dir, "status", out) // says something sensible of any wreck: no panic
		o := fbp(t, dir, append(small, "-j", "2", "--out", out)...).want(t, 0)
		if done > 0 && !strings.Contains(o.stderr, fmt.Sprintf("%d done before", done)) || strings.Contains(o.stderr, "bad file") {
			t.Errorf("%d records were there, but: %s", done, o.stderr)
		}
		if outputs(t, filepath.Join(dir, out)) != want {
			t.Fatalf("killed with %d records, resumed: other bytes", done)
		}
		fbp(t, dir, "status", out).want(t, 0)
		if claims, _ := filepath.Glob(filepath.Join(dir, out, "claims", "[^.]*")); len(claims) > 0 {
			t.Error("claims were left behind:", claims)
		}
		os.RemoveAll(filepath.Join(dir, out))
	}
	t.Logf("%d kills; records there, and how often: %v", kills, atOnce)
}

// Check: interrupted, killed, resumed, sharded, damaged, repeated runs; a full disk; runs by two processes at
// once; random sequences of commands (`scripts/chaos`) | an undisturbed run | same bytes
func TestKilled(t *testing.T) {
	t.Parallel()
	survive(t, 2)
}

// A task that is longer than its process ever lives gets done by way of its
// checkpoints, in the bytes of an undisturbed run.
func TestKilledInATask(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	task := []string{"run", "tiny.toml", "--set", "samples=1", "--set", "instance.alpha=0.5", "--set", "model.n=701",
		"--set", "algorithm.gamma.steps=20", "--set", "algorithm.epsilon=1e-5", "-j", "1"}
	start := time.Now()
	fbp(t, dir, append(task, "--out", "whole")...).want(t, 0)
	whole := time.Since(start)
	kills, logs := 0, strings.Builder{}
	for life := whole / 3; ; life += whole / 50 {
		cmd := command(t, dir, append(task, "--checkpoint", "20ms", "--out", "cut")...)
		cmd.Stderr = &logs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(life, func() { cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		if err == nil {
			break
		}
		kills++
	}
	t.Logf("%d kills in a task of %v", kills, whole)
	if !strings.Contains(logs.String(), "resumed from a checkpoint") || strings.Contains(logs.String(), "bad") {
		t.Errorf("%d kills, no resume or damage:\n%s", kills, logs.String())
	}
	if outputs(t, filepath.Join(dir, "cut")) != outputs(t, filepath.Join(dir, "whole")) {
		t.Error("other bytes")
	}
}
