package store

import (
	"context"

	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/results"
)

// PointStatus is how far one point of the sweep is.
type PointStatus struct {
	Values     []any // of the swept keys
	Samples    int
	Solved     int
	Unsolved   int // the search ended with errors
	Failed     int // in an error
	Running    int
	Missing    int
	Unmeasured int // of Solved and Unsolved: a measurement failed

	Progress *plan.Progress // where a rule adds samples, else nil; of those that count so far are the numbers above
}

// Status is how far a run is, from its files alone.
type Status struct {
	Points   []PointStatus
	Failures []*results.Record // the failed tasks
	Running  []Running         // the tasks that a running process has claimed
	Dead     []Running         // claims of processes that have exited; their tasks count as missing
	Bad      []error           // records that cannot be read; they count as missing
	Made     *Provenance       // who made the records
	Total    PointStatus
	Open     int // points that may want more samples than count so far
	times    *Times
}

// Complete tells whether every task is done and none failed.
func (s *Status) Complete() bool {
	return s.Open == 0 && s.Total.Missing == 0 && s.Total.Running == 0 && s.Total.Failed == 0
}

// StatusOf reads the records of a folder.
func StatusOf(ctx context.Context, p *plan.Plan, dir string) (*Status, error) {
	s := &Status{Points: make([]PointStatus, len(p.Points)), Made: NewProvenance(p), times: NewTimes(p)}
	for i, point := range p.Points {
		s.Points[i].Values = point.Labels()
	}
	counting, err := ReadSamples(ctx, p, Folder(dir))
	if err != nil {
		return nil, err
	}
	s.addProgress(counting)
	claimed, err := NewClaims(Folder(dir), ThisProcess("")).all()
	if err != nil {
		return nil, err
	}
	err = Folder(dir).EachHeader(ctx, counting.Tasks(), func(r StoredRecord) error {
		if r.Err != nil {
			s.Bad = append(s.Bad, r.Err)
		}
		claim, running := claimed[r.Task.ID]
		switch running = running && r.Record == nil; {
		case running && claim.Dead:
			s.Dead = append(s.Dead, claim)
			running = false
		case running:
			s.Running = append(s.Running, claim)
		}
		for _, count := range []*PointStatus{&s.Points[r.Task.Point], &s.Total} {
			count.add(r.Record, running)
		}
		s.times.take(r.Task, r.Record)
		if r.Record != nil {
			s.Made.Add(r.Record)
		}
		if r.Record != nil && r.Record.Status == results.Failed {
			s.Failures = append(s.Failures, r.Record)
		}
		return nil
	})
	return s, err
}

// addProgress takes in how far the points are with the samples that a rule adds.
func (s *Status) addProgress(c *Samples) {
	for i := range s.Points {
		if progress, ruled := c.Progress(i); ruled {
			s.Points[i].Progress = &progress
			if progress.Open {
				s.Open++
			}
		}
	}
}

func (c *PointStatus) add(r *results.Record, running bool) {
	c.Samples++
	switch {
	case r == nil && running:
		c.Running++
	case r == nil:
		c.Missing++
	case r.Status == results.Failed:
		c.Failed++
	case r.Status == results.Solved:
		c.Solved++
	default:
		c.Unsolved++
	}
	if r != nil && len(r.Reasons) > 0 {
		c.Unmeasured++
	}
}

// Missing counts the tasks that count and have no record, valid or not.
func Missing(ctx context.Context, p *plan.Plan, dir string) (n int, err error) {
	tasks, err := Folder(dir).Due(ctx, p)
	return Folder(dir).Without(tasks), err
}

// Without counts the tasks that have no record, valid or not.
func (f Folder) Without(tasks []plan.Task) (n int) {
	for _, t := range tasks {
		if there, err := files.Exists(f.Record(t)); !there || err != nil {
			n++
		}
	}
	return n
}

// Remaining is how many seconds of one core the tasks without a record will take, by what
// others took. all is false if nothing is known of some of them, which are left out.
func (s *Status) Remaining() (seconds float64, all bool) {
	all = true
	for i, point := range s.Points {
		missing := point.Missing + point.Running
		if missing == 0 {
			continue
		}
		mean, known := s.times.Mean(i)
		seconds, all = seconds+float64(missing)*mean, all && known
	}
	return seconds, all
}
