package store

import (
	"os"
	"strconv"

	"fbp/internal/process"
)

// ThisProcess is what claims say of this process.
func ThisProcess(host string) Owner {
	o := Owner{Host: host, PID: os.Getpid(), Machine: process.Machine(), Birth: process.Birth(os.Getpid()), Job: batchJob()}
	o.Restart, _ = strconv.Atoi(os.Getenv("SLURM_RESTART_COUNT"))
	return o
}

// batchJob is the id of the batch job that this process belongs to, as the
// commands of its system take it; "" outside one.
func batchJob() string {
	if job, task := os.Getenv("SLURM_ARRAY_JOB_ID"), os.Getenv("SLURM_ARRAY_TASK_ID"); job != "" && task != "" {
		return job + "_" + task
	}
	for _, name := range []string{"SLURM_JOB_ID", "PBS_JOBID", "JOB_ID", "LSB_JOBID"} {
		if id := os.Getenv(name); id != "" {
			return id
		}
	}
	return ""
}
