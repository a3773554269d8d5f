package cluster

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"fbp/internal/scratch"
)

// Elements that were killed for memory are found in whatever Slurm has kept.
func TestOutOfMemory(t *testing.T) {
	none := "echo Slurm accounting storage is disabled >&2; exit 1"
	forgotten := "echo slurm_load_jobs error: Invalid job id specified >&2; exit 1"
	for _, test := range []struct {
		name, sacct, scontrol string
		logs                  map[string]string
		want                  int
	}{
		{"accounting", `printf '7_0|COMPLETED\n7_1|OUT_OF_MEMORY\n7_2|OUT_OF_MEMORY\n8|FAILED\n'`, none, nil, 2},
		{"accounting that says otherwise", `echo "7_0|FAILED"`, none, map[string]string{"7_0.log": "slurmstepd: error: Exceeded job memory limit\n"}, 1},
		{"controller", none, `[ "$4" = 7 ] || exit 1; printf 'JobId=9 ArrayJobId=7 JobState=OUT_OF_MEMORY Reason=OutOfMemory\nJobId=10 JobState=COMPLETED\n'`, nil, 1},
		{"logs", none, forgotten, map[string]string{
			"7_0.log": "level=INFO msg=\"task done\"\nslurmstepd: error: Detected 1 oom_kill event in StepId=9.batch. Some of the step tasks have been OOM Killed.\n",
			"7_1.log": "fbp: out of memory, it says itself\n", "7_2.log": "slurmstepd: error: *** JOB 9 ON node CANCELLED DUE TO TIME LIMIT ***\n",
			"6_0.log": "slurmstepd: error: Exceeded job memory limit\n", "7_3.log": "slurmstepd-node1: error: StepId=1.batch exceeded memory limit (433172480 > 52428800), being killed\n"}, 2},
		{"nothing", none, forgotten, nil, 0},
	} {
		fakeSlurm(t, map[string]string{"sacct": test.sacct, "scontrol": test.scontrol})
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "batch"), 0o777); err != nil {
			t.Fatal(err)
		}
		for name, text := range test.logs {
			scratch.Write(t, filepath.Join(dir, "batch", name), text)
		}
		if got := (Submitted{Jobs: []string{"7", "8"}}).OutOfMemory(context.Background(), dir); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
	if got := (Submitted{}).OutOfMemory(context.Background(), "."); got != 0 {
		t.Errorf("%d of no jobs", got)
	}
}
