package store

import (
	"context"
	"slices"
	"time"

	"fbp/experiment/plan"
)

// Left is how many seconds of one core the tasks without a record will take, by
// what the others at their point of the sweep took; by the estimate of the plan, timed
// on this machine, where there are none. ok is false if nothing is known of some of them,
// as for a config whose pattern files are elsewhere.
func (s *Status) Left(ctx context.Context, dir string, c *plan.Catalog) (seconds float64, ok bool) {
	waiting := map[int]int{} // of points where nothing is done
	for i, point := range s.Points {
		missing, done := point.Missing+point.Running, point.Solved+point.Unsolved+point.Failed
		switch {
		case missing == 0:
		case done > 0:
			seconds += float64(missing) * point.Seconds / float64(done)
		default:
			waiting[i] = missing
		}
	}
	if len(waiting) == 0 {
		return seconds, true
	}
	spec, err := plan.Load(ctx, Folder(dir).In("config.toml"), nil, c)
	if err != nil || len(spec.Points)+len(spec.Pairs) != len(s.Points) {
		return 0, false
	}
	p, err := plan.New(ctx, spec)
	if err != nil {
		return 0, false
	}
	timing := plan.DefaultTiming()
	timing.All = time.Second
	tasks := slices.DeleteFunc(p.Tasks, func(t plan.Task) bool { return waiting[t.Point] == 0 })
	tasks = slices.CompactFunc(tasks, func(a, b plan.Task) bool { return a.Point == b.Point })
	p.Time(ctx, tasks, timing)
	for _, t := range tasks {
		e := p.Estimate(t)
		if e.Unknown != "" {
			return 0, false
		}
		seconds += float64(waiting[t.Point]) * e.Seconds
	}
	return seconds, true
}
