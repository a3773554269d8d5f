package store

import (
	"encoding/json"
	"slices"
	"time"

	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/internal/origin"
	"fbp/results"
)

// Provenance is provenance.json: who made the records that are there, one entry
// a run of the program, the oldest first. It is made from the records' run
// objects, so that runs at the same time and merged folders are all in it.
type Provenance struct {
	Name    string          `json:"name"`
	Config  string          `json:"config"` // hash of the plan
	Seed    int64           `json:"seed"`
	Physics int             `json:"physics"`
	Builds  origin.Builds   `json:"builds"`            // tasks by commit
	Mixed   bool            `json:"mixed"`             // see [origin.Builds]
	Outside int             `json:"outside,omitempty"` // tasks whose weights a program that is no part of fbp found: they need not have equal bits
	Runs    []*contribution `json:"runs"`

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
	return &Provenance{Name: p.Name, Config: p.Config, Seed: p.Seed, Physics: p.Physics, Builds: origin.Builds{}, Runs: []*contribution{}, found: map[string]*contribution{}}
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
func (f Folder) Finish(s *FolderState) error {
	if s.Missing() > 0 {
		return nil
	}
	return WriteFile(f.In(provenanceFile), s.Made.Encode())
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
