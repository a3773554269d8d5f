package franzparisi

import (
	"math"

	"fbp/theory"
)

// problem is the saddle point at one distance. Of the [orderParameters], t1 = 1 − 2d is given, and the unknowns are
//
//	x0 = logit of s²/(4d(1−d)),  x1 = atanh(k/s),  s² = p − t1² = V + k²,
//
// a chart all of whose points are admissible: 0 < s² < 4d(1−d), V > 0. One step of the iteration, next:
//
//	chart ─► t1, k, V, 1 − p   order
//	      ─► p̂ = α⟨f'²⟩, t̂0 = α⟨g f'⟩   patterns: the forces f' = ∂_ω ln H((κ−ω)/√(1−p)) on a solution, g on the reference
//	      ─► c = t̂1 − t̂0 of the distance, then s² = Var δ, τ = −Cov(δ, T)   weights: δ = 1 − w̃ m, and T of the reference's field
//	      ─► chart
//
// With a teacher or clusters the chart has one more unknown for each, see order.
type problem struct {
	alpha, d, q, v  float64
	kappaRef, kappa float64
	bound           float64 // the entropy without patterns
	activation      theory.Activation
	signK           float64       // the sign of k where x1 is V/s² in the place of atanh(k/s), else 0
	weights         weightSide    // of binary weights
	entropic        entropicTerm  // 𝒢_S: &weights, or spherical weights
	patterns        patternSide   // of typical references
	energetic       energeticTerm // 𝒢_E: &patterns, or the references of a [Measure]
	failed          bool          // the fields were not found
	hopeless        func() bool   // tells that the branch has ended at this distance; nil: not known
}

// entropicTerm is 𝒢_S of [Curve] with its derivatives, the weights' side of the saddle point.
type entropicTerm interface {
	// atDistance takes the conjugate parameters and finds c = t̂1 − t̂0 for the distance d. The other methods belong to both.
	atDistance(h conjugates, d float64) (c float64, ok bool)
	moments(d float64) moments
	entropy() float64
	// stiffness is the mean squared variance of a weight within and between clusters.
	stiffness() (within, between float64)
}

// energeticTerm is 𝒢_E of [Curve] with its derivatives, the patterns' side of the saddle point, for given order parameters.
type energeticTerm interface {
	// build takes the order parameters, to which the other methods belong.
	build(o orderParameters)
	// forces returns ⟨f'²⟩, ⟨g f'⟩, the variance of f' between clusters, and what a teacher adds.
	forces() (ff, gf, gap, tf float64)
	// missed returns ⟨(κ−ω)₊²⟩, ⟨g (κ−ω)₊⟩ and what a teacher adds, for order parameters
	// with p = 1.
	missed() (square, gf, tf float64)
	entropy() float64
	stiffness() (within, between float64)
	// edge is the derivative of 𝒢_E by t1.
	edge() float64
}

func (c Curve) problem(d float64) *problem {
	r := c.Reference
	a := c.Committee.Activation
	e := a.Effective(theory.Overlap{Q: r.Q, V: 2 * r.D})
	f := &problem{
		alpha: r.Alpha, d: d, q: r.Q, v: 2 * r.D, kappaRef: r.Kappa, kappa: c.Kappa, activation: a,
		weights:  weightSide{qHat: r.QHat, bias: c.RHat, sides: []float64{0}},
		patterns: patternSide{q: e.Q, v: e.V, teacher: c.R, kappaRef: r.Kappa / a.Scale(), kappa: c.Kappa / a.Scale()},
	}
	if c.R != 0 {
		f.weights.sides = []float64{1, -1}
	}
	f.energetic = &f.patterns
	f.bound, _ = c.Committee.Weights.Bound(d)
	if f.entropic = &f.weights; c.Committee.Weights == theory.Spherical {
		f.entropic = &sphereSide{v: f.v, q: f.q}
	}
	// one piece of memory for the rules, which seldom grow beyond it
	const room = 320
	memory := make([]float64, 9*room)
	for i, s := range []*[]float64{&f.weights.z.X, &f.weights.z.W, &f.weights.field, &f.weights.side, &f.weights.ref, &f.weights.refT, &f.patterns.w.X, &f.patterns.w.W, &f.patterns.g} {
		*s = memory[i*room : i*room : (i+1)*room]
	}
	return f
}

const (
	// mostAligned bounds |x1|: V/s² = 4e^{−34} is below rounding.
	mostAligned = 17.0
	// steepAlign is the |x1| from which V/s² itself is the second unknown, since
	// ln V is undetermined where V → 0: at κ̃ = κ, d = d_typ solution and reference
	// share their fields.
	steepAlign = 1.5
	// leastRatio is the least V/s² that is distinguished from zero.
	leastRatio = 1e-12
	// leastX0 is the x0 below which s² is rounding: the patterns hardly matter.
	leastX0 = -60.0
	// faintX0 is the x0 below which the patterns have little effect.
	faintX0 = -30.0
	// lateX0 is the x0 from which a search checks whether the branch has ended.
	lateX0 = 6.0
	// endedX0 is an x0 that no solution has: 1 − p = 1e-13 · 4d(1−d).
	endedX0 = 30.0
)

// order are the order parameters of a point of the chart: after x0 and x1 comes atanh(j/√V) with a teacher, or j/s with a sign of k,
// and after that ln((p1−p0)/(1−p1)) with clusters.
func (f *problem) order(x []float64) orderParameters {
	all := 4 * f.d * (1 - f.d)
	s2 := all / (1 + math.Exp(-x[0]))
	o := orderParameters{t1: 1 - 2*f.d, r2: all / (1 + math.Exp(x[0]))}
	if f.signK != 0 {
		ratio := max(leastRatio, min(x[1], 1))
		o.k, o.v = f.signK*math.Sqrt(s2*(1-ratio)), s2*ratio
	} else {
		cosh := math.Cosh(x[1])
		o.k, o.v = math.Sqrt(s2)*math.Tanh(x[1]), s2/(cosh*cosh)
	}
	more := x[2:]
	if f.patterns.teacher != 0 {
		if o.j = math.Sqrt(o.v) * math.Tanh(more[0]); f.signK != 0 {
			most := math.Sqrt(o.v) * (1 - leastRatio)
			o.j = max(-most, min(math.Sqrt(s2)*more[0], most))
		}
		more = more[1:]
	}
	if len(more) > 0 {
		o.r2, o.gap = o.r2/(1+math.Exp(more[0])), o.r2/(1+math.Exp(-more[0]))
	}
	return o
}

// chart is the inverse of order, for a replica-symmetric point.
func (f *problem) chart(p Point) []float64 {
	t1, all := 1-2*f.d, 4*f.d*(1-f.d)
	k := (p.T0 - f.q*t1) / math.Sqrt(f.q*f.v)
	s2 := p.P - t1*t1
	return []float64{math.Log(s2 / (all - s2)), align(k / math.Sqrt(s2))}
}

// setClusters sets the weight of clusters, the Parisi parameter m.
func (f *problem) setClusters(m float64) {
	f.weights.clusters.M, f.patterns.clusters.M = m, m
}

// next is the map of the saddle-point equations.
func (f *problem) next(x, image []float64) bool {
	if math.Abs(x[0]) > 200 {
		return false
	}
	f.conjugate(f.order(x))
	if f.failed {
		return false
	}
	m := f.entropic.moments(f.d)
	if m.s2 >= 4*f.d*(1-f.d) { // p = 1 to rounding
		return false
	}
	image[0] = math.Log(m.s2 / (4*f.d*(1-f.d) - m.s2))
	if !(image[0] > leastX0) {
		clear(image)
		image[0] = leastX0
		return !math.IsNaN(m.s2)
	}
	cos := m.tau / math.Sqrt(f.q*f.v*m.s2)
	if f.signK != 0 {
		image[1] = max(0, 1-cos*cos)
	} else {
		image[1] = align(cos)
	}
	more := image[2:]
	if f.patterns.teacher != 0 {
		more[0], more = f.alignTeacher(m.s2, cos, m.rho), more[1:]
	}
	if len(more) > 0 {
		more[0] = math.Log(m.gap / m.r2)
	}
	return true
}

// alignTeacher is the chart of j, atanh(j/√V), or j/s with a sign of k, from r = R t1 + a k + √(1−R²/q) j,
// a = R √((1−q)/q).
func (f *problem) alignTeacher(s2, cos, rho float64) float64 {
	_, rest := f.patterns.teacherSide()
	k := cos * math.Sqrt(s2)
	j := (rho - f.patterns.teacher*math.Sqrt(f.v/f.q)*k) / rest
	if f.signK != 0 {
		return j / math.Sqrt(s2)
	}
	return align(j / math.Sqrt(s2*max(leastRatio, 1-cos*cos)))
}

// conjugates are the conjugate parameters; gap is p̂1 − p̂0, and p is p̂0 then.
type conjugates struct{ p, gap, t0, t1, r float64 }

// conjugate finds the conjugate parameters of o: the patterns' term depends on the effective order
// parameters, and enters through its derivatives.
func (f *problem) conjugate(o orderParameters) conjugates {
	f.energetic.build(f.effective(o))
	ff, gf, gap, tf := f.energetic.forces()
	p0, p1 := f.activation.Slope(theory.Overlap{Q: 1 - o.r2 - o.gap, V: o.r2 + o.gap}), f.activation.Slope(theory.Overlap{Q: 1 - o.r2, V: o.r2})
	h := conjugates{p: f.alpha * p0 * ff, gap: f.alpha * (p1*gap + (p1-p0)*ff), t0: f.alpha * f.slopeT0(o) * gf, r: f.alpha * tf}
	c, ok := f.entropic.atDistance(h, f.d)
	h.t1, f.failed = c+h.t0, !ok
	return h
}

// point evaluates everything at the solution.
func (f *problem) point(x []float64) OneStepPoint {
	o, m := f.order(x), f.weights.clusters.M
	h := f.conjugate(o)
	withinP, betweenP := f.responses(o)
	withinW, betweenW := f.entropic.stiffness()
	p0 := 1 - o.r2 - o.gap
	return OneStepPoint{
		Point: Point{
			Alpha: f.alpha, KappaRef: f.kappaRef, Kappa: f.kappa, D: f.d,
			Entropy: f.entropy(o, h), Slope: 2*h.t1 - 2*f.alpha*f.activation.Slope(theory.Overlap{Q: o.t1, V: 2 * f.d})*f.energetic.edge(), Bound: f.bound,
			P: p0 + (1-m)*o.gap, T0: f.t0(o), PHat: h.p + (1-m)*h.gap, T0Hat: h.t0, T1Hat: h.t1,
			R: f.r(o), RHat: h.r,
			Replicon: f.alpha * max(withinP*withinW, betweenP*betweenW),
		},
		M: m, P0: p0, P1: 1 - o.r2, P0Hat: h.p, P1Hat: h.p + h.gap,
	}
}

// t0 is the overlap with another reference.
func (f *problem) t0(o orderParameters) float64 { return f.q*o.t1 + o.k*math.Sqrt(f.q*f.v) }

// r is the overlap with the teacher.
func (f *problem) r(o orderParameters) float64 {
	_, rest := f.patterns.teacherSide()
	return f.patterns.teacher*(o.t1+math.Sqrt(f.v/f.q)*o.k) + rest*o.j
}

// entropy is φ_FP at a saddle point. For spherical weights the conjugates are eliminated: their
// terms grow as 1/d and cancel.
func (f *problem) entropy(o orderParameters, h conjugates) float64 {
	if s, ok := f.entropic.(*sphereSide); ok && o.gap == 0 {
		return s.stationary(o) + f.alpha*f.energetic.entropy()
	}
	return f.freeEntropy(o, h)
}

// freeEntropy is φ_FP, stationary in all parameters but t1, for rules that were
// built for o and h.
func (f *problem) freeEntropy(o orderParameters, h conjugates) float64 {
	m, p0 := f.weights.clusters.M, 1-o.r2-o.gap
	return -(h.p+h.gap)*o.r2/2 - m/2*(p0*h.gap+o.gap*(h.p+h.gap)) + f.t0(o)*h.t0 - o.t1*h.t1 - f.r(o)*h.r +
		f.entropic.entropy() + f.alpha*f.energetic.entropy()
}
