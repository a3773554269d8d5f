package plan

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// timed times what there is to do at a point.
type timed struct {
	Timing
	ctx  context.Context
	plan *Plan
	task Task
	at   *Point
	size model.Size
	end  time.Time // for the kind at hand
	data float64   // seconds to make an instance
}

// timed is seconds of a unit of a kind, or of the whole of one that has no units.
func (c *timed) timed(k kind) (seconds float64, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	if costed, ok := k.does.(Costed); ok {
		return c.unit(costed)
	}
	return c.whole(k.does)
}

// fewRows are what timing begins with, where there are more.
const fewRows = 8

// unit times units on more and more patterns, as far as memory and time allow, and takes
// units to be proportional to their number from there on.
func (c *timed) unit(costed Costed) (seconds float64, err error) {
	within := c.rows(costed)
	for rows := min(fewRows, within); ; rows = min(4*rows, within) {
		start, begun := c.Clock(), c.Work()
		problem, err := c.problem(rows)
		if err != nil {
			return 0, err
		}
		c.data = c.Work().Sub(begun).Seconds() * float64(c.at.P+c.size.Tests) / float64(rows)
		unit, err := costed.Unit(problem, c.stream("timing"))
		if err != nil {
			return 0, err
		}
		unit() // which meets its memory for the first time
		spent, left := c.Clock().Sub(start), c.end.Sub(c.Clock())
		if rows == within || 6*spent > left {
			return c.least(unit) * float64(c.at.P) / float64(rows), nil
		}
	}
}

// rows are as many patterns as lie within the memory allowed, at least one.
func (c *timed) rows(costed Costed) int {
	bytes := func(rows int) float64 {
		size := c.size
		size.Patterns, size.Tests = rows, 0
		return costed.Cost(size).Bytes + c.at.bytesPerPattern()*float64(rows)
	}
	rows := c.at.P
	for rows > 1 && bytes(rows) > c.Bytes {
		rows /= 2
	}
	return rows
}

// least is the time of the fastest of a few units: whatever else the machine is doing
// makes them slower, where that cannot be told from their own time.
func (c *timed) least(unit func()) float64 {
	const units, many, enough = 3, 200, 20 * time.Millisecond
	best, start := time.Duration(0), c.Clock()
	for n := 0; n < units || n < many && c.Clock().Sub(start) < enough; n++ {
		if n > 0 && (c.Clock().After(c.end) || c.ctx.Err() != nil) {
			break
		}
		before := c.Work()
		unit()
		if took := c.Work().Sub(before); n == 0 || took < best {
			best = took
		}
	}
	return best.Seconds()
}

// whole times a search or a measurement from its beginning to its end: a search of the
// task's own instance, a measurement of weights that learn theirs where the model can have
// such. One that does not end in time has no seconds.
func (c *timed) whole(does any) (seconds float64, err error) {
	if c.at.bytesPerPattern()*float64(c.at.P) > c.Bytes {
		return 0, fmt.Errorf("states no cost, and the patterns take more than %.0f MiB", c.Bytes/(1<<20))
	}
	most := c.end.Sub(c.Clock())
	ctx, stop := context.WithTimeout(c.ctx, most)
	defer stop()
	start := c.Clock() // it may wait for something, or work in several threads
	if _, ok := does.(Algorithm); ok {
		err = c.search(ctx)
	} else {
		err = c.measure(ctx, does)
	}
	if ctx.Err() != nil {
		return 0, fmt.Errorf("states no cost, and did not end within %.2g s", most.Seconds())
	}
	return c.Clock().Sub(start).Seconds(), err
}

func (c *timed) search(ctx context.Context) error {
	a, _, err := c.at.Bound(c.plan.Seed, &c.task)
	if err != nil {
		return err
	}
	p := &model.Problem{Model: c.at.Model, Stream: c.stream}
	if p.Data, err = c.plan.Data(ctx, c.task); err != nil {
		return err
	}
	_, err = a.Solve(ctx, p, c.stream("algorithm"), func(results.Reading) {})
	return err
}

func (c *timed) measure(ctx context.Context, m any) error {
	p, err := c.problem(c.at.P)
	if err != nil {
		return err
	}
	s := &model.Solution{Weights: p.Data.Teacher, Outcome: results.Solved}
	if m, ok := m.(MeasurementOfTwo); ok {
		return m.Compare(ctx, p, slices.Repeat([]*model.Solution{s}, CompanyOf(m).atLeast()), c.stream("measure"), func(results.Reading) {})
	}
	return m.(MeasurementOfOne).Measure(ctx, p, s, c.stream("measure"), func(results.Reading) {})
}

// instance times the making of an instance that is read from files, where it is small
// enough; that of others is known from the patterns that were drawn.
func (c *timed) instance() error {
	if _, ok := c.at.Source.(Digested); !ok || c.at.bytesPerPattern()*float64(c.at.P+c.size.Tests) > c.Bytes {
		return nil
	}
	start := c.Clock()
	if _, err := c.plan.Data(c.ctx, c.task); err != nil {
		return errors.New("the instance cannot be read")
	}
	c.data = c.Clock().Sub(start).Seconds()
	return nil
}

// problem draws so many patterns, with a teacher that learns them where the model can
// have one without drawing for long.
func (c *timed) problem(rows int) (*model.Problem, error) {
	p := &model.Problem{Model: c.at.Model, Stream: c.stream}
	if c.size.Real {
		p.Data = c.reals(rows)
		return p, nil
	}
	var source instances.Source = &instances.Teacher{Size: instances.Size{P: rows}}
	if one, ok := c.at.Model.(instances.OneSided); ok && one.OneSided() {
		source = &instances.Random{Size: instances.Size{P: rows}}
	}
	data, err := source.Data(c.ctx, c.at.Model, c.plan.Seed, 0)
	if err != nil {
		return nil, err
	}
	if p.Data = data; data.Teacher == nil {
		data.Teacher = c.signs()
	}
	return p, nil
}

// reals are patterns of random numbers.
func (c *timed) reals(rows int) *instances.Data {
	rng, x := c.stream("patterns"), make([]float64, rows*c.at.Model.Inputs())
	for i := range x {
		x[i] = 2*rng.Float64() - 1
	}
	d := instances.Learning(instances.NewRealPatterns(c.at.Model.Inputs(), x))
	d.Teacher = c.signs()
	return d
}

// signs are random weights ±1.
func (c *timed) signs() []float64 {
	rng, w := c.stream("teacher"), make([]float64, c.at.Model.Dim())
	for i := range w {
		w[i] = 1 - 2*float64(rng.Uint64()>>63)
	}
	return w
}

func (c *timed) stream(purpose string) *rand.Rand {
	return instances.Stream(c.plan.Seed, purpose, "timing")
}
