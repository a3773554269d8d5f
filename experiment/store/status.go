package store

import (
	"fbp/experiment/plan"
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

	Decided *plan.Decided // where a rule adds samples, else nil; of those that count so far are the numbers above
}

// Complete tells whether every task is done and none failed.
func (s *FolderState) Complete() bool {
	return s.Open == 0 && s.Total.Missing == 0 && s.Total.Running == 0 && s.Total.Failed == 0
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

// Remaining is how many seconds of one core the tasks without a record will take, by what
// others took. all is false if nothing is known of some of them, which are left out.
func (s *FolderState) Remaining() (seconds float64, all bool) {
	all = true
	for i, point := range s.Points {
		missing := point.Missing + point.Running
		if missing == 0 {
			continue
		}
		mean, known := s.Times.Mean(i)
		seconds, all = seconds+float64(missing)*mean, all && known
	}
	return seconds, all
}
