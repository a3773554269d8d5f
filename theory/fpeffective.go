package theory

import "math"

// effective are the order parameters that the patterns feel.
func (f *fpProblem) effective(o fpOrder) fpOrder {
	a := f.activation
	if a.linear() {
		return o
	}
	q, v := f.patterns.q, f.patterns.v
	t1 := a.effective(overlap{o.t1, 2 * f.d})
	t0 := a.effective(overlap{f.t0(o), 1 - f.t0(o)})
	p0, p1 := a.effective(overlap{1 - o.r2 - o.gap, o.r2 + o.gap}), a.effective(overlap{1 - o.r2, o.r2})
	e := fpOrder{t1: t1.q, r2: p1.v, k: (t0.q - q + q*t1.v) / math.Sqrt(q*v)}
	if o.gap > 0 {
		e.gap = p0.v - p1.v
	}
	// p0 − t1² − k² is the variance of a projection; where it vanishes it is rounding
	e.v = max(t1.v*(1+t1.q)-p0.v-e.k*e.k, 1e-14*t1.v)
	return e
}

func (f *fpProblem) slopeT0(o fpOrder) float64 {
	t0 := f.t0(o)
	return f.activation.slope(overlap{t0, 1 - t0})
}

// answers are how strongly the patterns answer a change of p1 and of p0, ⟨f”²⟩ and
// ⟨(∂f'/∂ω)²⟩ for the perceptron.
func (f *fpProblem) answers(o fpOrder) (within, between float64) {
	within, between = f.patterns.stiffness()
	if f.activation.linear() {
		return within, between
	}
	ff, _, gap, _ := f.patterns.fields()
	slope1, curvature1 := f.activation.slopes(overlap{1 - o.r2, o.r2})
	slope0, curvature0 := f.activation.slopes(overlap{1 - o.r2 - o.gap, o.r2 + o.gap})
	return slope1*slope1*within + curvature1*(ff+gap), slope0*slope0*between + curvature0*ff
}
