package store

import (
	"context"
	"fmt"
	"sync/atomic"

	"fbp/experiment/plan"
	"fbp/internal/claims"
	"fbp/results"
)

// FolderState is what a folder holds of a plan: one pass over its records finds it, and whoever wants to know what is
// done, missing, failed or timed asks it.
type FolderState struct {
	Points   []PointStatus
	Total    PointStatus
	Failures []*results.Record // the failed tasks
	Running  []claims.Running  // the tasks that a running process has claimed
	Dead     []claims.Running  // claims of processes that have exited; their tasks count as missing
	Bad      []error           // records that cannot be read; they count as missing
	Made     *Provenance       // who made the records
	Times    *Times            // of the tasks that ran to their end
	Todo     []plan.Task       // those that count and have no record that is ready
	Open     int               // points that may want more samples than count so far

	folder  Folder
	plan    *plan.Plan
	begun   map[int]bool    // points at which another sample than the first has a file
	points  []*plan.Counter // by point, where a rule adds samples ([plan.Until]), nil for pairs; else none
	claimed map[string]claims.Running
}

// Reading is what is done with the records of a scan besides. Each of the functions may be nil.
type Reading struct {
	Of    []plan.Task                            // those that are read, whether they count or not; nil: those that count
	Take  func(StoredRecord) error               // is given the tasks that count, in the order of the plan, with whole records
	Head  func(StoredRecord) error               // the same, without readings and lines, which is much faster
	Check func(plan.Task, *results.Record) error // makes a record a bad one
	Ready func(StoredRecord) bool                // tells whether a record is not to be made again: else it counts as missing
	Whole bool                                   // Take ends with the first task that is missing, and the rest is counted
}

// Scan reads the records of a folder, each once, and hands those over that count, whole, to take. Without take their
// heads are read, which is much faster. The folder need not exist yet.
func (f Folder) Scan(ctx context.Context, p *plan.Plan, take func(StoredRecord) error) (*FolderState, error) {
	return f.ScanAs(ctx, p, Reading{Take: take})
}

// ScanAs is Scan for who asks for more.
func (f Folder) ScanAs(ctx context.Context, p *plan.Plan, o Reading) (*FolderState, error) {
	claimed, err := f.claimed()
	if err != nil {
		return nil, err
	}
	s := &FolderState{Points: make([]PointStatus, len(p.Points)), Made: NewProvenance(p), Times: NewTimes(p),
		folder: f, plan: p, begun: map[int]bool{}, claimed: claimed}
	for i, point := range p.Points {
		s.Points[i].Values = point.Labels()
	}
	read := &reader{FolderState: s, Reading: o}
	switch {
	case o.Of != nil:
		err = read.all(ctx, o.Of)
	case p.Until == nil:
		err = read.all(ctx, p.Tasks)
	default:
		err = read.batches(ctx)
	}
	return s, err
}

// reader is one scan.
type reader struct {
	*FolderState
	Reading
	counts atomic.Bool // the rest: tasks are missing of what has to be whole
}

// all reads the records of tasks that count.
func (s *reader) all(ctx context.Context, tasks []plan.Task) error {
	whole := func() bool { return s.Take != nil && !s.counts.Load() }
	return s.folder.eachRecord(ctx, tasks, whole, s.add)
}

// batches reads the records of a plan whose rule adds samples: of each point batch after batch, as long as they ask
// for another one, then those of pairs. What lies behind the stop of a point is not read.
func (s *reader) batches(ctx context.Context) error {
	s.points = make([]*plan.Counter, len(s.Points))
	tasks := s.plan.Tasks
	for len(tasks) > 0 && tasks[0].Pair == nil {
		point, n := tasks[0].Point, 0
		for n < len(tasks) && tasks[n].Point == point && tasks[n].Pair == nil {
			n++
		}
		if err := s.counted(ctx, point, tasks[:n]); err != nil {
			return err
		}
		tasks = tasks[n:]
	}
	var pairs []plan.Task
	for _, t := range tasks {
		if s.Has(t) {
			pairs = append(pairs, t)
		}
	}
	return s.all(ctx, pairs)
}

// counted reads the records of the searches of a point.
func (s *reader) counted(ctx context.Context, point int, tasks []plan.Task) error {
	s.points[point] = s.plan.NewCounter()
	read := 0
	for to := 0; ; read = to {
		if to = min(s.points[point].Wants(), len(tasks)); to == read {
			break
		}
		if err := s.all(ctx, tasks[read:to]); err != nil {
			return err
		}
	}
	decided := s.points[point].Decided()
	if s.Points[point].Decided = &decided; decided.Open {
		s.Open++
	}
	return nil
}

// add takes in the record of a task that counts.
func (s *reader) add(r StoredRecord) error {
	if r.Record != nil && s.Check != nil {
		if err := s.Check(r.Task, r.Record); err != nil {
			r.Record, r.Err = nil, fmt.Errorf("record %s: %w", s.folder.Record(r.Task), err)
		}
	}
	s.note(r)
	ready := r.Record != nil && (s.Ready == nil || s.Ready(r))
	if !ready {
		s.Todo = append(s.Todo, r.Task)
	}
	if s.points != nil && r.Task.Pair == nil {
		s.count(r, ready)
	}
	if s.Whole && r.Record == nil {
		s.counts.Store(true)
	}
	switch {
	case s.counts.Load():
	case s.Take != nil:
		return s.Take(r)
	case s.Head != nil:
		return s.Head(r)
	}
	return nil
}

// count gives a record to the rule of its point, unless one before it is missing.
func (s *reader) count(r StoredRecord, ready bool) {
	c, searches := s.points[r.Task.Point], max(1, s.plan.Searches)
	if next, open := c.Next(); ready && open && next == r.Task.Sample*searches+r.Task.Search {
		c.Take(r.Record)
	}
}

// note counts what a record says.
func (s *FolderState) note(r StoredRecord) {
	if r.Err != nil {
		s.Bad = append(s.Bad, r.Err)
	}
	if r.Task.Sample > 0 && (r.Record != nil || r.Err != nil) {
		s.begun[r.Task.Point] = true
	}
	claim, running := s.claimed[r.Task.ID]
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
	s.Times.take(r.Task, r.Record)
	if r.Record != nil {
		s.Made.Add(r.Record)
		if r.Record.Status == results.Failed {
			s.Failures = append(s.Failures, r.Record)
		}
	}
}

// Has tells whether a task counts: its sample is in a batch that its point wants; of a pair, both points do. The
// others, behind the stop of their point, are neither missing nor in any table, whether they have a record or not.
func (s *FolderState) Has(t plan.Task) bool {
	switch {
	case s.points == nil:
		return true
	case t.Pair != nil:
		return s.Has(s.plan.Tasks[t.Pair.A]) && s.Has(s.plan.Tasks[t.Pair.B])
	}
	return t.Sample < s.points[t.Point].Decided().Samples
}

// Growing tells whether the point of a task, or one of the two of a pair, may want more samples than count so far.
func (s *FolderState) Growing(t plan.Task) bool {
	switch {
	case s.points == nil:
		return false
	case t.Pair != nil:
		return s.Growing(s.plan.Tasks[t.Pair.A]) || s.Growing(s.plan.Tasks[t.Pair.B])
	}
	return s.points[t.Point].Decided().Open
}

// IsFirst tells whether a task is of the first sample, with all its searches and pairs, of a point at which no other
// sample has a record.
func (s *FolderState) IsFirst(t plan.Task) bool { return t.Sample == 0 && !s.begun[t.Point] }

// Missing counts the tasks that count and have no sound record.
func (s *FolderState) Missing() int { return s.Total.Missing + s.Total.Running }
