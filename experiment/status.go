package experiment

import (
	"context"
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
func StatusOf(ctx context.Context, p *Plan, dir string) (*Status, error) {
	s := &Status{Points: make([]PointStatus, len(p.Points))}
	for i, point := range p.Points {
		s.Points[i].Values = point.Values
	}
	err := Folder(dir).each(ctx, p.Tasks, func(r reading) error {
		if r.err != nil {
			s.Bad = append(s.Bad, r.err)
		}
		for _, count := range []*PointStatus{&s.Points[r.task.Point], &s.Total} {
			count.add(r.record)
		}
		if r.record != nil && r.record.Status == results.Failed {
			s.Failures = append(s.Failures, r.record)
		}
		return nil
	})
	return s, err
}

func (c *PointStatus) add(r *results.Record) {
	c.Samples++
	switch {
	case r == nil:
		c.Missing++
	case r.Status == results.Failed:
		c.Failed++
	case r.Status == results.Solved:
		c.Solved++
	}
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
