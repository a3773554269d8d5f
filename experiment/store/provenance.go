package store

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/internal/kern"
	"fbp/internal/say"
	"fbp/results"
)

// FindOrigin asks the system what records say, in their run object, of machine
// and program. What cannot be found is "unknown". No result depends on it.
func FindOrigin() *results.Origin {
	o := &results.Origin{
		CPU: cpu(), Cores: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Version: results.Version, Commit: commit(), Go: runtime.Version(), Kernel: kern.Tier(), Args: os.Args, Slurm: slurm(),
	}
	var err error
	if o.Host, err = os.Hostname(); err != nil {
		o.Host = "unknown"
	}
	return o
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

// Provenance is provenance.json: who made the records that are there, one entry
// a run of the program, the oldest first. It is made from the records' run
// objects, so that runs at the same time and merged folders are all in it.
type Provenance struct {
	Name    string          `json:"name"`
	Config  string          `json:"config"` // hash of the plan
	Seed    int64           `json:"seed"`
	Physics int             `json:"physics"`
	Builds  Builds          `json:"builds"`            // tasks by commit
	Mixed   bool            `json:"mixed"`             // see Builds.Mixed
	Outside int             `json:"outside,omitempty"` // tasks whose weights a program that is no part of fbp found: they need not have equal bits
	Runs    []*contribution `json:"runs"`
	Missing int             `json:"-"` // tasks that count and have no sound record

	found map[string]*contribution
}

// contribution is what one run of the program has done.
type contribution struct {
	Tasks    int       `json:"tasks"`
	Started  time.Time `json:"started"`  // the first of them
	Finished time.Time `json:"finished"` // the last
	results.Origin
}

// NewProvenance is that of a plan of which no record was read yet.
func NewProvenance(p *plan.Plan) *Provenance {
	return &Provenance{Name: p.Name, Config: p.Config, Seed: p.Seed, Physics: p.Physics, Builds: Builds{}, Runs: []*contribution{}, found: map[string]*contribution{}}
}

// Add takes in a record.
func (p *Provenance) Add(record *results.Record) {
	r := record.Run
	if r == nil {
		return
	}
	if r.Outside != nil {
		p.Outside++
	}
	p.Builds.Add(record)
	p.Mixed = p.Builds.Mixed()
	key, err := json.Marshal(r.Origin)
	if err != nil {
		panic("store: " + err.Error()) // texts and numbers
	}
	entry, ok := p.found[string(key)]
	if !ok {
		entry = &contribution{Started: r.Started, Finished: r.Finished, Origin: r.Origin}
		p.found[string(key)] = entry
		p.Runs = append(p.Runs, entry)
	}
	entry.Tasks++
	if r.Started.Before(entry.Started) {
		entry.Started = r.Started
	}
	if r.Finished.After(entry.Finished) {
		entry.Finished = r.Finished
	}
}

// provenanceFile is its name.
const provenanceFile = "provenance.json"

// Finish writes provenance.json, the last file of a run, unless tasks are missing.
func (f Folder) Finish(p *Provenance) error {
	if p.Missing > 0 {
		return nil
	}
	return WriteFile(f.In(provenanceFile), p.Encode())
}

// Begin removes provenance.json: from now on the run is not whole.
func (f Folder) Begin() error {
	path := f.In(provenanceFile)
	return files.Explain("remove", path, ignoreMissing(files.Remove(path)))
}

// Encode is the file.
func (p *Provenance) Encode() []byte {
	slices.SortStableFunc(p.Runs, func(a, b *contribution) int { return a.Started.Compare(b.Started) })
	data, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		panic("store: " + err.Error()) // texts and numbers
	}
	return append(data, '\n')
}

// Builds counts tasks by the commit of the program that did them.
type Builds map[string]int

// Add counts a record, if there is one.
func (b Builds) Add(r *results.Record) {
	if r != nil && r.Run != nil {
		b[cmp.Or(r.Run.Commit, "unknown")]++
	}
}

// Mixed tells whether the tasks were done by different programs, or by one with
// changes that no commit has, so that nobody can tell which program that was.
func (b Builds) Mixed() bool {
	return len(b) > 1 || slices.ContainsFunc(slices.Collect(maps.Keys(b)), func(c string) bool { return strings.HasSuffix(c, "+dirty") })
}

// String names the builds, that of most tasks first.
func (b Builds) String() string {
	commits := slices.SortedFunc(maps.Keys(b), func(x, y string) int { return cmp.Or(b[y]-b[x], strings.Compare(x, y)) })
	for i, c := range commits {
		commits[i] = fmt.Sprintf("%s (tasks: %d)", c, b[c])
	}
	return strings.Join(commits, ", ")
}

// Strict is the error of --strict for the records of a folder: nil unless they
// are of mixed builds.
func (b Builds) Strict(dir string) error {
	if !b.Mixed() {
		return nil
	}
	return &say.Error{Where: "--strict: " + dir, Want: "its records are of mixed or changed builds: " + b.String()}
}
