package claims

import (
	"encoding/json"
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
}

// Running is a claim as fbp status shows it.
type Running struct {
	Name string // of a task, or of a search
	Owner
	Silent time.Duration // since the owner gave a sign of life
	Dead   bool          // the next run takes the task over
	date   time.Time     // of the file
}

// signature says who holds the claim.
func (c *Set) signature() []byte {
	me := c.me
	me.Since = time.Now().UTC().Round(time.Second)
	data, err := json.Marshal(me)
	if err != nil {
		panic("claims: " + err.Error()) // texts and numbers
	}
	return append(data, '\n')
}

// sighting is a claim as it was when it was first seen so.
type sighting struct {
	Owner
	date, at time.Time
}

// silence is how long the owner of a claim has given no sign of life: by the clock that dates
// files, or for as long as the claim was watched and did not change, since a date may lie in the
// future.
func (c *Set) silence(r Running) time.Duration {
	now := c.now()
	c.mu.Lock()
	defer c.mu.Unlock()
	s, known := c.seen[r.Name]
	if !known || s.Owner != r.Owner || !s.date.Equal(r.date) {
		s = sighting{r.Owner, r.date, time.Now()}
		c.seen[r.Name] = s
	}
	return max(now.Sub(r.date), time.Since(s.at))
}

// owner reads a claim. Of one without content, which is left where the system has no links, only the
// age is known.
func (c *Set) owner(name, path string) (Running, error) {
	r := Running{Name: name}
	data, bad := files.ReadFile(path, files.Small)
	info, err := files.Stat(path)
	if err != nil {
		return r, err
	}
	r.date = info.ModTime()
	if bad != nil || json.Unmarshal(data, &r.Owner) != nil {
		r.Owner = Owner{Host: "unknown", Since: r.date}
	}
	r.Silent = c.silence(r)
	switch {
	case r.Machine != "" && r.Machine == c.me.Machine:
		_, left := abandoned.Load(path)
		r.Dead = !process.Alive(r.PID, r.Birth) || left && r.PID == c.me.PID
	case r.Job != "" && r.Job == c.me.Job && r.Restart < c.me.Restart:
		r.Dead = true // the batch system started this job anew
	default:
		r.Dead = r.Silent > Lease
	}
	return r, nil
}

// reading is one of the clock that dates the files of a folder.
type reading struct{ date, at time.Time }

// now is the time by the clock of the folder's server, since clocks of machines
// differ; of this one where the folder may only be read.
func (c *Set) now() time.Time {
	last := c.clock.Load()
	if last == nil || time.Since(last.at) > Beat {
		probe := files.Temporary(c.path("clock"))
		file, err := files.Create(probe)
		if err != nil {
			return time.Now()
		}
		defer files.Remove(probe)
		defer file.Close()
		file.Write([]byte("\n"))
		file.Sync()
		info, err := file.Stat()
		if err != nil {
			return time.Now()
		}
		last = &reading{info.ModTime(), time.Now()}
		c.clock.Store(last)
	}
	return last.date.Add(time.Since(last.at))
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
