package store

import (
	"context"
	"errors"

	"fbp/experiment/plan"
)

// Counting decides, from the records of a folder, how many samples of each point of a
// plan count. Where no rule adds samples ([plan.Until]), all do.
type Counting struct {
	folder Folder
	plan   *plan.Plan
	points []countedPoint // nil without a rule
}

// countedPoint is a point with its searches in the order of the plan; one of pairs has
// none.
type countedPoint struct {
	*plan.Counter
	tasks []plan.Task
}

// NewCounting has read no record yet.
func NewCounting(f Folder, p *plan.Plan) *Counting {
	c := &Counting{folder: f, plan: p}
	if p.Until == nil {
		return c
	}
	c.points = make([]countedPoint, len(p.Points))
	for _, t := range p.Tasks {
		if t.Pair == nil {
			c.points[t.Point].tasks = append(c.points[t.Point].tasks, t)
		}
	}
	for i := range c.points {
		c.points[i].Counter = p.NewCounter()
	}
	return c
}

// CountingOf has read the records of a folder.
func CountingOf(ctx context.Context, p *plan.Plan, f Folder) (*Counting, error) {
	c := NewCounting(f, p)
	return c, c.Advance(ctx, func(TaskFile) bool { return true })
}

// Counted are the tasks of a plan that count, in their order. The others, behind the stop
// of their point, are neither missing nor in any table, whether they have a record or not.
func (f Folder) Counted(ctx context.Context, p *plan.Plan) ([]plan.Task, error) {
	c, err := CountingOf(ctx, p, f)
	if err != nil {
		return nil, err
	}
	return c.Tasks(), nil
}

// Advance reads records, each once, as far as every point has them without a gap. One
// that is not ready, for it is to be made again, counts as missing.
func (c *Counting) Advance(ctx context.Context, ready func(TaskFile) bool) error {
	for _, point := range c.points {
		for {
			from, open := point.Next()
			to := min(point.Wants(), len(point.tasks))
			if !open || from >= to {
				break
			}
			switch err := c.take(ctx, point, point.tasks[from:to], ready); {
			case errors.Is(err, errGap):
			case err != nil:
				return err
			default:
				continue // with the next batch
			}
			break
		}
	}
	return nil
}

// errGap ends the reading of records at the first that is missing.
var errGap = errors.New("a record is missing")

// take takes in the records of searches of a point.
func (c *Counting) take(ctx context.Context, point countedPoint, tasks []plan.Task, ready func(TaskFile) bool) error {
	return c.folder.Heads(ctx, tasks, func(r TaskFile) error {
		if r.Record == nil || !ready(r) {
			return errGap
		}
		point.Take(r.Record)
		return nil
	})
}

// Counts tells whether a task counts, as far as records have been read: its sample is in
// a batch that its point wants; of a pair, both points do.
func (c *Counting) Counts(t plan.Task) bool {
	switch {
	case c.points == nil:
		return true
	case t.Pair != nil:
		return c.Counts(c.plan.Tasks[t.Pair.A]) && c.Counts(c.plan.Tasks[t.Pair.B])
	}
	return t.Sample < c.points[t.Point].Progress().Samples
}

// Tasks are the tasks that count, in the order of the plan.
func (c *Counting) Tasks() []plan.Task {
	if c.points == nil {
		return c.plan.Tasks
	}
	var tasks []plan.Task
	for _, t := range c.plan.Tasks {
		if c.Counts(t) {
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// Progress is how far a point is; ok is false without a rule, and for pairs.
func (c *Counting) Progress(point int) (s plan.Progress, ok bool) {
	if c.points == nil || len(c.points[point].tasks) == 0 {
		return s, false
	}
	return c.points[point].Progress(), true
}

// Open tells whether the point of a task, or one of the two of a pair, may want more
// samples than count so far.
func (c *Counting) Open(t plan.Task) bool {
	switch {
	case c.points == nil:
		return false
	case t.Pair != nil:
		return c.Open(c.plan.Tasks[t.Pair.A]) || c.Open(c.plan.Tasks[t.Pair.B])
	}
	return c.points[t.Point].Progress().Open
}
