package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"fbp/internal/files"
)

// Submitted are the jobs of a run, the merge last. It is kept in jobs.json.
type Submitted struct {
	Jobs []string `json:"jobs"`
	Mem  string   `json:"mem,omitempty"` // of an element, as requested

	Commands bool `json:"commands,omitempty"` // programs of the config may be run
}

func jobsFile(dir string) string { return filepath.Join(dir, "batch", "jobs.json") }

// LastSubmitted returns the jobs of the last submission of the run in dir, if
// there was one. What is not the number of a job is none: it becomes an argument of Slurm.
func LastSubmitted(dir string) Submitted {
	var s Submitted
	if data, err := files.ReadFile(jobsFile(dir), files.Small); err == nil {
		json.Unmarshal(data, &s)
	}
	s.Jobs = slices.DeleteFunc(s.Jobs, func(id string) bool { return !jobNumber.MatchString(id) })
	return s
}

var jobNumber = regexp.MustCompile(`^[0-9]+$`)

// Submit writes the scripts and submits them, both or none. What is submitted is in jobs.json
// at once, so that whoever comes after a process that was killed knows it.
func (j *Job) Submit(ctx context.Context) (s Submitted, err error) {
	s.Mem, s.Commands = j.Mem, j.Commands
	scripts := j.Scripts()
	if err := j.write(scripts); err != nil {
		return s, err
	}
	for _, script := range scripts {
		args := append([]string{"--parsable"}, script.Args...)
		if script.After {
			args = append(args, after(s.Jobs[0]))
		}
		out, err := command(ctx, "sbatch", append(args, script.Path)...)
		id, _, _ := strings.Cut(strings.TrimSpace(out), ";") // the name of the cluster may follow
		if err == nil && !jobNumber.MatchString(id) {
			err = fmt.Errorf("sbatch: %q is not the number of a job", out)
		}
		if err == nil {
			s.Jobs = append(s.Jobs, id)
			err = s.write(j.Dir)
		}
		if err != nil {
			return s, s.withdraw(context.WithoutCancel(ctx), err)
		}
	}
	return s, nil
}

// withdraw cancels the jobs that were submitted before an error, which then says so.
func (s Submitted) withdraw(ctx context.Context, err error) error {
	if len(s.Jobs) == 0 {
		return err
	}
	jobs := strings.Join(s.Jobs, " ")
	if _, failed := command(ctx, "scancel", s.Jobs...); failed != nil {
		return fmt.Errorf("%w; jobs %s were submitted before it and could not be cancelled (%w): scancel %s", err, jobs, failed, jobs)
	}
	return fmt.Errorf("%w; jobs %s, submitted before it, are cancelled", err, jobs)
}

// write writes jobs.json of the run in dir.
func (s Submitted) write(dir string) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return files.WriteFile(jobsFile(dir), append(data, '\n'))
}

// Active says how many elements of the jobs have not ended, by state: "3 RUNNING, 7 PENDING"; it is "" if
// there are none.
func (s Submitted) Active(ctx context.Context) (string, error) {
	if len(s.Jobs) == 0 {
		return "", nil
	}
	out, err := command(ctx, "squeue", "--noheader", "--array", "--format=%T", "--jobs="+strings.Join(s.Jobs, ","))
	if err != nil {
		if strings.Contains(err.Error(), "Invalid job id") { // unknown to Slurm: ended long ago
			return "", nil
		}
		return "", err
	}
	states := map[string]int{}
	for _, state := range strings.Fields(out) {
		states[state]++
	}
	var parts []string
	for _, state := range slices.Sorted(maps.Keys(states)) {
		parts = append(parts, fmt.Sprintf("%d %s", states[state], state))
	}
	return strings.Join(parts, ", "), nil
}

// Wait polls until no job is left and reports changes of the states. It keeps
// trying if Slurm does not answer for a while.
func (s Submitted) Wait(ctx context.Context, every time.Duration, tell func(string)) error {
	last, silent := "", 0
	for {
		states, err := s.Active(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && silent == 100:
			return err
		case err != nil:
			silent++
		case states == "":
			return nil
		default:
			silent = 0
			if states != last {
				tell(states)
			}
			last = states
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(every):
		}
	}
}

// killed matches what Slurm writes into the log of a job that was killed for its
// memory, by Slurm or by the kernel. It includes the name of the daemon, since a
// log may contain anything.
var killed = regexp.MustCompile(`(?im)^slurmstepd(-\S+)?:.*(oom[-_ ]?kill|out of memory|exceeded (job )?memory limit)`)

// OutOfMemory counts the elements of the jobs of the run in dir whose logs say that they were killed
// because they used more memory than requested.
func (s Submitted) OutOfMemory(dir string) (n int) {
	logs, _ := files.ReadDir(filepath.Join(dir, "batch"))
	for _, log := range logs {
		if job, _, ok := strings.Cut(log.Name(), "_"); !ok || !slices.Contains(s.Jobs, job) {
			continue
		}
		if data, err := files.ReadFile(filepath.Join(dir, "batch", log.Name()), files.Large); err == nil && killed.Match(data) {
			n++
		}
	}
	return n
}

// Requeue requeues the job that this process belongs to.
func Requeue() error {
	id := os.Getenv("SLURM_JOB_ID") // also of an element of an array
	if id == "" {
		return errors.New("not in a Slurm job")
	}
	_, err := command(context.Background(), "scontrol", "requeue", id)
	if errors.Is(err, errKilled) {
		return nil // together with all processes of the job: it is being requeued
	}
	return err
}

// errKilled is the error of a command that was ended by a signal.
var errKilled = errors.New("killed")

// command runs a command of Slurm and returns what it prints.
func command(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	out, err := cmd.Output()
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", fmt.Errorf("there is no %s here: submit on a machine of the cluster, or see the scripts with --dry-run", name)
	case errors.As(err, &exit) && exit.ExitCode() < 0:
		return "", fmt.Errorf("%s: %w", name, errKilled)
	case errors.As(err, &exit):
		return "", fmt.Errorf("%s: %s", name, strings.TrimSpace(string(exit.Stderr)))
	}
	return string(out), err
}
