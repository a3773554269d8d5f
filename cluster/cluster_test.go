package cluster

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fbp/internal/scratch"
)

func job(dir string) *Job {
	return &Job{Name: "x", Dir: filepath.Join(dir, "my results", "50%"), Program: filepath.Join(dir, "it's\n#", "fbp"),
		Tasks: []string{"a", "b", "c"}, Elements: 2, MaxParallel: 2, CPUs: 3, Mem: "5G", Time: "30", Options: []string{"--partition=long"}, RetryFailed: true}
}

// What sbatch is asked for, and what a script runs, run by a shell: whatever is in a path.
func TestScripts(t *testing.T) {
	j := job(t.TempDir())
	scratch.Write(t, j.Program, "#!/bin/sh\nfor a; do echo \"$a\"; done\n")
	if err := os.Chmod(j.Program, 0o777); err != nil {
		t.Fatal(err)
	}
	scripts := j.Scripts()
	if len(scripts) != 2 {
		t.Fatalf("%d scripts, want an array and a merge", len(scripts))
	}
	folder := strings.ReplaceAll(j.Dir, "%", "%%") + "/batch/"
	for i, want := range [][]string{
		{"--job-name=x", "--output=" + folder + "%A_%a.log", "--array=0-1%2", "--cpus-per-task=3", "--signal=B:USR1@90", "--requeue", "--open-mode=append", "--mem=5G", "--time=30", "--partition=long"},
		{"--job-name=x-merge", "--output=" + folder + "merge-%j.log", "--mem=5G", "--time=30", "--partition=long"}, // a site may refuse a job without a limit
	} {
		if got := scripts[i].Args; !slices.Equal(got, want) {
			t.Errorf("sbatch %q, want %q", got, want)
		}
	}
	for i, want := range []string{
		"run\n" + j.Dir + "/config.toml\n--out\n" + j.Dir + "\n--list\n" + j.Dir + "/batch/tasks.txt\n--shard\n1/2\n--requeue\n--retry-failed\n",
		"collect\n" + j.Dir + "\nstatus\n" + j.Dir + "\n",
	} {
		cmd := exec.Command("bash", "-c", scripts[i].Text)
		cmd.Env = append(os.Environ(), "SLURM_ARRAY_TASK_ID=1")
		if got, err := cmd.CombinedOutput(); err != nil || string(got) != want {
			t.Errorf("%v: it runs\n%s\nwant\n%s", err, got, want)
		}
	}
	// its head says how each is submitted: the merge after the array
	for i, want := range []bool{false, true} {
		head, _, _ := strings.Cut(strings.TrimPrefix(scripts[i].Text, "#!/bin/bash\n"), "\n")
		if got := strings.Contains(head, " --dependency=afterany:ARRAY "); got != want {
			t.Errorf("head %s", head)
		}
	}
	j.Tasks, j.Partial = nil, true
	if scripts := j.Scripts(); len(scripts) != 1 || strings.Contains(scripts[0].Text, " status ") || strings.Contains(scripts[0].Text, "dependency") {
		t.Errorf("%+v: want a merge that does not ask whether all is done", scripts)
	}
}

// fakeSlurm puts commands of that name first in the path, with these bodies.
func fakeSlurm(t *testing.T, bodies map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, body := range bodies {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+body+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	return dir
}

func TestSubmit(t *testing.T) {
	bin := fakeSlurm(t, map[string]string{
		"sbatch":  `cd "$(dirname "$0")"; for last; do :; done; echo "$(basename "$last") $(echo "$*" | grep -o 'afterany:[0-9:]*')" >> calls; n=$(wc -l < calls); [ "$n" -lt "${FAIL_AT:-99}" ] || { echo no room >&2; exit 1; }; echo "$((40 + n));cluster"`,
		"scancel": `echo "scancel $*" >> "$(dirname "$0")/calls"`,
	})
	j := job(t.TempDir())
	s, err := j.Submit(t.Context())
	if err != nil || !slices.Equal(s.Jobs, []string{"41", "42"}) || !slices.Equal(LastSubmitted(j.Dir).Jobs, s.Jobs) {
		t.Errorf("%v, %v", s, err)
	}
	if list := scratch.Read(t, j.Dir, "batch", "tasks.txt"); list != "a\nb\nc\n" {
		t.Errorf("listed: %q", list)
	}
	calls := func() string {
		data := scratch.Read(t, bin, "calls")
		os.Remove(filepath.Join(bin, "calls"))
		return data
	}
	if got := calls(); got != "array.sh \nmerge.sh afterany:41\n" {
		t.Errorf("calls %s", got)
	}
	t.Setenv("FAIL_AT", "2")
	if _, err := j.Submit(t.Context()); err == nil || err.Error() != "sbatch: no room; jobs 41, submitted before it, are cancelled" {
		t.Errorf("error %v", err)
	}
	if got := calls(); !strings.HasSuffix(got, "scancel 41\n") {
		t.Errorf("what was submitted is not withdrawn: %s", got)
	}
	// what cannot be cancelled is in the queue: it is told, and stays known
	scratch.Write(t, filepath.Join(bin, "scancel"), "#!/bin/sh\necho no controller >&2; exit 1\n")
	const want = "sbatch: no room; jobs 41 were submitted before it and could not be cancelled (scancel: no controller): scancel 41"
	if _, err := j.Submit(t.Context()); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if last := LastSubmitted(j.Dir); !slices.Equal(last.Jobs, []string{"41"}) {
		t.Errorf("jobs.json has %v, which lacks jobs in the queue", last.Jobs)
	}
}

// Elements that were killed for memory are found by what Slurm writes into their logs, not by what others write.
func TestOutOfMemory(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"7_0.log":  "solved 1\nslurmstepd: error: Detected 1 oom_kill event in StepId=7.batch.\n",
		"7_1.log":  "slurmstepd-node3: error: Job 8 exceeded memory limit (120 > 100), being killed\n",
		"7_2.log":  "a text with out of memory\n",
		"6_0.log":  "slurmstepd: error: Detected 1 oom_kill event in StepId=6.batch.\n",
		"77_0.log": "slurmstepd: error: Detected 1 oom_kill event in StepId=77.batch.\n",
	} {
		scratch.Write(t, filepath.Join(dir, "batch", name), text)
	}
	if n := (Submitted{Jobs: []string{"7", "8"}}).OutOfMemory(dir); n != 2 {
		t.Errorf("%d elements, want 2", n)
	}
}

// Waiting ends when no job is left, outlives a Slurm that does not answer, and
// stops when asked to.
func TestWait(t *testing.T) {
	bin := fakeSlurm(t, map[string]string{"squeue": `
cd "$(dirname "$0")"; echo >> calls
case $(wc -l < calls) in
1) printf 'PENDING\nRUNNING\nPENDING\n' ;;
2) echo "slurm_load_jobs error: Unable to contact slurm controller" >&2; exit 1 ;;
3) echo RUNNING ;;
*) echo "slurm_load_jobs error: Invalid job id specified" >&2; exit 1 ;;
esac`})
	var told []string
	s := Submitted{Jobs: []string{"1", "2"}}
	if err := s.Wait(context.Background(), time.Millisecond, func(text string) { told = append(told, text) }); err != nil {
		t.Error(err)
	}
	if got := fmt.Sprint(told); got != "[2 PENDING, 1 RUNNING 1 RUNNING]" {
		t.Errorf("told %s", got)
	}
	os.Remove(filepath.Join(bin, "calls"))
	ctx, cancel := context.WithCancel(context.Background())
	if err := s.Wait(ctx, time.Hour, func(string) { cancel() }); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// A job that asks to be requeued is killed while it asks.
func TestRequeue(t *testing.T) {
	bin := fakeSlurm(t, map[string]string{"scontrol": `echo "$*" > "$(dirname "$0")/calls"; [ -z "$FAIL" ] || { echo no such job >&2; exit 1; }; kill -9 $$`})
	if err := Requeue(); err == nil || err.Error() != "not in a Slurm job" {
		t.Errorf("error %v", err)
	}
	t.Setenv("SLURM_JOB_ID", "12")
	if err := Requeue(); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(filepath.Join(bin, "calls")); string(got) != "requeue 12\n" {
		t.Errorf("%q, %v", got, err)
	}
	t.Setenv("FAIL", "1")
	if err := Requeue(); err == nil || err.Error() != "scontrol: no such job" {
		t.Errorf("error %v", err)
	}
}
