package experiment

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"time"

	"fbp/internal/files"
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
}

// signature says who holds the claim.
func (c *claims) signature() []byte {
	me := c.me
	me.Since = time.Now().UTC().Round(time.Second)
	data, err := json.Marshal(me)
	if err != nil {
		panic("experiment: " + err.Error()) // texts and numbers
	}
	return append(data, '\n')
}

// owner reads a claim. A file without content is that of a process that has
// just made it, or died then: all that is known is its age.
func (f Folder) owner(name string, generation int) (Running, bool) {
	r := Running{Name: name}
	path := f.claim(name, generation)
	info, err := files.Stat(path)
	if err != nil {
		return r, false
	}
	if data, err := files.ReadFile(path, files.Small); err != nil || json.Unmarshal(data, &r.Owner) != nil {
		r.Owner = Owner{Host: "unknown", Since: info.ModTime()}
	}
	r.Silent = time.Since(info.ModTime())
	return r, true
}

// dead tells whether the owner of a claim is gone.
func (c *claims) dead(r Running) bool {
	switch {
	case r.Machine != "" && r.Machine == c.me.Machine:
		return !alive(r.Owner)
	case r.Job != "" && r.Job == c.me.Job && r.Restart < c.me.Restart:
		return true // the batch system started this job anew
	case r.Silent < deadAfter:
		return false
	}
	// The clocks of machines differ: ask that of the file's server.
	return c.silence(r) > deadAfter
}

// silence is how long a claim was not touched, by the clock that stamps files.
func (c *claims) silence(r Running) time.Duration {
	probe := c.folder.in("claims", "."+rand.Text()+".tmp")
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
		return nil, fmt.Errorf("cannot read %s: %w", f.in("claims"), err)
	}
	here, found := machine(), map[string]Running{}
	for name, generations := range all {
		r, ok := f.owner(name, generations[len(generations)-1])
		if !ok {
			continue // given back just now
		}
		r.Dead = r.Silent > deadAfter
		if r.Machine != "" && r.Machine == here {
			r.Dead = !alive(r.Owner)
		}
		found[name] = r
	}
	return found, nil
}
