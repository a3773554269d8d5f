package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// untilKnown is samples added to the tiny config until its success probability is known: at
// α = 0.9 about half of them are solved, at 0.3 all.
func untilKnown(t *testing.T) (dir string) {
	t.Helper()
	dir = workdir(t)
	path := filepath.Join(dir, "tiny.toml")
	text := strings.NewReplacer("samples = 3", "samples = { until = 0.22, at_most = 24, batch = 6 }", "[0.3, 0.5]", "[0.3, 0.9]").Replace(scratch.Read(t, path))
	scratch.Write(t, path, text)
	return dir
}

// A plan says what the rule costs at most, and status how far each point is.
func TestSamplesUntil(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := untilKnown(t)
	o := fbp(t, dir, "plan", "tiny.toml").want(t, 0).says(t, "at most 48 tasks, ",
		"; samples in batches of 6 until the half width of the 95 % interval of success is at most 0.22, at most 24; no times yet: ")
	if n := strings.Count(o.stdout, "\n"); n != 49 {
		t.Errorf("%d lines of a plan of 48 tasks", n)
	}
	if o := fbp(t, dir, "plan", "tiny.toml", "--json").want(t, 0); !strings.Contains(o.stdout, `"until":{"until":0.22,"of":"success","batch":6}`) {
		t.Error(o.stdout[:200])
	}
	fbp(t, dir, "run", "tiny.toml", "--out", "whole").want(t, 0)
	lines := strings.Split(fbp(t, dir, "status", "whole").want(t, 0).stdout, "\n")
	if fields := strings.Fields(lines[0]); strings.Join(fields[len(fields)-2:], " ") != "half_width decided" {
		t.Error(lines[0])
	}
	for i, want := range []string{"6", ""} { // with all of n solved it is z²/2(n + z²): 0.20 of 6
		fields := strings.Fields(lines[1+i])
		if want != "" && fields[1] != want || fields[len(fields)-1] != "yes" {
			t.Error(lines[1+i])
		}
	}
	fbp(t, dir, "check", "whole").want(t, 0)
	fbp(t, dir, "report", "whole").want(t, 0)

	// killed at any moment, a run comes to the same stop
	for _, wait := range slow.Some(3, []int{20, 60, 100, 140, 180, 220}) {
		cmd := command(t, dir, "run", "tiny.toml", "--out", "killed", "-j", "2")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(wait) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
	}
	fbp(t, dir, "run", "tiny.toml", "--out", "killed", "-j", "2").want(t, 0)
	if outputs(t, filepath.Join(dir, "killed")) != outputs(t, filepath.Join(dir, "whole")) {
		t.Error("a run that was killed makes other bytes")
	}

	// a share in a folder of its own ends its round
	for i := range 20 {
		a := fbp(t, dir, "run", "tiny.toml", "--shard", "0/2", "--out", "a")
		b := fbp(t, dir, "run", "tiny.toml", "--shard", "1/2", "--out", "b")
		if i == 0 {
			a.want(t, 75).says(t, "this share has done its part of the batches at hand; collect the records of all shares here, then run it again (fbp collect a DIR…)")
			fbp(t, dir, "status", "a").want(t, 1).says(t, "left: 6 of 12 tasks", ", and more if these do not decide at 2 of 2 points")
		}
		fbp(t, dir, "collect", "a", "b").want(t, 0)
		fbp(t, dir, "collect", "b", "a").want(t, 0)
		if a.code == 0 && b.code == 0 {
			break
		}
	}
	if outputs(t, filepath.Join(dir, "a")) != outputs(t, filepath.Join(dir, "whole")) {
		t.Error("shares make other bytes")
	}
}

// On Slurm the batches are submitted as they are wanted: with --wait, or by the same command again.
func TestSubmitUntil(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir, all := untilKnown(t), "48"
	if !slow.All {
		path := filepath.Join(dir, "tiny.toml")
		scratch.Write(t, path, strings.Replace(scratch.Read(t, path), "at_most = 24", "at_most = 18", 1))
		all = "36"
	}
	fbp(t, dir, "run", "tiny.toml", "--out", "whole").want(t, 0)
	want := outputs(t, filepath.Join(dir, "whole"))
	submit(t, dir, nil, "--wait", "--chunk", "10", "--out", "waited").want(t, 0).
		says(t, "12 of "+all+" tasks in ", "all tasks that are wanted are done; only the merge is left", "0 failed, 0 missing in waited")
	if outputs(t, filepath.Join(dir, "waited")) != want {
		t.Error("waited batches make other bytes")
	}
	for range 20 {
		if o := submit(t, dir, nil, "--chunk", "10", "--out", "again").want(t, 0); strings.Contains(o.stderr, "only the merge is left") {
			break
		}
	}
	if outputs(t, filepath.Join(dir, "again")) != want {
		t.Error("batches of their own make other bytes")
	}
	if !slow.All { // TestSubmit has an element that fails to start
		return
	}
	submit(t, dir, []string{"STUMBLE=yes"}, "--wait", "--chunk", "10", "--out", "stumbled").want(t, 1).says(t, "missing in stumbled")
	submit(t, dir, nil, "--wait", "--chunk", "10", "--out", "stumbled").want(t, 0)
	if outputs(t, filepath.Join(dir, "stumbled")) != want {
		t.Error("a submission after a failure makes other bytes")
	}
}
