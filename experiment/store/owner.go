package store

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"fbp/internal/files"
	"fbp/internal/process"
)

// Owner is who holds a claim.
type Owner struct {
	Host    string    `json:"host"`
	PID     int       `json:"pid"`
	Job     string    `json:"job,omitempty"`     // of the batch system
	Restart int       `json:"restart,omitempty"` // how often the batch system has started the job anew
	Since   time.Time `json:"since"`
	Machine string    `json:"machine"`         // where PID means something, "" for unknown
	Birth   string    `json:"birth,omitempty"` // of the process: numbers of processes are used again
	Crash   string    `json:"crash,omitempty"` // file in which it says why it crashed, see crashes
}

// Running is a claim as fbp status shows it.
type Running struct {
	Name string // of a task, or of a search
	Owner
	Silent time.Duration // since the owner gave a sign of life, by the date of the file
	Dead   bool          // the next run takes the task over

	claim string    // the file
	sign  time.Time // its date
}

// signature says who holds the claim.
func (c *Claims) signature() []byte {
	me := c.me
	me.Since = time.Now().UTC().Round(time.Second)
	data, err := json.Marshal(me)
	if err != nil {
		panic("store: " + err.Error()) // texts and numbers
	}
	return append(data, '\n')
}

// owner reads a claim. A file without content is that of a process that has
// just made it, or died then: all that is known is its age.
func (f Folder) owner(name string, generation int) (Running, bool) {
	path := f.claim(name, generation)
	r := Running{Name: name, claim: path}
	info, err := files.Stat(path)
	if err != nil {
		return r, false
	}
	if data, err := files.ReadJSON(path, 1<<20); err != nil || json.Unmarshal(data, &r.Owner) != nil {
		r.Owner = Owner{Host: "unknown", Since: info.ModTime()}
	}
	r.sign = info.ModTime()
	r.Silent = time.Since(r.sign)
	return r, true
}

// dead tells whether the owner of a claim is gone.
func (c *Claims) dead(r Running) bool {
	switch {
	case r.Machine != "" && r.Machine == c.me.Machine:
		return !process.Alive(r.PID, r.Birth)
	case r.Job != "" && r.Job == c.me.Job && r.Restart < c.me.Restart:
		return true // the batch system started this job anew
	case c.watched(r) >= c.patience:
		return true
	case r.Silent < longDead:
		return false
	}
	return c.silence(r) > longDead
}

// watched is for how long this process has seen a claim without a sign of life.
// Clocks of machines differ, and a date may lie in the future; two dates of one
// file differ when its owner lives.
func (c *Claims) watched(r Running) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	last, known := c.seen[r.claim]
	if !known || !last.sign.Equal(r.sign) {
		c.seen[r.claim] = sighting{r.sign, time.Now()}
		return 0
	}
	return time.Since(last.at) // of the clock that nobody sets
}

// sighting is a sign of life, and when this process first saw it.
type sighting struct{ sign, at time.Time }

// silence is how long a claim was not touched, by the clock that stamps files.
func (c *Claims) silence(r Running) time.Duration {
	probe := files.Temporary(c.folder.In("claims", "clock"))
	file, err := files.Create(probe)
	if err != nil {
		return r.Silent
	}
	defer files.Remove(probe)
	defer file.Close()
	if _, err := file.Write([]byte("\n")); err != nil {
		return r.Silent
	}
	info, err := file.Stat()
	if err != nil {
		return r.Silent
	}
	return r.Silent - time.Since(info.ModTime())
}

// claimed are the claims of a folder, by name.
func (f Folder) claimed() (map[string]Running, error) {
	all, err := f.generations()
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", f.In("claims"), err)
	}
	here, found := process.Machine(), map[string]Running{}
	for name, generations := range all {
		r, ok := f.owner(name, generations[len(generations)-1])
		if !ok {
			continue // given back just now
		}
		r.Dead = r.Silent > deadAfter
		if r.Machine != "" && r.Machine == here {
			r.Dead = !process.Alive(r.PID, r.Birth)
		}
		found[name] = r
	}
	return found, nil
}

// ThisProcess is what claims say of this process.
func ThisProcess(host string) Owner {
	o := Owner{Host: host, PID: os.Getpid(), Machine: process.Machine(), Birth: process.Birth(os.Getpid()), Job: batchJob()}
	o.Host, o.Job = strings.ToValidUTF8(o.Host, "\uFFFD"), strings.ToValidUTF8(o.Job, "\uFFFD") // as they are read back
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
