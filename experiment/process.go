package experiment

import (
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// thisProcess is what claims say of this process.
func thisProcess(host string) Owner {
	o := Owner{Host: host, PID: os.Getpid(), Machine: machine(), Birth: birth(os.Getpid()), Job: batchJob()}
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

// machine names what numbers of processes belong to: a host since its last
// start, and on Linux the namespace, since containers count for themselves.
func machine() string {
	host, err := os.Hostname()
	if err != nil || runtime.GOOS == "windows" {
		return "" // no signal 0 there
	}
	if runtime.GOOS != "linux" {
		return host
	}
	boot, err1 := os.ReadFile("/proc/sys/kernel/random/boot_id")
	space, err2 := os.Readlink("/proc/self/ns/pid")
	if err1 != nil || err2 != nil {
		return ""
	}
	return host + " " + strings.TrimSpace(string(boot)) + " " + space
}

// birth is when a process of this machine started, in ticks of its clock; ""
// where the system does not tell.
func birth(pid int) string {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	// The second field is a name in brackets that may hold blanks and brackets.
	_, rest, _ := strings.Cut(string(stat[max(0, strings.LastIndexByte(string(stat), ')')):]), " ")
	fields := strings.Fields(rest)
	if len(fields) < 20 || fields[0] == "Z" {
		return ""
	}
	return fields[19]
}

// alive tells whether a process of this machine is running.
func alive(o Owner) bool {
	if o.Birth != "" {
		return birth(o.PID) == o.Birth
	}
	p, err := os.FindProcess(o.PID)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, os.ErrPermission)
}
