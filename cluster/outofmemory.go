package cluster

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"

	"fbp/internal/files"
)

// OutOfMemory counts the elements of the jobs in dir that the batch system ended
// because they took more memory than they had asked for. Slurm is asked for what
// it has kept, in its accounting and, for some minutes, in its controller. Where
// memory is watched without control groups the state there is another (FAILED,
// JobLaunchFailure), but the logs say it.
func (s Submitted) OutOfMemory(ctx context.Context, dir string) int {
	if len(s.Jobs) == 0 {
		return 0
	}
	accounted, controlled := 0, 0
	out, err := command(ctx, "sacct", "--noheader", "--allocations", "--parsable2", "--format=JobID,State", "--jobs="+strings.Join(s.Jobs, ","))
	if err == nil {
		accounted = strings.Count(out, outOfMemory)
	}
	for _, id := range s.Jobs {
		if out, err := command(ctx, "scontrol", "--oneliner", "show", "job", id); err == nil {
			controlled += strings.Count(out, "JobState="+outOfMemory)
		}
	}
	return max(accounted, controlled, s.killedByLogs(dir))
}

// outOfMemory is Slurm's word for the state.
const outOfMemory = "OUT_OF_MEMORY"

// killed is what Slurm writes into the log of a job that it, or the kernel, ends
// for its memory: after the name of its daemon, since a log may hold anything.
var killed = regexp.MustCompile(`(?im)^slurmstepd(-\S+)?:.*(oom[-_ ]?kill|out of memory|exceeded (job )?memory limit)`)

// killedByLogs counts the logs that say so.
func (s Submitted) killedByLogs(dir string) (n int) {
	for _, id := range s.Jobs {
		logs, _ := files.ReadDir(filepath.Join(dir, "batch"))
		for _, log := range logs {
			if !strings.HasPrefix(log.Name(), id+"_") {
				continue
			}
			data, err := files.ReadFile(filepath.Join(dir, "batch", log.Name()), files.Large)
			if err != nil {
				continue
			}
			if killed.Match(data) {
				n++
			}
		}
	}
	return n
}
