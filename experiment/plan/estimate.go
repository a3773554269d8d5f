package plan

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"fbp/instances"
	"fbp/model"
)

// Estimate is what a task may take, from the costs that its algorithm and
// measurements state; those that state none count nothing.
type Estimate struct {
	Seconds float64 // of one core, as expected
	Solved  float64 // seconds if the sample is solved
	Most    float64 // seconds if it is not, at the limit of its sweeps
	Memory  float64 // bytes at its worst moment
	Disk    float64 // bytes of record, solution and measurements
}

// Estimate is that of a task of the plan, the same at all tasks of a point.
func (p *Plan) Estimate(t Task) Estimate {
	p.estimates.Lock()
	defer p.estimates.Unlock()
	e, known := p.estimates.of[t.Point]
	if !known {
		e = p.Spec.Points[t.Point].estimate(p.estimates.capacityOf)
		p.estimates.of[t.Point] = e
	}
	return e
}

// estimates are those of the points asked for so far: a plan may have a million
// tasks at one point.
type estimates struct {
	sync.Mutex
	of       map[int]Estimate
	capacity map[string]float64 // by model
}

func newEstimates() *estimates {
	return &estimates{of: map[int]Estimate{}, capacity: map[string]float64{}}
}

// capacityOf is model.Capacity, computed once per model.
func (e *estimates) capacityOf(m model.Model) float64 {
	key := fmt.Sprintf("%T%+v", m, m)
	alpha, known := e.capacity[key]
	if !known {
		alpha = model.Capacity(m)
		e.capacity[key] = alpha
	}
	return alpha
}

// Estimate is that of every task of the point.
func (p *Point) Estimate() Estimate { return p.estimate(newEstimates().capacityOf) }

func (p *Point) estimate(capacity func(model.Model) float64) Estimate {
	// The patterns are bits with a number for each label; records hold some hundred
	// numbers, solutions a bit per weight, written as four; a measurement is
	// also in a file of its own.
	patterns := float64(p.P)
	if s, ok := p.Source.(instances.Tested); ok {
		patterns += float64(s.Tests())
	}
	perInput := 1.0 / 8
	if instances.IsReal(p.Source) {
		perInput = 8
	}
	e := Estimate{Memory: (float64(p.N)*perInput + 8) * patterns, Disk: 20e3 + 6e3*float64(len(p.Measures)) + float64(p.N)/4}
	worst, unsolved := 0.0, 0.0
	size := model.Size{Model: p.Model, Patterns: p.P, Real: instances.IsReal(p.Source), Capacity: capacity}
	if p.instance.Kind == "teacher" { // any number of patterns can be learned
		size.Capacity = nil
	}
	add := func(v any, skips bool) {
		seconds, most := 0.0, 0.0
		if c, ok := v.(Costed); ok {
			s, bytes := c.Cost(size)
			e.Solved += s
			worst = max(worst, bytes)
			seconds, most = s, s
		}
		if c, ok := v.(CostedUnsolved); ok {
			seconds, most = c.CostUnsolved(size)
		}
		if !skips {
			unsolved, e.Most = unsolved+seconds, e.Most+most
		}
	}
	add(p.Algorithm, false)
	for _, m := range p.Measures {
		add(m.Measurement, m.Skips)
	}
	risk := risk(size.Load())
	e.Seconds = (1-risk)*e.Solved + risk*unsolved
	if risk < certain {
		e.Most = e.Solved
	}
	e.Most = max(e.Most, e.Solved, e.Seconds)
	e.Memory += worst
	return e
}

// certain is the risk below which a plan counts on solutions.
const certain = 0.02

// risk is a guess at the fraction of samples that a search does not solve: few
// at a load of 0.85, half at 0.93, all above 1, as measured for fBP at N = 501
// (larger samples are solved up to a somewhat smaller load).
func risk(load float64) float64 { return 1 / (1 + math.Exp((0.93-load)/0.02)) }

// Memory is what the largest of the tasks take, in bytes, jobs of them at the
// same time.
func (p *Plan) Memory(tasks []Task, jobs int) (bytes float64) {
	for _, one := range p.largest(tasks, jobs) {
		bytes += one
	}
	return bytes
}

// AtOnce is how many of the tasks, jobs at most, take no more than so many bytes
// at the same time, whichever they are.
func (p *Plan) AtOnce(tasks []Task, jobs int, bytes float64) (n int) {
	for _, one := range p.largest(tasks, jobs) {
		if bytes -= one; bytes < 0 {
			break
		}
		n++
	}
	return n
}

// largest is the memory of the n largest of some tasks, the largest first.
func (p *Plan) largest(tasks []Task, n int) []float64 {
	all := make([]float64, len(tasks))
	for i, t := range tasks {
		all[i] = -p.Estimate(t).Memory
	}
	slices.Sort(all)
	all = all[:min(max(n, 1), len(all))]
	for i := range all {
		all[i] = -all[i]
	}
	return all
}
