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
// submitted; element 1 fails to start once if STUMBLE is set.
var fakeSlurm = map[string]string{
	"scontrol": `echo "MaxArraySize = 3"`,
	"sinfo":    `echo "${MEMORY:-64000}"`,
	"squeue":   `[ -n "$QUEUED" ] && [ -e "$FAKE/jobs" ] && echo PENDING && exit; echo "slurm_load_jobs error: Invalid job id specified" >&2; exit 1`,
	"sacct":    `touch "$FAKE/killed"; for jobs; do :; done; grep -E "^($(echo "${jobs#--jobs=}" | tr , "|"))_" "$FAKE/killed" || echo 0'|COMPLETED'`,
	"sbatch": `
for script; do :; done
echo >> "$FAKE/jobs"
[ "$(wc -l < "$FAKE/jobs")" = "$CUT" ] && kill -9 $PPID
[ -n "$QUEUED" ] && sleep 0.3 && wc -l < "$FAKE/jobs" && exit
cd "$(sed -n 's/^#SBATCH --chdir=//p' "$script")"
list=$(sed -n 's/^#SBATCH --array=\([0-9,-]*\).*/\1/p' "$script" | tr , '\n' | while IFS=- read -r a b; do seq "$a" "${b:-$a}"; done)
for i in ${list:-none}; do
	[ "$i" = 1 ] && [ -n "$STUMBLE" ] && continue
	mem=$(sed -n 's/^#SBATCH --mem=\([0-9]*\)M.*/\1/p' "$script")
	[ "$i" = 2 ] && [ "${mem:-0}" -lt "${STARVE:-0}" ] && echo "$(wc -l < "$FAKE/jobs")_$i|OUT_OF_MEMORY" >> "$FAKE/killed" && continue
	SLURM_ARRAY_TASK_ID=$i SLURM_JOB_ID=7 SLURM_CPUS_PER_TASK=2 bash "$script" >> "$FAKE/log" 2>&1
done
wc -l < "$FAKE/jobs"`,
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
	submit(t, dir, []string{"QUEUED=yes"}, args...).want(t, 2).says(t, "array: its jobs 1 are still in the queue (PENDING 1)")

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
	one.want(t, 0).says(t, "submitted: jobs 1 2 3;")
	two.want(t, 2).says(t, "array: its jobs 1 2 3 are still in the queue")
}

// What is submitted ends in the bytes of a local run; what an element did not
// do is said, and submitted again alone.
func TestSubmit(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--out", "whole").want(t, 0)
	submit(t, dir, []string{"STUMBLE=yes"}, "--wait", "--chunk", "1", "--out", "array").want(t, 1).
		says(t, "6 of 6 tasks in 6 elements", "submitted: jobs 1 2 3;", "4 of 6 tasks done, 0 failed, 2 missing in array")
	if table := scratch.Read(t, dir, "array/samples.tsv"); !strings.Contains(table, "# missing") {
		t.Errorf("the merged table does not say that tasks are missing:\n%s", table)
	}
	submit(t, dir, nil, "--wait", "--out", "array").want(t, 0).says(t, "2 of 6 tasks in 2 elements", "6 of 6 tasks done, 0 failed, 0 missing")
	if outputs(t, filepath.Join(dir, "array")) != outputs(t, filepath.Join(dir, "whole")) {
		t.Error("other bytes than a local run")
	}
	o := submit(t, dir, nil, "--wait", "--out", "array").want(t, 0).says(t, "all 6 tasks are done; only the merge is left")
	if strings.Contains(o.stderr, "at_a_time") {
		t.Errorf("a table without elements:\n%s", o.stderr)
	}
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
	for _, want := range []string{"#!/bin/bash\n#SBATCH --job-name=tiny\n#SBATCH --array=0-2%4\n", "#SBATCH --time=1:00:00\n", "#SBATCH --partition=long\n", "merge.sh"} {
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
		"--engine sge: want slurm; other batch systems take fbp run --shard i/n, see scripts/": {"--engine", "sge"},
		"--chunk -1: want at least 1":                                          {"--chunk", "-1"},
		"--time 1h: want minutes":                                              {"--time", "1h"},
		`--sbatch "--a\nrm -r x": want one line without control characters`:    {"--sbatch", "--a\nrm -r x"},
		"--mem 3x: want a whole number of megabytes, or one with K, M, G or T": {"--mem", "3x"},
		"--mem 33M: a task needs 34 MiB; leave --mem out":                      {"--mem", "33M", "--set", "instance.alpha=0.5", "--set", "model.n=701"},
		"--mem \"4G\\n\": want a whole number":                                 {"--mem", "4G\n"},
	} {
		if o := submit(t, dir, nil, args...).want(t, 2); !strings.HasPrefix(o.stderr, want) {
			t.Errorf("%v: %q, want %q", args, o.stderr, want)
		}
	}
}

// A folder that a batch script cannot carry is refused, and nothing is written.
func TestSubmitFromOddFolders(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	for name, bad := range map[string]string{"new\ntouch ran": `'\n'`, "a#b": "'#'", `a\b`: `'\\'`} {
		dir := filepath.Join(workdir(t), name)
		scratch.Write(t, filepath.Join(dir, "tiny.toml"), scratch.Read(t, filepath.Dir(dir), "tiny.toml"))
		for _, flags := range [][]string{nil, {"--dry-run"}} {
			o := submit(t, dir, nil, flags...).want(t, 2)
			if !strings.Contains(o.stderr, "a batch script cannot carry the ") || !strings.Contains(o.stderr, bad) || strings.Count(o.stderr, "\n") != 1 || o.stdout != "" {
				t.Errorf("%q: %q", name, o.stderr)
			}
		}
		if _, err := os.Stat(filepath.Join(dir, "results")); err == nil {
			t.Errorf("%q: a folder is made", name)
		}
	}
	dir := filepath.Join(workdir(t), "it's $(touch ran) `touch ran` %j")
	scratch.Write(t, filepath.Join(dir, "tiny.toml"), scratch.Read(t, filepath.Dir(dir), "tiny.toml"))
	submit(t, dir, nil, "--dry-run").want(t, 0)
}

// An element that is killed for memory is submitted again with more, on request:
// at once if submit is waiting, else with the next submission.
func TestSubmitMemRetry(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	starve, one := []string{"STARVE=700"}, []string{"--wait", "--set", "instance.alpha=0.3"}
	submit(t, dir, starve, append(one, "--mem", "200M", "--mem-retry", "2x", "--out", "at-once")...).want(t, 0).
		says(t, "elements killed for memory: 1; they had requested 200M", "with 200M; asking for 400M", "with 400M; asking for 800M", "3 of 3 tasks done")
	submit(t, dir, starve, append(one, "--mem", "300M", "--out", "later")...).want(t, 1).
		says(t, "elements killed for memory: 1; they had requested 300M", "--mem-retry 2x submits them again with twice as much", "2 of 3 tasks done")
	o := submit(t, dir, starve, append(one, "--mem-retry", "2.5x", "--out", "later")...).want(t, 0).says(t, "with 300M; asking for 750M", "3 of 3 tasks done")
	if strings.Contains(o.stderr, "400M") {
		t.Error(o.stderr)
	}
	if outputs(t, filepath.Join(dir, "later")) != outputs(t, filepath.Join(dir, "at-once")) {
		t.Error("other bytes")
	}
	submit(t, dir, []string{"STARVE=1000000"}, append(one, "--mem-retry", "2x", "--out", "never")...).want(t, 1).says(t, "still out of memory after 4 more submissions")
	for _, bad := range []string{"2", "1x", "x", "-2x", "infx", "1000x"} {
		submit(t, dir, nil, "--mem-retry", bad).want(t, 2).says(t, "--mem-retry "+bad+": want a factor of the memory")
	}
}

// What finished tasks took is proposed as a time limit, if none is given.
func TestSubmitProposesTime(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--task", "0", "--out", "some").want(t, 0)
	submit(t, dir, nil, "--dry-run", "--out", "some").want(t, 0).says(t, "by what finished tasks took, one takes at most 0.", ": --time 0:03:00 should be enough")
	if o := submit(t, dir, nil, "--dry-run", "--out", "some", "--time", "10").want(t, 0); strings.Contains(o.stderr, "should be enough") {
		t.Errorf("a time is proposed to one who gave it: %s", o.stderr)
	}
	if o := submit(t, dir, nil, "--dry-run", "--out", "none").want(t, 0); strings.Contains(o.stderr, "should be enough") {
		t.Errorf("a time is proposed of which nothing is known: %s", o.stderr)
	}
}

// Elements have a task for each processor, also where only a few tasks of the plan are
// left, and are listed; memory is asked for where nodes have some configured.
func TestSubmitElements(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	many := []string{"--dry-run", "--set", "samples=50", "--cpus", "4", "--chunk", "4"}
	o := submit(t, dir, nil, many...).want(t, 0).says(t, "100 of 100 tasks in 25 elements", "elements  tasks  at_a_time  time  memory\n25        4      4          ")
	if !strings.Contains(o.stdout, "#SBATCH --array=0-2\n") || !strings.Contains(o.stdout, "#SBATCH --mem=") {
		t.Error(o.stdout)
	}
	fbp(t, dir, "run", "tiny.toml", "--out", "some", "--set", "samples=45", "-j", "2").want(t, 0)
	submit(t, dir, nil, append(many, "--out", "some")...).want(t, 0).says(t, "10 of 100 tasks in 3 elements", "\n1         4      4          ", "\n2         3      3          ")

	o = submit(t, dir, []string{"MEMORY=1"}, many...).want(t, 0).says(t, "; no --mem, because the nodes have no memory configured")
	if strings.Contains(o.stdout, "--mem") {
		t.Errorf("memory is asked for of nodes without:\n%s", o.stdout)
	}
	o = submit(t, dir, []string{"MEMORY=1"}, append(many, "--mem", "1G")...).want(t, 0)
	if !strings.Contains(o.stdout, "#SBATCH --mem=1G\n") || strings.Contains(o.stderr, "no --mem") {
		t.Errorf("--mem is left out:\n%s%s", o.stderr, o.stdout)
	}
	submit(t, dir, nil, "--dry-run", "--cpus", "4", "--chunk", "1").want(t, 0).says(t, "; --chunk 1 leaves 3 of 4 processors of an element without a task")
}
