package plan

import (
	"math"

	"fbp/results"
)

// Decided is how far a point of the sweep is with the samples that its Until adds.
type Decided struct {
	Samples int     // that count: whole batches, and the one that is not complete
	Width   float64 // half width of the interval after the last whole batch; NaN for none
	Known   bool    // that is small enough
	Failed  int     // searches among these samples that failed: nothing is decided without them
	Open    bool    // samples are missing, and more may be wanted after them
}

// A Counter decides how many samples of a point count. It is given the records of its
// searches in the order of the plan and looks at them after every batch, so that the
// decision depends on nothing else: not on who did what when, nor on samples further on
// that are there already. A search that failed counts towards its batch and is in no interval: where
// there is one nothing is decided, and no further samples are added, until it has been repeated.
type Counter struct {
	until          Until
	most, searches int
	taken          int // searches
	decided        Decided
	trials         results.Trials
}

// NewCounter has seen no record of its point yet.
func (p *Plan) NewCounter() *Counter {
	c := &Counter{until: *p.Until, most: p.Samples, searches: max(1, p.Searches)}
	c.decided = Decided{Samples: min(c.until.Batch, c.most), Width: math.NaN(), Open: true}
	return c
}

// Decided is how far the point is.
func (c *Counter) Decided() Decided { return c.decided }

// Next is the place among the searches of the point of the one whose record is taken
// next; ok is false if none is wanted.
func (c *Counter) Next() (place int, ok bool) { return c.taken, c.decided.Open }

// Wants is the number of searches of the point that count so far.
func (c *Counter) Wants() int { return c.decided.Samples * c.searches }

// Take takes in the record of the next search.
func (c *Counter) Take(r *results.Record) {
	c.taken++
	if r.Status == results.Failed {
		c.decided.Failed++
	} else {
		c.trials.Add(r.Sample, r.Status == results.Solved)
	}
	if c.taken < c.Wants() {
		return
	}
	_, low, high := c.trials.Probability()
	p := &c.decided
	p.Width = (high - low) / 2
	if p.Known = p.Width <= c.until.Width && p.Failed == 0; p.Known || p.Failed > 0 || p.Samples == c.most {
		p.Open = false
		return
	}
	p.Samples = min(p.Samples+c.until.Batch, c.most)
}
