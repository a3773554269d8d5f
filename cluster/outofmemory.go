package cluster

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"

	"fbp/internal/files"
)

// OutOfMemory counts the elements of the jobs in dir that the batch system ended
// because they used more memory than requested. The states come from Slurm's
// accounting and, for some minutes after the end, from its controller. If memory
// is limited without control groups, the state is a different one (FAILED,
// JobLaunchFailure), but the logs have the reason.
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

// killed matches what Slurm writes into the log of a job that was killed for its
// memory, by Slurm or by the kernel. It includes the name of the daemon, since a
// log may contain anything.
var killed = regexp.MustCompile(`(?im)^slurmstepd(-\S+)?:.*(oom[-_ ]?kill|out of memory|exceeded (job )?memory limit)`)

// killedByLogs counts the logs with such a line.
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
