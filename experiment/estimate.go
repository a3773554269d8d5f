package experiment

// Estimate is what a task may take, from the costs that its algorithm and
// measurements state; those that state none count nothing.
type Estimate struct {
	Seconds float64 // of one core
	Memory  float64 // bytes at its worst moment
	Disk    float64 // bytes of record and solution
}

// Estimate is that of a task of the plan.
func (p *Plan) Estimate(t Task) Estimate {
	point := p.spec.Points[t.Point]
	// The patterns are bits; records hold some hundred numbers, solutions a bit
	// a weight, written as four.
	e := Estimate{Memory: float64(point.N) * float64(point.P) / 8, Disk: 20e3 + float64(point.N)/4}
	worst := 0.0
	add := func(v any) {
		if c, ok := v.(Costed); ok {
			seconds, bytes := c.Cost(point.N, point.P)
			e.Seconds += seconds
			worst = max(worst, bytes)
		}
	}
	add(point.Algorithm)
	for _, m := range point.Measures {
		add(m.Measurement)
	}
	e.Memory += worst
	return e
}
