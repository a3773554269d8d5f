package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"fbp/internal/files"
)

// DefaultArraySize is Slurm's default of MaxArraySize, for when Slurm cannot be
// queried.
const DefaultArraySize = 1001

// MaxArraySize queries Slurm; indices of arrays are below it.
func MaxArraySize(ctx context.Context) (int, error) {
	out, err := command(ctx, "scontrol", "show", "config")
	if err != nil {
		return 0, err
	}
	m := regexp.MustCompile(`(?m)^MaxArraySize\s*=\s*(\d+)`).FindStringSubmatch(out)
	if m == nil {
		return 0, errors.New("scontrol show config: no MaxArraySize")
	}
	n, err := strconv.Atoi(m[1])
	if err != nil || n < 2 {
		return 0, fmt.Errorf("MaxArraySize = %s: this cluster does not accept job arrays", m[1])
	}
	return n, nil
}

// Submitted are the jobs of a run, the merge last. It is kept in jobs.json.
type Submitted struct {
	Jobs []string `json:"jobs"`
	Mem  string   `json:"mem,omitempty"` // of an element, as requested
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

// Submit writes the scripts and submits them, all or none. What is submitted is in jobs.json
// at once, so that whoever comes after a process that was killed knows it.
func (j *Job) Submit(ctx context.Context, scripts []Script) (s Submitted, err error) {
	s.Mem = j.Mem
	if err := files.MkdirAll(j.Folder()); err != nil {
		return s, err
	}
	last := LastSubmitted(j.Dir)
	defer func() {
		if err != nil && len(s.Jobs) > 0 {
			err = s.withdraw(context.WithoutCancel(ctx), j.Dir, last, err)
		}
	}()
	round, begins := 0, []int{0} // of rounds, among the jobs
	for _, script := range scripts {
		for ; !script.Merge && round < script.Round; round++ {
			begins = append(begins, len(s.Jobs))
		}
		before := s.Jobs[begins[max(0, len(begins)-2)]:begins[len(begins)-1]]
		if err := files.WriteFile(script.Path, []byte(script.Text)); err != nil {
			return s, err
		}
		out, err := command(ctx, "sbatch", append(j.sbatchArgs(script, s.Jobs, before), script.Path)...)
		if err != nil {
			return s, err
		}
		id, _, _ := strings.Cut(strings.TrimSpace(out), ";") // the name of the cluster may follow
		if !jobNumber.MatchString(id) {
			return s, fmt.Errorf("sbatch: %q is not the number of a job", out)
		}
		s.Jobs = append(s.Jobs, id)
		if err := s.write(j.Dir); err != nil {
			return s, err
		}
	}
	return s, nil
}

// withdraw cancels the jobs that were submitted before an error, which then says so; in
// jobs.json are those of before again, whose elements may have been killed for memory. What
// cannot be cancelled stays there.
func (s Submitted) withdraw(ctx context.Context, dir string, before Submitted, err error) error {
	jobs := strings.Join(s.Jobs, " ")
	if _, failed := command(ctx, "scancel", s.Jobs...); failed != nil {
		return fmt.Errorf("%w; jobs %s were submitted before it and could not be cancelled (%w): scancel %s", err, jobs, failed, jobs)
	}
	err = fmt.Errorf("%w; jobs %s, submitted before it, are cancelled", err, jobs)
	if failed := before.write(dir); failed != nil {
		err = fmt.Errorf("%w; %w", err, failed)
	}
	return err
}

// write writes jobs.json of the run in dir.
func (s Submitted) write(dir string) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return files.WriteFile(jobsFile(dir), append(data, '\n'))
}

// sbatchArgs are the arguments of a script that follows those submitted so far, among
// which those of the round before.
// Arrays run one after the other if their total is limited by MaxParallel.
func (j *Job) sbatchArgs(script Script, all, before []string) []string {
	args := []string{"--parsable"}
	switch {
	case len(all) == 0:
	case script.Merge:
		args = append(args, "--dependency=afterany:"+strings.Join(all, ":"))
	case j.MaxParallel > 0:
		args = append(args, "--dependency=afterany:"+all[len(all)-1])
	case len(before) > 0:
		args = append(args, "--dependency=afterany:"+strings.Join(before, ":"))
	}
	return args
}

// Active counts the elements of the jobs that have not ended, by state.
func (s Submitted) Active(ctx context.Context) (map[string]int, error) {
	if len(s.Jobs) == 0 {
		return nil, nil
	}
	out, err := command(ctx, "squeue", "--noheader", "--array", "--format=%T", "--jobs="+strings.Join(s.Jobs, ","))
	if err != nil {
		if strings.Contains(err.Error(), "Invalid job id") { // unknown to Slurm: ended long ago
			return nil, nil
		}
		return nil, err
	}
	states := map[string]int{}
	for _, state := range strings.Fields(out) {
		states[state]++
	}
	return states, nil
}

// States formats them: 3 RUNNING, 7 PENDING.
func States(states map[string]int) string {
	var parts []string
	for state, n := range states {
		parts = append(parts, fmt.Sprintf("%s %d", state, n))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
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
		case len(states) == 0:
			return nil
		default:
			silent = 0
		}
		if now := States(states); now != last && err == nil {
			tell(now)
			last = now
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(every):
		}
	}
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
