package franzparisi

import (
	"math"

	"fbp/gauss"
	"fbp/theory/clusters"
	"fbp/theory/saddle"
)

// weightSide is the weights' side of the Franz-Parisi saddle point: the field on
// a weight in the direction of the reference, F = √p̂ z + c with c = t̂1 − t̂0, and
// the reference's own T = tanh(√q̂ x), x = r z + √(1−r²) n with
// r = t̂0/√(p̂ q̂). The sum over the sign of the reference's weight is gauged away:
// w̃ = +1 with the weight 1 + T = 2/(1 + e^{−2√q̂ x}). With a teacher, the sum is over
// side = w̃ w_T: F has the further term side r̂, and √q̂ x the term side R̂.
//
// Given z the field is fixed, so that all averages are sums over z once the
// averages of 1 + T and T(1 + T) over n are known.
type weightSide struct {
	qHat  float64
	bias  float64   // R̂, the teacher's field on a reference
	sides []float64 // of the reference's weight, whether it is that of the teacher: ±1, or 0 without one

	h        conjugates
	c        float64
	clusters clusters.Average
	field    []float64 // √p̂ z + side r̂
	side     []float64
	ref      []float64 // weight of z times ⟨1 + T⟩
	refT     []float64 // weight of z times ⟨T(1 + T)⟩
	z        gauss.Rule
	points   []fieldNode // scratch
}

// Weights are averages over the binary weights of solutions around a reference.
type Weights struct {
	T1Hat   float64 // the conjugate of 1 − 2d, of which the distance follows
	V       float64 // 1 − the overlap of two solutions around one reference
	T0      float64 // overlap of a solution with another reference
	Entropy float64 // ⟨ln 2cosh F⟩
}

// WeightsAround are the weights at distance d from references of overlap q and conjugate q̂, given the conjugates
// p̂ > 0 and t̂0, t̂0² ≤ q̂ p̂. Accurate to 1e-12.
func WeightsAround(q, qHat, pHat, t0Hat, d float64) (w Weights, ok bool) {
	e := weightSide{qHat: qHat, sides: []float64{0}}
	c, ok := e.atDistance(conjugates{p: pHat, t0: t0Hat}, d)
	if !ok {
		return Weights{}, false
	}
	m := e.moments(d)
	return Weights{T1Hat: c + t0Hat, V: m.r2, T0: q*(1-2*d) + m.tau, Entropy: e.entropy()}, true
}

// atDistance takes the conjugate parameters and finds c for the distance d.
func (e *weightSide) atDistance(h conjugates, d float64) (c float64, ok bool) {
	e.h = h
	s, r := math.Sqrt(h.p), e.alignment(h)
	c = math.Atanh(1-2*d) * math.Sqrt(1+h.p)
	for range 20 {
		e.build(s, r, c)
		next, ok := e.solve(c, d)
		if !ok {
			return c, false
		}
		moved := math.Abs(next - c)
		c = next
		if s < 1 || moved < 0.5 { // the mesh follows the zero of the field, −c/s, whose width is 1/s
			e.c = c
			return c, true
		}
	}
	return c, false
}

// alignment is r, the correlation of the field with the reference's.
func (e *weightSide) alignment(h conjugates) float64 {
	if !(h.p > 0) {
		return 0
	}
	return max(-1, min(1, h.t0/math.Sqrt(e.qHat*h.p)))
}

// zReach bounds the rules over z.
const zReach = 8.5

// build makes the rules over z for fields whose zeros are near −(c ± r̂)/s.
func (e *weightSide) build(s, r, c float64) {
	e.clusters.Set(clusters.Weight{}, math.Sqrt(e.h.gap), c-zReach*s-math.Abs(e.h.r), c+zReach*s+math.Abs(e.h.r))
	e.clear()
	for _, side := range e.sides {
		features := e.features(r, side)
		if zero := -(c + side*e.h.r) / s; s > 0.5 && math.Abs(zero) < 2*zReach {
			features = append(features, saddle.Feature{At: zero, Width: 1 / s})
		}
		e.z = saddle.Mesh(e.z, -zReach, zReach, 1.5, features...)
		e.use(e.z, s, r, side)
	}
}

// features is where the reference's averages change fast along z.
func (e *weightSide) features(r, side float64) []saddle.Feature {
	if r == 0 {
		return nil
	}
	beta := math.Sqrt(e.qHat)
	return []saddle.Feature{{At: -side * e.bias / (beta * r), Width: (1 + beta*math.Sqrt((1-r)*(1+r))) / (beta * math.Abs(r))}}
}

func (e *weightSide) clear() {
	e.field, e.side, e.ref, e.refT = e.field[:0], e.side[:0], e.ref[:0], e.refT[:0]
}

// use appends the points of a rule over z for one side, with the reference's averages there.
func (e *weightSide) use(z gauss.Rule, s, r, side float64) {
	average := e.reference(r, side)
	for i, x := range z.X {
		one, t := average(x)
		g := z.W[i] * gauss.G(x) / float64(len(e.sides))
		e.field = append(e.field, s*x+side*e.h.r)
		e.side = append(e.side, side)
		e.ref = append(e.ref, g*one)
		e.refT = append(e.refT, g*t)
	}
}

// reference returns the function that averages 1 + T and T(1 + T) over n at
// given z.
func (e *weightSide) reference(r, side float64) func(z float64) (one, t float64) {
	beta := math.Sqrt(e.qHat)
	own := beta * math.Sqrt((1-r)*(1+r)) // field per n
	ofN, ofZ := 2*8*own, 2*(zReach*beta*math.Abs(r)+math.Abs(e.bias))
	if most := mostExponent - 36; own > steepField || ofN > most && ofZ > most {
		return steepReference(beta*r, side*e.bias, own)
	}
	h, last := math.Sqrt(2*math.Pi), 0 // one point of weight 1
	if own > 0 {
		h = saddle.TrapezoidStep(1, math.Pi/2/own)
		last = int(8 / h)
	}
	// T = 1 − 2/(1 + e^{2F}): the exponential of a sum is a product,
	// so that a point costs a division instead of a tanh.
	points := e.points[:0]
	for j := range last + 1 {
		x := float64(j) * h
		up := gauss.Exp(min(2*own*x, mostExponent))
		points = append(points, fieldNode{h * gauss.G(x), up, 1 / up})
	}
	e.points = points
	return func(z float64) (one, t float64) {
		field := gauss.Exp(max(-mostExponent, min(2*(beta*r*z+side*e.bias), mostExponent)))
		m := 1 - 2/(1+field)
		sum, square := points[0].weight*m, points[0].weight*m*m
		for _, p := range points[1:] {
			up, down := 1-2/(1+field*p.up), 1-2/(1+field*p.down)
			sum += p.weight * (up + down)
			square += p.weight * (up*up + down*down)
		}
		return 1 + sum, sum + square // the 1 is exact, which the weights' sum is not
	}
}

// mostExponent bounds the exponents of the two factors of e^{2F}, that of n and that of z, so that their product is finite.
// Where both reach it the difference of the two is lost, and steepReference is used instead.
const mostExponent = 300.0

// steepField is the field per n from which steepReference takes fewer points.
const steepField = 40

// fieldNode is a pair of points ±n: weight, e^{2F} and e^{−2F} of its field.
type fieldNode struct{ weight, up, down float64 }

// solve finds c such that ⟨δ⟩ = 2d, by Newton's method on the logarithm, which is
// linear where d is small.
func (e *weightSide) solve(c, d float64) (float64, bool) {
	excess := func(c float64) (f, slope float64) {
		mean, v := 0.0, 0.0
		for i, f := range e.field {
			a := e.clusters.At(f + c)
			mean -= e.ref[i] * a.Mean
			v += e.ref[i] * a.Response(e.clusters.M)
		}
		return math.Log(mean / (2 * d)), -v / mean
	}
	f, slope := excess(c)
	for range 40 {
		step := -f / slope
		if math.Abs(step) > 4 {
			step = math.Copysign(4, step)
		}
		if math.IsNaN(step) {
			break
		}
		c += step
		last := math.Abs(f)
		f, slope = excess(c)
		if math.Abs(f) < 1e-15 || math.Abs(f) < 1e-12 && math.Abs(f) >= last/2 {
			return c, true
		}
	}
	// a field that saturates has flat stretches where Newton's steps cycle
	value := func(c float64) float64 { f, _ := excess(c); return f }
	side := math.Copysign(1, value(c))
	return saddle.Bracket(value, c, value(c), 100*side, 1.5, c+4e4*side).Root(value, 1e-13)
}

// moments is the image of the order parameters.
type moments struct {
	s2  float64 // p0 − t1² = Var δ
	tau float64 // t0 − q t1 = −Cov(δ, T)
	rho float64 // r − R t1 = −Cov(δ, side)
	gap float64 // p1 − p0 = ⟨Var of δ between clusters⟩
	r2  float64 // 1 − p1 = ⟨sech²⟩
}

func (e *weightSide) moments(d float64) (m moments) {
	for i, f := range e.field {
		a := e.clusters.At(f + e.c)
		t := -a.Mean - 2*d
		m.s2 += e.ref[i] * t * t
		m.tau -= e.refT[i] * t
		m.rho -= e.ref[i] * e.side[i] * t
		m.gap += e.ref[i] * a.Variance
		m.r2 += e.ref[i] * a.Curvature
	}
	return m
}

// entropy is 𝒢_S = ⟨ln 2cosh F⟩, or the same averaged over clusters.
func (e *weightSide) entropy() float64 {
	sum := 0.0
	for i, f := range e.field {
		sum += e.ref[i] * e.clusters.Log(f+e.c)
	}
	return sum
}

// stiffness returns ⟨(1 − m²)²⟩ within clusters, and ⟨(∂m/∂F)²⟩ between them.
func (e *weightSide) stiffness() (within, between float64) {
	for i, f := range e.field {
		a := e.clusters.At(f + e.c)
		r := a.Response(e.clusters.M)
		within += e.ref[i] * a.Square
		between += e.ref[i] * r * r
	}
	return within, between
}
