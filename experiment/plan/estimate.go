package plan

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"fbp/instances"
	"fbp/knows"
	"fbp/model"
)

// Estimate is what a task may take: the work that its algorithm and measurements state,
// and the seconds that units of it took on this machine, see [Plan.Time].
type Estimate struct {
	Seconds float64 // of one core, as expected; 0 if they are not known
	Most    float64 // seconds if the sample is not solved, at the limit of its sweeps or epochs
	Limited bool    // it is these limits that decide
	Unknown string  // why the seconds are not known
	Memory  float64 // bytes at its worst moment
	Disk    float64 // bytes of record, solution and measurements
}

// Estimate is that of a task of the plan, the same at all tasks of a point.
func (p *Plan) Estimate(t Task) Estimate {
	p.estimates.Lock()
	defer p.estimates.Unlock()
	e, known := p.estimates.of[t.Point]
	if !known {
		e = p.Spec.At(t.Point).estimate(p.estimates.capacityOf, p.estimates.rates[t.Point])
		p.estimates.of[t.Point] = e
	}
	return e
}

// estimates are those of the points asked for so far: a plan may have a million
// tasks at one point.
type estimates struct {
	sync.Mutex
	of       map[int]Estimate
	rates    map[int]*rates
	capacity map[string]float64 // by model
}

func newEstimates() *estimates {
	return &estimates{of: map[int]Estimate{}, rates: map[int]*rates{}, capacity: map[string]float64{}}
}

// capacityOf is knows.Capacity, computed once per model.
func (e *estimates) capacityOf(m model.Model) float64 {
	key := fmt.Sprintf("%T%+v", m, m)
	alpha, known := e.capacity[key]
	if !known {
		alpha = knows.Capacity(m)
		e.capacity[key] = alpha
	}
	return alpha
}

// size is what costs of a point are functions of.
func (p *Point) size(capacity func(model.Model) float64) model.Size {
	s := model.Size{Model: p.Model, Patterns: p.P, Real: instances.IsReal(p.Source), Capacity: capacity}
	if t, ok := p.Source.(instances.Tested); ok {
		s.Tests = t.Tests()
	}
	if p.instance.Kind == "teacher" { // any number of patterns can be learned
		s.Capacity = nil
	}
	return s
}

func (p *Point) estimate(capacity func(model.Model) float64, r *rates) Estimate {
	// The patterns are bits with a number for each label; records hold some hundred
	// numbers, solutions a bit per weight, written as four; a measurement is
	// also in a file of its own.
	size := p.size(capacity)
	e := Estimate{
		Memory: p.bytesPerPattern() * float64(p.P+size.Tests),
		Disk:   20e3 + 6e3*float64(len(p.Measures)) + float64(p.N)/4,
	}
	r = cmp.Or(r, untimed)
	e.Unknown = r.unknown
	around := r.data
	if r.unknown == "" {
		around += ofFiles
	}
	solved, unsolved, worst := around, around, 0.0
	e.Most = around
	for k, kind := range p.kinds() {
		work := model.Always(1, 0) // the whole of it was timed
		if c, ok := kind.does.(Costed); ok {
			work = c.Cost(size)
		}
		worst = max(worst, work.Bytes)
		solved += r.unit(k) * work.Solved
		if !kind.skips {
			unsolved += r.unit(k) * work.Unsolved
			e.Most += r.unit(k) * work.Most
		}
	}
	load := size.Load()
	risk := risk(load)
	e.Seconds = (1-risk)*solved + risk*unsolved
	if risk < certain && (load > 0 || size.Capacity == nil) && Passing(p.Algorithm) != nil {
		e.Most = solved
	}
	e.Most = max(e.Most, solved, e.Seconds)
	e.Limited = risk > 0.5 && unsolved > solved
	e.Memory += worst
	return e
}

// ofFiles are the seconds that record, solution and measurements of a task take to be
// written and read again for the tables, about.
const ofFiles = 4e-3

// bytesPerPattern is the memory of a pattern: bits, or real numbers, and a label.
func (p *Point) bytesPerPattern() float64 {
	if instances.IsReal(p.Source) {
		return 8*float64(p.Model.Inputs()) + 8
	}
	return float64(p.Model.Inputs())/8 + 8
}

// kind is an algorithm or a measurement of a point.
type kind struct {
	name  string
	does  any
	skips bool // samples that are not solved
}

// kinds are the algorithm of a point, unless it is one of pairs, and its measurements.
func (p *Point) kinds() []kind {
	var list []kind
	if p.Pair == nil {
		list = append(list, kind{p.algorithm.Kind, p.Algorithm, false})
	}
	for _, m := range p.Measures {
		list = append(list, kind{m.Kind, m.Measurement, m.Skips})
	}
	return list
}

// certain is the risk below which a plan counts on solutions.
const certain = 0.02

// risk is a guess at the fraction of samples that a search does not solve: few
// at a load of 0.85, half at 0.93, all above 1, as measured for fBP at N = 501
// (larger samples are solved up to a somewhat smaller load). Algorithms that pass no
// messages may fail earlier: their estimates always have a most.
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
		all[i] = p.Estimate(t).Memory
	}
	slices.Sort(all)
	slices.Reverse(all)
	return all[:min(max(n, 1), len(all))]
}
