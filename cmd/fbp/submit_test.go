package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// fakeSlurm are commands that behave as Slurm's, but run a job while it is
// submitted; element 1 fails to start once if STUMBLE is set, and element 2 is killed for memory below STARVE.
var fakeSlurm = map[string]string{
	"squeue": `[ -n "$QUEUED" ] && [ -e "$FAKE/jobs" ] && echo PENDING && exit; echo "slurm_load_jobs error: Invalid job id specified" >&2; exit 1`,
	"sbatch": `
for script; do :; done
echo >> "$FAKE/jobs"
job=$(wc -l < "$FAKE/jobs")
[ "$job" = "$CUT" ] && kill -9 $PPID
[ -n "$QUEUED" ] && sleep 0.3 && echo "$job" && exit
option() { printf '%s\n' "$@" | sed -n "s/^--$name=//p"; }
name=array; array=$(option "$@")
name=mem; mem=$(option "$@")
for i in $([ -z "$array" ] && echo none || seq "${array%%-*}" "${array#*-}"); do
	[ "$i" = 1 ] && [ -n "$STUMBLE" ] && continue
	[ "$i" = 2 ] && [ "${mem%M}" -lt "${STARVE:-0}" ] && echo "slurmstepd: error: Detected 1 oom_kill event" > "$(dirname "$script")/${job}_$i.log" && continue
	SLURM_ARRAY_TASK_ID=$i SLURM_JOB_ID=7 SLURM_CPUS_PER_TASK=2 bash "$script" >> "$FAKE/log" 2>&1
done
echo "$job"`,
}

// submit runs fbp with those commands first in its path.
func submit(t *testing.T, dir string, env []string, args ...string) outcome {
	t.Helper()
	cmd := submission(t, dir, env, args...)
	return finished(t, cmd, cmd.Run)
}

// submission is the command of submit.
func submission(t *testing.T, dir string, env []string, args ...string) *exec.Cmd {
	t.Helper()
	bin := filepath.Join(dir, "fake")
	if err := os.MkdirAll(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, body := range fakeSlurm {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/bash\n"+body+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	command := []string{"submit", "tiny.toml"}
	if !slices.Contains(args, "--chunk") {
		command = append(command, "--chunk", "1") // an element for each of these short tasks
	}
	cmd := exec.Command(binary, append(command, args...)...)
	cmd.Dir, cmd.Env = dir, append(append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "FAKE="+bin), env...)
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

// What is submitted ends in the bytes of a local run; what an element did not
// do is said, and submitted again alone.
func TestSubmit(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--out", "whole").want(t, 0)
	submit(t, dir, []string{"STUMBLE=yes"}, "--wait", "--chunk", "1", "--out", "array").want(t, 1).
		says(t, "6 of 6 tasks in 6 elements", "submitted: jobs 1 2;", "5 of 6 tasks done, 0 failed, 1 missing in array")
	if table := scratch.Read(t, dir, "array/samples.tsv"); !strings.Contains(table, "# missing") {
		t.Errorf("the merged table does not say that tasks are missing:\n%s", table)
	}
	submit(t, dir, nil, "--wait", "--out", "array").want(t, 0).says(t, "1 of 6 tasks in 1 element of ", "6 of 6 tasks done, 0 failed, 0 missing")
	if outputs(t, filepath.Join(dir, "array")) != outputs(t, filepath.Join(dir, "whole")) {
		t.Error("other bytes than a local run")
	}
	submit(t, dir, nil, "--wait", "--out", "array").want(t, 0).says(t, "all 6 tasks are done; only the merge is left")
	copies, err := filepath.Glob(filepath.Join(dir, "array/batch/fbp-*"))
	if err != nil || len(copies) != 1 {
		t.Errorf("copies of the program: %v, %v", copies, err)
	}
	submit(t, dir, nil, "--out", "array", "--set", "algorithm.y=10").want(t, 2).says(t, "array: holds another experiment (was: y = 20.0; now: y = 10.0)")
}

func TestSubmitDryRun(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	o := submit(t, dir, nil, "--dry-run", "--chunk", "2", "--time", "1:00:00", "--max-parallel", "4", "--sbatch", "--partition=long").want(t, 0)
	for _, want := range []string{"#!/bin/bash\n# sbatch --job-name=tiny ", " --array=0-2%4 ", " --time=1:00:00 --partition=long ", "merge.sh"} {
		if !strings.Contains(o.stdout, want) {
			t.Errorf("no %q in\n%s", want, o.stdout)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "results")); err == nil {
		t.Error("a dry run has made a folder")
	}
	fbp(t, dir, "run", "tiny.toml", "--out", "there").want(t, 0)
	there := []string{"--dry-run", "--out", "there", "--set", "algorithm.y=10"}
	submit(t, dir, nil, there...).want(t, 2).says(t, "there: holds another experiment (was: y = 20.0; now: y = 10.0)")
	submit(t, dir, nil, append(there, "--replace")...).want(t, 0)
	submit(t, dir, nil, "--dry-run", "--out", "there", "--set", "samples=5").want(t, 0)
	for want, args := range map[string][]string{
		"--engine: no longer there; there is Slurm alone; other batch systems take fbp run --shard i/n, see scripts/": {"--engine", "slurm"},
		"--chunk -1: want at least 1":                         {"--chunk", "-1"},
		"--chunk 1: want at least 2 for 2000 tasks: an array": {"--set", "samples=1000"},
		`--sbatch "--a\nrm -r x": want one option`:            {"--sbatch", "--a\nrm -r x"},
		`--sbatch "x": want one option`:                       {"--sbatch", "x"},
	} {
		if o := submit(t, dir, nil, args...).want(t, 2); !strings.HasPrefix(o.stderr, want) {
			t.Errorf("%v: %q, want %q", args, o.stderr, want)
		}
	}
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

// An element that is killed for memory is told, with the command that does the rest with more.
func TestSubmitOutOfMemory(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	one := []string{"--wait", "--set", "instance.alpha=0.3", "--out", "starved"}
	const more = "elements killed for memory: 1; fbp submit starved/config.toml --out starved --mem 400M does what is missing with more"
	submit(t, dir, []string{"STARVE=300"}, append(one, "--mem", "200M")...).want(t, 1).says(t, "2 of 3 tasks done", more)
	fbp(t, dir, "status", "starved").want(t, 1).says(t, more)
	submit(t, dir, []string{"STARVE=300"}, append(one, "--mem", "400M")...).want(t, 0).says(t, "1 of 3 tasks in 1 element of 400M", "3 of 3 tasks done")
	o := submit(t, dir, nil, "--dry-run", "--mem", "default").want(t, 0).says(t, "of the cluster's memory")
	if strings.Contains(o.stdout, "--mem") {
		t.Errorf("memory is asked for:\n%s", o.stdout)
	}
}

// Elements have a task for each processor, also where only a few tasks of the plan are left.
func TestSubmitElements(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	many := []string{"--dry-run", "--set", "samples=50", "--cpus", "4", "--chunk", "4"}
	submit(t, dir, nil, many...).want(t, 0).says(t, "100 of 100 tasks in 25 elements of ")
	fbp(t, dir, "run", "tiny.toml", "--out", "some", "--set", "samples=45", "-j", "2").want(t, 0)
	submit(t, dir, nil, append(many, "--out", "some")...).want(t, 0).says(t, "10 of 100 tasks in 3 elements of ", ", about ")
}
