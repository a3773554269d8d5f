package theory

import (
	"math"

	"fbp/gauss"
)

// fpOrder is a point in the space of order parameters, in the combinations that
// do not cancel: with v the reference's stability, n the part of x independent of
// it, and w a third unit normal, the cavity field of a surrounding solution is
//
//	ω = t1 v + k n + √V w,   k = τ/√(q(1−q)),  τ = t0 − q t1,  V = p − t1² − k²,
//
// and r² = 1 − p the variance that is left. With one step of replica symmetry
// breaking p is p0 here, and of what is left p1 − p0 is the gap and 1 − p1 is r².
// With a teacher, ω has the covariance j with the part of the teacher's stability
// that is independent of x; j² is part of V.
type fpOrder struct{ t1, k, v, r2, gap, j float64 }

// fpPatterns is the patterns' side of the Franz-Parisi saddle point: averages of
// functions of ω alone, with the density of ω (and with that density times g(x))
// as the weights of a rule. The density follows from ∫Dx N(ω; t0 x/√q, γ) H(A)/H(B).
type fpPatterns struct {
	q, v            float64 // overlap of references, 1 − q
	teacher         float64 // overlap of a reference with the teacher, 0 without one
	kappaRef, kappa float64

	order fpOrder
	w     gauss.Rule // ω and the weights of its density
	g     []float64  // the weights of its density times g = (G/H)(B)/√(1−q)
	at0   []float64  // with a teacher, the weights of its density where the teacher's stability is 0

	clusters cluster
	band     gauss.Rule // scratch
}

// fpColumn is what the sum over x needs of one point: Dx/H(B) = e^log · factor.
type fpColumn struct{ x, log, factor, g float64 }

// column is the point x of the reference's distribution. The square of a positive
// B, the size of a small 1/H, is kept in the logarithm.
func (p *fpPatterns) column(x float64) fpColumn {
	b := (p.kappaRef - math.Sqrt(p.q)*x) / math.Sqrt(p.v)
	c := fpColumn{x: x, log: -x * x / 2}
	if b > 0 {
		c.log += b * b / 2
		c.factor = 2 / (math.Sqrt(2*math.Pi) * gauss.Erfcx(b/math.Sqrt2))
	} else {
		c.factor = 1 / (math.Sqrt(2*math.Pi) * gauss.H(b))
	}
	c.g = gauss.Mills(b) / math.Sqrt(p.v)
	return c
}

const (
	fpReach  = 8.0  // standard deviations, H(8) = 6e-16
	fpXReach = 8.5  // of x
	fpSmall  = 36.0 // e^−36 = 2e-16
)

// build makes the rule for the order parameters o. The range of ω is where both
// solutions of the reference live (v > κ̃) and the pattern is felt (ω not far above
// κ): at small d it is √d wide.
func (p *fpPatterns) build(o fpOrder) {
	p.order = o
	sq, sv := math.Sqrt(p.q), math.Sqrt(p.v)
	s, r := math.Sqrt(o.v+o.k*o.k), math.Sqrt(o.r2+o.gap)
	size := math.Sqrt(o.t1*o.t1 + s*s)

	// A reference of large margin draws n to (x−√q v)/√(1−q), far below −8 and beyond what Var ω says.
	reach := fpReach*math.Sqrt(o.v+o.k*o.k/p.v) + math.Abs(o.k*p.kappaRef)*sq/sv
	step := o.t1 * p.kappaRef
	lo := step - reach
	hi := min(p.kappa+fpReach*r, max(10*size, step+reach))
	features := []feature{{step, s}, {p.kappa, r}}
	if r == 0 { // the rule ends at the kink
		features = features[:1]
	}
	if o.r2 > 0 {
		p.clusters.set(patternFactor{p.kappa, math.Sqrt(o.r2)}, math.Sqrt(o.gap), lo, hi)
	}
	p.w = mesh(p.w, lo, hi, 1.5*size, features...)
	p.g, p.at0 = p.g[:0], p.at0[:0]
	main := p.term(o, 0)
	var edge *fpTerm
	if p.teacher != 0 {
		main.bound(p, o)
		edge = p.term(o, 1)
	}
	for i, w := range p.w.X {
		sum, sumG := main.sum(p, w)
		norm := p.w.W[i] * main.norm
		if edge != nil {
			at0, _ := edge.sum(p, w)
			p.at0 = append(p.at0, p.w.W[i]*edge.norm*at0)
		}
		p.w.W[i] = norm * sum
		p.g = append(p.g, norm*sumG)
	}
}

// teacherSide returns u and √(1−u²) of the teacher's stability
// v_T = u x + √(1−u²) t, u = R/√q.
func (p *fpPatterns) teacherSide() (u, rest float64) {
	u = p.teacher / math.Sqrt(p.q)
	return u, math.Sqrt(1 - u*u)
}

// fields returns ⟨f'²⟩, f' = (G/H)((κ−ω)/√(1−p))/√(1−p), ⟨g f'⟩, the variance
// of f' between clusters, and √(2/π) times the mean of f' over patterns whose
// stability is 0 for the teacher.
func (p *fpPatterns) fields() (ff, gf, gap, tf float64) {
	for i, w := range p.w.X {
		a := p.clusters.at(w)
		ff += p.w.W[i] * a.mean * a.mean
		gf += p.g[i] * a.mean
		gap += p.w.W[i] * a.variance
		if p.teacher != 0 {
			tf += gauss.Sqrt2OverPi * p.at0[i] * a.mean
		}
	}
	return ff, gf, gap, tf
}

// entropy is 𝒢_E = ⟨ln H((κ−ω)/√(1−p))⟩, or the same averaged over clusters.
func (p *fpPatterns) entropy() float64 {
	sum := 0.0
	for i, w := range p.w.X {
		sum += p.w.W[i] * p.clusters.log(w)
	}
	return sum
}

// stiffness returns ⟨f”²⟩ within clusters, and ⟨(∂f'/∂ω)²⟩ between them.
func (p *fpPatterns) stiffness() (within, between float64) {
	for i, w := range p.w.X {
		a := p.clusters.at(w)
		r := a.response(p.clusters.m)
		within += p.w.W[i] * a.square
		between += p.w.W[i] * r * r
	}
	return within, between
}

// edge is ∫Dx g(x) ∫Dw f'(ω̄ + √V w), the average of f' over patterns that the
// reference just satisfies, v = κ̃.
func (p *fpPatterns) edge() float64 {
	o := p.order
	sq, sv := math.Sqrt(p.q), math.Sqrt(p.v)
	r, s := math.Sqrt(o.r2+o.gap), math.Sqrt(o.v)
	poles := math.Min(millsPole*sv/sq, millsPole*r*sv/(math.Abs(o.k)+1e-300))
	h := trapezoidStep(1, poles)
	u, rest := p.teacherSide()
	own := math.Sqrt(max(1-o.j*o.j/o.v, 1e-6)) // of the teacher's t, where ω is known
	hw := trapezoidStep(1/math.Sqrt(1+o.j*o.j/(o.v*own*own)), millsPole*r/(s+1e-300))
	last, lastW := int(fpXReach/h), int(fpReach/hw)
	sum := 0.0
	for j := -last; j <= last; j++ {
		x := float64(j) * h
		column := p.column(x)
		mean := o.t1*p.kappaRef + o.k*(x-sq*p.kappaRef)/sv
		inner := 0.0
		for l := -lastW; l <= lastW; l++ {
			w := float64(l) * hw
			weight := gauss.G(w)
			if p.teacher != 0 {
				weight *= 2 * gauss.H((-u*x/rest-o.j*w/s)/own)
			}
			inner += weight * p.clusters.at(mean+s*w).mean
		}
		sum += gauss.G(x) * column.g * inner
	}
	return sum * h * hw
}
