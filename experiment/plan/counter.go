package plan

import (
	"math"
	"strings"

	"fbp/results"
)

// Stand is how far a point of the sweep is with the samples that its Until adds.
type Stand struct {
	Samples int     // that count: whole batches, and the one that is not complete
	Width   float64 // after the last whole batch: half width of the interval, or standard error; NaN for none
	Known   bool    // that is small enough
	Open    bool    // samples are missing, and more may be wanted after them
}

// A Counter decides how many samples of a point count. It is given the records of its
// searches in the order of the plan and looks at them after every batch, so that the
// decision depends on nothing else: not on who did what when, nor on samples further on
// that are there already. A search that failed is a search: it counts towards its batch,
// and is in no interval and no mean, as in the tables.
type Counter struct {
	until          Until
	most, searches int
	includes       bool // unsolved samples
	taken          int  // searches
	stand          Stand

	trials  results.Trials
	of      []int // samples of the numbers
	numbers []float64
	omitted bool // a search left out the number
}

// NewCounter has seen no record of its point yet.
func (p *Plan) NewCounter() *Counter {
	c := &Counter{until: *p.Until, most: p.Samples, searches: max(1, p.Searches), includes: p.Includes(p.Until.Kind)}
	c.stand = Stand{Samples: min(c.until.Batch, c.most), Width: math.NaN(), Open: true}
	return c
}

// Stand is how far the point is.
func (c *Counter) Stand() Stand { return c.stand }

// Next is the place among the searches of the point of the one whose record is taken
// next; ok is false if none is wanted.
func (c *Counter) Next() (place int, ok bool) { return c.taken, c.stand.Open }

// Wants is the number of searches of the point that count so far.
func (c *Counter) Wants() int { return c.stand.Samples * c.searches }

// Take takes in the record of the next search.
func (c *Counter) Take(r *results.Record) {
	c.taken++
	if r.Status != results.Failed {
		c.trials.Add(r.Sample, r.Status == results.Solved)
		if x, has := c.number(r); has {
			c.of, c.numbers = append(c.of, r.Sample), append(c.numbers, x)
		}
	}
	if c.taken == c.Wants() {
		c.decide()
	}
}

// decide looks at the samples after a whole batch.
func (c *Counter) decide() {
	enough := true
	if c.until.Of == ofSuccess {
		_, low, high := c.trials.Probability()
		c.stand.Width = (high - low) / 2
	} else {
		s := results.Summarize(results.BySample(c.of, c.numbers))
		c.stand.Width, enough = s.Sem, s.N >= 2*c.until.Batch
		if c.omitted { // there is no mean, see table summary
			c.stand.Width = math.NaN()
		}
	}
	c.stand.Known = enough && c.stand.Width <= c.until.Width
	if c.stand.Known || c.stand.Samples == c.most {
		c.stand.Open = false
		return
	}
	c.stand.Samples = min(c.stand.Samples+c.until.Batch, c.most)
}

// number is what the samples are added for, if the record has it in the mean of its
// table.
func (c *Counter) number(r *results.Record) (x float64, has bool) {
	table, column := c.until.Table()
	ofReplicas := table == ofNumbers && strings.HasSuffix(column, results.SuffixOfReplicas)
	around := c.until.Kind != "" && !ofReplicas // the reference of replicas
	if !c.includes && (r.Status != results.Solved || around && r.ReferenceErrs()) {
		return 0, false
	}
	if table == ofNumbers {
		_, omitted := r.Omitted[column]
		c.omitted = c.omitted || omitted
		n, has := r.Numbers()[column]
		return n.Value, has
	}
	return r.Readings[table].Value(column, c.until.At)
}
