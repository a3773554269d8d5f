package main

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// submit runs fbp submit with the programs of testdata/slurm.
func submit(t *testing.T, dir string, env []string, args ...string) outcome {
	t.Helper()
	cmd := submission(t, dir, env, args...)
	return finished(t, cmd, cmd.Run)
}

// submission is the command of submit.
func submission(t *testing.T, dir string, env []string, args ...string) *exec.Cmd {
	t.Helper()
	fake := filepath.Join(dir, "fake")
	err := os.MkdirAll(fake, 0o777)
	slurm, wrong := filepath.Abs("testdata/slurm")
	if err = cmp.Or(err, wrong); err != nil {
		t.Fatal(err)
	}
	submit := []string{"submit", "tiny.toml"}
	if !slices.Contains(args, "--chunk") {
		submit = append(submit, "--chunk", "1") // an element for each of these short tasks
	}
	cmd := command(t, dir, append(submit, args...)...)
	cmd.Env = append(append(os.Environ(), "PATH="+slurm+":"+os.Getenv("PATH"), "FAKE="+fake), env...)
	return cmd
}

// Of two that submit at the same moment one is refused, and one that is killed between two
// jobs leaves the numbers of those before.
func TestSubmitOnce(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	args := []string{"--out", "array"}
	submit(t, dir, []string{"QUEUED=yes", "CUT=2"}, args...).want(t, -1)
	if jobs := scratch.Read(t, dir, "array/batch/jobs.json"); !strings.Contains(jobs, `"jobs":["1"]`) {
		t.Errorf("jobs.json of a submission that was killed: %s", jobs)
	}
	submit(t, dir, []string{"QUEUED=yes"}, args...).want(t, 2).says(t, "array: its jobs 1 are still in the queue (1 PENDING)")

	if err := os.Remove(filepath.Join(dir, "fake/jobs")); err != nil {
		t.Fatal(err)
	}
	first, second := submission(t, dir, []string{"QUEUED=yes"}, args...), submission(t, dir, []string{"QUEUED=yes"}, args...)
	ended := make(chan outcome)
	go func() { ended <- finished(t, first, first.Run) }()
	one, two := finished(t, second, second.Run), <-ended
	if one.code != 0 {
		one, two = two, one
	}
	one.want(t, 0).says(t, "submitted: jobs 1 2;")
	two.want(t, 2).says(t, "array: its jobs 1 2 are still in the queue")
}

// Whatever is in the name of the folder, its jobs run there.
func TestSubmitFromOddFolders(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	for _, name := range []string{"new\ntouch ran", "a#b", "it's $(touch ran) `touch ran` %j"} {
		dir := filepath.Join(workdir(t), name)
		scratch.Write(t, filepath.Join(dir, "tiny.toml"), scratch.Read(t, filepath.Dir(dir), "tiny.toml"))
		submit(t, dir, nil, "--wait", "--set", "samples=2").want(t, 0).says(t, "4 of 4 tasks done")
		for _, in := range []string{dir, filepath.Dir(dir)} {
			if _, err := os.Stat(filepath.Join(in, "ran")); err == nil {
				t.Errorf("%q was executed", name)
			}
		}
	}
}
