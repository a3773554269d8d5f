package plan

import (
	"slices"

	"fbp/model"
)

// Estimate is the memory of a task and its place on disk.
type Estimate struct {
	Memory float64 // bytes at its worst moment
	Disk   float64 // bytes of record, solution and measurements
}

// Estimate is that of a task of the plan, the same at all tasks of a point.
func (p *Plan) Estimate(t Task) Estimate { return p.estimates[t.Point] }

func (p *Point) estimate() Estimate {
	source := p.Source.About()
	size := model.Size{Model: p.Model, Patterns: p.P, Tests: source.Tests, Real: source.Real, Latent: source.Latent}
	// The patterns are bits with a number for each label; records hold some hundred
	// numbers, solutions a bit per weight, written as four; a measurement is
	// also in a file of its own.
	e := Estimate{Disk: 20e3 + 6e3*float64(len(p.Measures)) + float64(p.N)/4}
	for _, does := range p.kinds() {
		if bytes := does.About().Bytes; bytes != nil {
			e.Memory = max(e.Memory, bytes(size))
		}
	}
	if source.Held != nil {
		e.Memory += source.Held(p.Model.Inputs(), p.P+size.Tests)
	}
	perPattern := float64(p.Model.Inputs())/8 + 8 // bits, and a label
	if source.Real {
		perPattern = 8*float64(p.Model.Inputs()) + 8
	}
	e.Memory += perPattern * float64(p.P+size.Tests)
	return e
}

// kinds are the algorithm of a point, unless it is one of pairs, and its measurements.
func (p *Point) kinds() (list []interface{ About() model.About }) {
	if p.Pair == nil {
		list = append(list, p.Algorithm)
	}
	for _, m := range p.Measures {
		list = append(list, m.Measurement)
	}
	return list
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
		all[i] = p.Estimate(t).Memory
	}
	slices.Sort(all)
	slices.Reverse(all)
	return all[:min(max(n, 1), len(all))]
}
