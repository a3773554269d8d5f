package store

import (
	"context"
	"errors"

	"fbp/experiment/plan"
)

// Samples decides, from the records of a folder, how many samples of each point of a
// plan count. Where no rule adds samples ([plan.Until]), all do.
type Samples struct {
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

// NewSamples has read no record yet.
func NewSamples(f Folder, p *plan.Plan) *Samples {
	c := &Samples{folder: f, plan: p}
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

// ReadSamples has read the records of a folder.
func ReadSamples(ctx context.Context, p *plan.Plan, f Folder) (*Samples, error) {
	c := NewSamples(f, p)
	return c, c.Advance(ctx, func(StoredRecord) bool { return true })
}

// Due are the tasks of a plan that count, in their order. The others, behind the stop
// of their point, are neither missing nor in any table, whether they have a record or not.
func (f Folder) Due(ctx context.Context, p *plan.Plan) ([]plan.Task, error) {
	c, err := ReadSamples(ctx, p, f)
	if err != nil {
		return nil, err
	}
	return c.Tasks(), nil
}

// Advance reads records, each once, as far as every point has them without a gap. One
// that is not ready, for it is to be made again, counts as missing.
func (c *Samples) Advance(ctx context.Context, ready func(StoredRecord) bool) error {
	for _, point := range c.points {
		for {
			from, open := point.Next()
			to := min(point.Wants(), len(point.tasks))
			if !open || from >= to {
				break
			}
			switch err := c.addRecords(ctx, point, point.tasks[from:to], ready); {
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

// addRecords takes in the records of searches of a point.
func (c *Samples) addRecords(ctx context.Context, point countedPoint, tasks []plan.Task, ready func(StoredRecord) bool) error {
	return c.folder.EachHeader(ctx, tasks, func(r StoredRecord) error {
		if r.Record == nil || !ready(r) {
			return errGap
		}
		point.Take(r.Record)
		return nil
	})
}

// Has tells whether a task counts, as far as records have been read: its sample is in
// a batch that its point wants; of a pair, both points do.
func (c *Samples) Has(t plan.Task) bool {
	switch {
	case c.points == nil:
		return true
	case t.Pair != nil:
		return c.Has(c.plan.Tasks[t.Pair.A]) && c.Has(c.plan.Tasks[t.Pair.B])
	}
	return t.Sample < c.points[t.Point].Progress().Samples
}

// Tasks are the tasks that count, in the order of the plan.
func (c *Samples) Tasks() []plan.Task {
	if c.points == nil {
		return c.plan.Tasks
	}
	var tasks []plan.Task
	for _, t := range c.plan.Tasks {
		if c.Has(t) {
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// Progress is how far a point is; ok is false without a rule, and for pairs.
func (c *Samples) Progress(point int) (s plan.Progress, ok bool) {
	if c.points == nil || len(c.points[point].tasks) == 0 {
		return s, false
	}
	return c.points[point].Progress(), true
}

// Growing tells whether the point of a task, or one of the two of a pair, may want more
// samples than count so far.
func (c *Samples) Growing(t plan.Task) bool {
	switch {
	case c.points == nil:
		return false
	case t.Pair != nil:
		return c.Growing(c.plan.Tasks[t.Pair.A]) || c.Growing(c.plan.Tasks[t.Pair.B])
	}
	return c.points[t.Point].Progress().Open
}
