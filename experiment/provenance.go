package experiment

import (
	"encoding/json"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"fbp/internal/kern"
	"fbp/results"
)

// Version is the version of the program. Numbers depend on
// results.PhysicsVersion, not on it.
const Version = "0.1.0"

// Host is the machine and the program: what records say in their run object,
// and provenance.json at length. No result depends on it.
type Host struct {
	Name    string            `json:"host"`
	CPU     string            `json:"cpu"`
	Cores   int               `json:"cores"`
	System  string            `json:"system"`
	Version string            `json:"version"`
	Commit  string            `json:"commit"` // with "+dirty" when files differed from it
	Go      string            `json:"go"`
	Kernel  string            `json:"kernel"` // tier of the hot loops
	Slurm   map[string]string `json:"slurm,omitempty"`
}

// FindHost asks the system. What cannot be found is "unknown".
func FindHost() *Host {
	h := &Host{
		CPU: cpu(), Cores: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Version: Version, Commit: commit(), Go: runtime.Version(), Kernel: kern.Tier(), Slurm: slurm(),
	}
	var err error
	if h.Name, err = os.Hostname(); err != nil {
		h.Name = "unknown"
	}
	return h
}

// commit is the commit that the program was built from, as the Go tool noted it.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	found, dirty := "unknown", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && s.Value != "":
			found = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	if found == "unknown" {
		return found
	}
	return found + dirty
}

// cpu is the model of the processor, where the system tells.
func cpu() string {
	data, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(data)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// slurm are the ids of the batch job, if this is one.
func slurm() map[string]string {
	ids := map[string]string{}
	for _, name := range []string{"SLURM_JOB_ID", "SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID", "SLURM_RESTART_COUNT"} {
		if v := os.Getenv(name); v != "" {
			ids[name] = v
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return ids
}

// run is the run object of a record.
func (h *Host) run(start, end time.Time) *results.Run {
	return &results.Run{
		Started: start.UTC().Round(time.Millisecond), Finished: end.UTC().Round(time.Millisecond),
		Seconds: end.Sub(start).Seconds(), Host: h.Name, Version: h.Version, Commit: h.Commit,
		Go: h.Go, Kernel: h.Kernel, Slurm: h.Slurm,
	}
}

// provenance is provenance.json: one entry a run of the program in this folder,
// the oldest first.
type provenance struct {
	Runs []provenanceEntry `json:"runs"`
}

type provenanceEntry struct {
	Started time.Time `json:"started"`
	Args    []string  `json:"argv"`
	Config  string    `json:"config"` // hash
	Seed    int64     `json:"seed"`
	Physics int       `json:"physics"`
	Jobs    int       `json:"jobs"`
	*Host
}

// mostRuns bounds provenance.json, to which every element of a job array adds.
const mostRuns = 1000

// noteProvenance adds this run to provenance.json. A file that cannot be read
// is started anew: it says where results come from, and none depends on it.
func (r *runner) noteProvenance() error {
	path := r.folder.in("provenance.json")
	var all provenance
	if data, err := os.ReadFile(path); err != nil || json.Unmarshal(data, &all) != nil {
		all = provenance{}
	}
	all.Runs = append(all.Runs, provenanceEntry{
		Started: time.Now().UTC().Round(time.Millisecond), Args: os.Args, Config: r.plan.Config,
		Seed: r.plan.Seed, Physics: r.plan.Physics, Jobs: r.Jobs, Host: r.Host,
	})
	all.Runs = all.Runs[max(0, len(all.Runs)-mostRuns):]
	data, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	return results.WriteFile(path, append(data, '\n'))
}
