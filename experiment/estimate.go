package experiment

import (
	"slices"
	"sync"
)

// Estimate is what a task may take, from the costs that its algorithm and
// measurements state; those that state none count nothing.
type Estimate struct {
	Seconds float64 // of one core
	Memory  float64 // bytes at its worst moment
	Disk    float64 // bytes of record and solution
}

// Estimate is that of a task of the plan, the same at all tasks of a point.
func (p *Plan) Estimate(t Task) Estimate {
	p.estimates.Lock()
	defer p.estimates.Unlock()
	e, known := p.estimates.of[t.Point]
	if !known {
		e = p.spec.Points[t.Point].estimate()
		p.estimates.of[t.Point] = e
	}
	return e
}

// estimates are those of the points asked for so far: a plan may have a million
// tasks at one point.
type estimates struct {
	sync.Mutex
	of map[int]Estimate
}

func (p *Point) estimate() Estimate {
	// The patterns are bits; records hold some hundred numbers, solutions a bit
	// a weight, written as four.
	e := Estimate{Memory: float64(p.N) * float64(p.P) / 8, Disk: 20e3 + float64(p.N)/4}
	worst := 0.0
	add := func(v any) {
		if c, ok := v.(Costed); ok {
			seconds, bytes := c.Cost(p.N, p.P)
			e.Seconds += seconds
			worst = max(worst, bytes)
		}
	}
	add(p.Algorithm)
	for _, m := range p.Measures {
		add(m.Measurement)
	}
	e.Memory += worst
	return e
}

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
