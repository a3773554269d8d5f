package franzparisi

import (
	"math"

	"fbp/theory"
)

// effective are the order parameters that enter the patterns' term: with φ the map of overlaps by an activation
// ([theory.Activation.Effective]), φ(p), φ(t0) and φ(t1) in the place of p, t0 and t1, f.patterns.q being φ(q),
//
//	k = [φ(t0) − φ(q) φ(t1)]/√(φ(q) (1−φ(q))),   V = φ(p) − φ(t1)² − k².
func (f *problem) effective(o orderParameters) orderParameters {
	a := f.activation
	if a.Linear() {
		return o
	}
	q, v := f.patterns.q, f.patterns.v
	t1 := a.Effective(theory.Overlap{Q: o.t1, V: 2 * f.d})
	t0 := a.Effective(theory.Overlap{Q: f.t0(o), V: 1 - f.t0(o)})
	p0, p1 := a.Effective(theory.Overlap{Q: 1 - o.r2 - o.gap, V: o.r2 + o.gap}), a.Effective(theory.Overlap{Q: 1 - o.r2, V: o.r2})
	e := orderParameters{t1: t1.Q, r2: p1.V, k: (t0.Q - q + q*t1.V) / math.Sqrt(q*v)}
	if o.gap > 0 {
		e.gap = p0.V - p1.V
	}
	// p0 − t1² − k² is the variance of a projection; where it vanishes it is rounding
	e.v = max(t1.V*(1+t1.Q)-p0.V-e.k*e.k, 1e-14*t1.V)
	return e
}

// slopeT0 is φ'(t0).
func (f *problem) slopeT0(o orderParameters) float64 {
	t0 := f.t0(o)
	return f.activation.Slope(theory.Overlap{Q: t0, V: 1 - t0})
}

// responses are those of the patterns' term to a change of p1 and of p0, by which α and the weights' stiffness make
// the replicons: for the perceptron R1 = ⟨f”²⟩ within clusters and R0 = ⟨(∂⟨f'⟩_c/∂ω)²⟩ between them, ⟨⟩_c being the mean over
// the clusters of a pattern, and with an activation
//
//	φ'(p1)² R1 + φ”(p1) ⟨⟨f'²⟩_c⟩,   φ'(p0)² R0 + φ”(p0) ⟨⟨f'⟩_c²⟩.
func (f *problem) responses(o orderParameters) (within, between float64) {
	within, between = f.energetic.stiffness()
	if f.activation.Linear() {
		return within, between
	}
	ff, _, gap, _ := f.energetic.forces()
	_, slope1, curvature1 := f.activation.Kernel(theory.Overlap{Q: 1 - o.r2, V: o.r2})
	_, slope0, curvature0 := f.activation.Kernel(theory.Overlap{Q: 1 - o.r2 - o.gap, V: o.r2 + o.gap})
	return slope1*slope1*within + curvature1*(ff+gap), slope0*slope0*between + curvature0*ff
}
