package experiment

import (
	"os"

	"fbp/results"
)

// PointStatus is how far one point of the sweep is.
type PointStatus struct {
	Values                           []any // of the swept keys
	Samples, Solved, Failed, Missing int
}

// Status is how far a run is, from its files alone.
type Status struct {
	Points   []PointStatus
	Failures []*results.Record // the failed tasks
	Bad      []error           // records that cannot be read; they count as missing
	Total    PointStatus
}

// Complete tells whether every task is done and none failed.
func (s *Status) Complete() bool { return s.Total.Missing == 0 && s.Total.Failed == 0 }

// StatusOf reads the records of a folder.
func StatusOf(p *Plan, dir string) *Status {
	s := &Status{Points: make([]PointStatus, len(p.Points))}
	for i, point := range p.Points {
		s.Points[i].Values = point.Values
	}
	for _, t := range p.Tasks {
		r, err := Folder(dir).read(t)
		if err != nil {
			s.Bad = append(s.Bad, err)
		}
		for _, count := range []*PointStatus{&s.Points[t.Point], &s.Total} {
			count.Samples++
			switch {
			case r == nil:
				count.Missing++
			case r.Status == results.Failed:
				count.Failed++
			case r.Status == results.Solved:
				count.Solved++
			}
		}
		if r != nil && r.Status == results.Failed {
			s.Failures = append(s.Failures, r)
		}
	}
	return s
}

// Missing counts the tasks without a record, valid or not.
func Missing(p *Plan, dir string) (n int) {
	for _, t := range p.Tasks {
		if _, err := os.Lstat(Folder(dir).Record(t)); err != nil {
			n++
		}
	}
	return n
}
