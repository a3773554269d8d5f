package cluster

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fbp/experiment/plan"
	"fbp/internal/scratch"
)

func tasks(numbers ...int) (list []plan.Task) {
	for _, n := range numbers {
		list = append(list, plan.Task{Number: n})
	}
	return list
}

func TestShares(t *testing.T) {
	for _, test := range []struct {
		total, chunk int
		todo         []plan.Task
		of           int
		wanted       []int
	}{
		{10, 1, tasks(0, 3, 9), 10, []int{0, 3, 9}},
		{10, 3, tasks(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), 4, []int{0, 1, 2, 3}},
		{10, 3, tasks(1, 5, 9), 4, []int{1}},
		{10, 100, tasks(7), 1, []int{0}},
		{10, 2, nil, 5, nil},
	} {
		of, wanted := Shares(test.total, test.chunk, test.todo)
		if of != test.of || !slices.Equal(wanted, test.wanted) {
			t.Errorf("%+v: %d shares, wanted %v", test, of, wanted)
		}
		if most := (test.total + of - 1) / of; most > test.chunk {
			t.Errorf("%+v: %d tasks in a share", test, most)
		}
	}
}

// Tasks that are left of a plan are grouped, so that an element of several processors has
// a task for each.
func TestGrouped(t *testing.T) {
	for _, test := range []struct {
		total, chunk int
		todo         []plan.Task
		of           int
		wanted       []int
	}{
		{1000, 4, tasks(0, 1, 2, 3, 4, 5, 6, 7), 2, []int{0, 1}},
		{1000, 4, tasks(0, 250, 500, 750), 250, []int{0}}, // one element as it is
		{1000, 4, tasks(3, 4, 5, 6), 1, []int{0}},
		{12, 4, tasks(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), 3, []int{0, 1, 2}},
		{1000, 2, tasks(0, 2, 4, 6), 4, []int{0, 2}}, // two shares would have all in one
		{1000, 4, nil, 250, nil},
	} {
		of, wanted := Grouped(test.total, test.chunk, test.todo)
		if of != test.of || !slices.Equal(wanted, test.wanted) {
			t.Errorf("%+v: %d shares, wanted %v", test, of, wanted)
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		total, chunk := 1+rnd.IntN(300), 1+rnd.IntN(9)
		var todo []plan.Task
		for n := range total {
			if rnd.IntN(4) == 0 {
				todo = append(todo, plan.Task{Number: n})
			}
		}
		_, before := Shares(total, chunk, todo)
		of, wanted := Grouped(total, chunk, todo)
		sum := 0
		for share, load := range Loads(of, todo) {
			if sum += load; load > chunk || !slices.Contains(wanted, share) {
				t.Fatalf("%d of %d tasks in elements of %d: share %d/%d has %d", len(todo), total, chunk, share, of, load)
			}
		}
		if sum != len(todo) || len(wanted) > len(before) {
			t.Fatalf("%d of %d tasks in elements of %d: %d elements with %d tasks, before %d", len(todo), total, chunk, len(wanted), sum, len(before))
		}
	}
}

func TestRanges(t *testing.T) {
	for want, list := range map[string][]int{"": nil, "4": {4}, "0-3": {0, 1, 2, 3}, "0-1,3,5-7": {0, 1, 3, 5, 6, 7}} {
		if got := ranges(list); got != want {
			t.Errorf("%v: %s, want %s", list, got, want)
		}
	}
}

// Every share is in one array, at an index that the cluster takes.
func TestSplit(t *testing.T) {
	var shares, back []int
	for i := range 100 {
		if i%7 != 3 && i/10 != 4 {
			shares = append(shares, i)
		}
	}
	for _, a := range split(shares, 10) {
		for _, i := range a.indices {
			if i < 0 || i >= 10 {
				t.Errorf("index %d", i)
			}
			back = append(back, a.offset+i)
		}
	}
	if !slices.Equal(back, shares) {
		t.Errorf("shares %v, want %v", back, shares)
	}
}

func TestSeconds(t *testing.T) {
	for text, want := range map[string]int{"": 0, "10": 600, "1:30": 90, "2:00:00": 7200, "1-0": 86400, "1-2:30": 95400, "0-0:0:5": 5,
		"x": -1, "1:2:3:4": -1, "-5": -1, "1-": -1, "1h": -1, "0": -1, "10\n": -1} {
		got, err := Seconds(text)
		if err != nil {
			got = -1
		}
		if got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func job(dir string) *Job {
	return &Job{Name: "x", Dir: filepath.Join(dir, "my results", "x"), Work: dir, Program: filepath.Join(dir, "it's", "fbp"),
		Shares: 9, Wanted: []int{0, 1, 2, 5, 6, 8}, MaxParallel: 2, CPUs: 3, Mem: "5G", Time: "30", Options: []string{"--partition=long"}}
}

// What a script runs, run by a shell: the right command, whatever is in a path.
func TestScripts(t *testing.T) {
	dir := t.TempDir()
	j := job(dir)
	j.RetryFailed = true
	if err := os.MkdirAll(filepath.Dir(j.Program), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(j.Program, []byte("#!/bin/sh\nfor a; do echo \"$a\"; done\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	scripts := j.Scripts(4)
	if len(scripts) != 4 || !scripts[3].Merge {
		t.Fatalf("%d scripts, want three arrays and a merge", len(scripts))
	}
	for i, want := range []string{"0-2", "1-2", "0"} {
		text := scripts[i].Text
		for _, option := range []string{"--array=" + want + "%2", "--mem=5G", "--time=30", "--cpus-per-task=3", "--signal=B:USR1@90",
			"--requeue", "--partition=long", `--output="` + j.Folder() + `/%A_%a.log"`} {
			if !strings.Contains(text, "#SBATCH "+option+"\n") {
				t.Errorf("array %d: no %s in\n%s", i, option, text)
			}
		}
	}
	// a site may refuse a job without a limit, and with it the whole submission
	for _, option := range []string{"--mem=5G", "--time=30", "--partition=long"} {
		if !strings.Contains(scripts[3].Text, "#SBATCH "+option+"\n") {
			t.Errorf("the merge: no %s in\n%s", option, scripts[3].Text)
		}
	}
	run := func(s Script) string {
		cmd := exec.Command("bash", "-c", s.Text)
		cmd.Env = append(os.Environ(), "SLURM_ARRAY_TASK_ID=2")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return string(out)
	}
	want := strings.Join([]string{"run", j.Dir + "/config.toml", "--out", j.Dir, "--shard", "6/9", "--requeue", "--retry-failed", ""}, "\n")
	if got := run(scripts[1]); got != want {
		t.Errorf("the second array runs\n%s\nwant\n%s", got, want)
	}
	if got, want := run(scripts[3]), "collect\n"+j.Dir+"\nstatus\n"+j.Dir+"\n"; got != want {
		t.Errorf("the merge runs\n%s\nwant\n%s", got, want)
	}
	j.Mem, j.Time = "", "1"
	if text := j.Scripts(10)[0].Text; strings.Contains(text, "--mem") || !strings.Contains(text, "B:USR1@20\n") {
		t.Errorf("memory is left to the cluster, and a minute is short:\n%s", text)
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
		"sbatch":  `cd "$(dirname "$0")"; echo "$*" >> calls; n=$(wc -l < calls); [ "$n" -lt "${FAIL_AT:-99}" ] || { echo no room >&2; exit 1; }; echo "$((40 + n));cluster"`,
		"scancel": `echo "scancel $*" >> "$(dirname "$0")/calls"`,
	})
	j := job(t.TempDir())
	s, err := j.Submit(context.Background(), j.Scripts(4))
	if err != nil || !slices.Equal(s.Jobs, []string{"41", "42", "43", "44"}) || !slices.Equal(LastSubmitted(j.Dir).Jobs, s.Jobs) {
		t.Errorf("%v, %v", s, err)
	}
	calls := func() string {
		data := scratch.Read(t, bin, "calls")
		os.Remove(filepath.Join(bin, "calls"))
		return strings.ReplaceAll(data, j.Folder(), "F")
	}
	if got, want := calls(), "--parsable F/array-0.sh\n--parsable --dependency=afterany:41 F/array-1.sh\n"+
		"--parsable --dependency=afterany:42 F/array-2.sh\n--parsable --dependency=afterany:41:42:43 F/merge.sh\n"; got != want {
		t.Errorf("calls\n%s\nwant\n%s", got, want)
	}
	t.Setenv("FAIL_AT", "3")
	if _, err := j.Submit(context.Background(), j.Scripts(4)); err == nil || err.Error() != "sbatch: no room; jobs 41 42, submitted before it, are cancelled" {
		t.Errorf("error %v", err)
	}
	if got := calls(); !strings.HasSuffix(got, "scancel 41 42\n") {
		t.Errorf("what was submitted is not withdrawn: %s", got)
	}
	if last := LastSubmitted(j.Dir); !slices.Equal(last.Jobs, s.Jobs) {
		t.Errorf("jobs.json has %v instead of the submission before", last.Jobs)
	}
	// what cannot be cancelled is in the queue: it is told, and stays known
	if err := os.WriteFile(filepath.Join(bin, "scancel"), []byte("#!/bin/sh\necho no controller >&2; exit 1\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	const want = "sbatch: no room; jobs 41 42 were submitted before it and could not be cancelled (scancel: no controller): scancel 41 42"
	if _, err := j.Submit(context.Background(), j.Scripts(4)); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if last := LastSubmitted(j.Dir); !slices.Equal(last.Jobs, []string{"41", "42"}) {
		t.Errorf("jobs.json has %v, which lacks jobs in the queue", last.Jobs)
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
	if got := fmt.Sprint(told); got != "[PENDING 2, RUNNING 1 RUNNING 1]" {
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

func TestMaxArraySize(t *testing.T) {
	fakeSlurm(t, map[string]string{"scontrol": `printf 'Configuration data\nMaxArraySize            = 4001\nMaxDBDMsgs = 20\n'`})
	if n, err := MaxArraySize(context.Background()); n != 4001 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	t.Setenv("PATH", "")
	if _, err := MaxArraySize(context.Background()); err == nil || !strings.Contains(err.Error(), "there is no scontrol here") {
		t.Errorf("error %v", err)
	}
}

// Batches of samples follow each other: a round waits for all arrays of the one before, its
// elements do not wait for each other, and the merge comes last; while more may be
// submitted, it does not ask whether all is done.
func TestRounds(t *testing.T) {
	bin := fakeSlurm(t, map[string]string{"sbatch": `cd "$(dirname "$0")"; echo "$*" >> calls; wc -l < calls`})
	j := job(t.TempDir())
	j.MaxParallel, j.Batches, j.Wanted, j.Later = 0, true, []int{0, 5}, [][]int{{1, 6}, {2, 3}}
	scripts := j.Scripts(4)
	if _, err := j.Submit(context.Background(), scripts); err != nil {
		t.Fatal(err)
	}
	data := scratch.Read(t, bin, "calls")
	want := "--parsable F/array-0.sh\n--parsable F/array-1.sh\n--parsable --dependency=afterany:1:2 F/array-2.sh\n" +
		"--parsable --dependency=afterany:1:2 F/array-3.sh\n--parsable --dependency=afterany:3:4 F/array-4.sh\n" +
		"--parsable --dependency=afterany:1:2:3:4:5 F/merge.sh\n"
	if got := strings.ReplaceAll(data, j.Folder(), "F"); got != want {
		t.Errorf("calls\n%s\nwant\n%s", got, want)
	}
	for _, s := range scripts[:5] {
		if !strings.Contains(s.Text, "/9 --requeue --round\n") {
			t.Error(s.Text)
		}
	}
	if text := scripts[5].Text; !strings.Contains(text, " status ") {
		t.Error(text)
	}
	j.More = true
	if text := j.Scripts(4)[5].Text; strings.Contains(text, " status ") || !strings.Contains(text, " collect ") {
		t.Error(text)
	}
}
