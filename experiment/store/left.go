package store

import (
	"fbp/experiment/plan"
)

// Left is how many seconds of one core the tasks without a record will take, by
// what the others at their point of the sweep took; by the estimate of the plan
// where there are none. ok is false if nothing is known of some of them, as for
// a config whose pattern files are elsewhere.
func (s *Status) Left(dir string, c *plan.Catalog) (seconds float64, ok bool) {
	var spec *plan.Spec
	for i, point := range s.Points {
		waiting, done := point.Missing+point.Running, point.Solved+point.Unsolved+point.Failed
		switch {
		case waiting == 0:
			continue
		case done > 0:
			seconds += float64(waiting) * point.Seconds / float64(done)
			continue
		case spec == nil:
			var err error
			if spec, err = plan.Load(Folder(dir).In("config.toml"), nil, c); err != nil || len(spec.Points) != len(s.Points) {
				return 0, false
			}
		}
		seconds += float64(waiting) * spec.Points[i].Estimate().Seconds
	}
	return seconds, true
}
