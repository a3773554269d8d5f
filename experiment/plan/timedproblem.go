package plan

import (
	"math/rand/v2"

	"fbp/instances"
	"fbp/model"
)

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
