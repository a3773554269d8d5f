package franzparisi

import (
	"math"

	"fbp/gauss"
	"fbp/theory/clusters"
	"fbp/theory/saddle"
)

// orderParameters is a point in the space of order parameters, in the combinations that
// do not cancel. Of a pattern, let √q x be the field that all references share, y = √q x + √(1−q) ε the stability of
// this one, n = √(1−q) x − √q ε the normal that is independent of y, and w a third one. Then the cavity field of a
// surrounding solution is
//
//	ω = t1 y + k n + √V w,   k = τ/√(q(1−q)),  τ = t0 − q t1,  V = p − t1² − k²,
//
// and r² = 1 − p the variance that is left. With one step of replica symmetry
// breaking p is p0 here, and of what is left p1 − p0 is the gap and 1 − p1 is r².
// With a teacher, ω has the covariance j with the part of the teacher's stability
// that is independent of x; j² is part of V.
type orderParameters struct{ t1, k, v, r2, gap, j float64 }

// patternSide is the patterns' side of the Franz-Parisi saddle point: averages of
// functions of ω alone, as sums over a rule whose weights hold the density of ω, or that density times g(x). The
// density, ∫Dx N(ω; t0 x/√q, γ) H(A)/H(B), is that of [density].
type patternSide struct {
	q, v            float64 // overlap of references, and 1 − q
	teacher         float64 // overlap of a reference with the teacher, 0 without one
	kappaRef, kappa float64

	order orderParameters
	w     gauss.Rule // ω and the weights of its density
	g     []float64  // the weights of its density times g = (G/H)(B)/√(1−q)
	at0   []float64  // with a teacher, the weights of its density where the teacher's stability is 0

	clusters clusters.Average
	band     gauss.Rule // scratch
}

const (
	reachOf  = 8.0 // standard deviations, H(8) = 6e-16
	reachOfX = 8.5 // of x
)

// build makes the rule for the order parameters o. The range of ω is where both
// references are solutions (y > κ̃) and the pattern matters (ω not far above
// κ): at small d it is √d wide.
func (p *patternSide) build(o orderParameters) {
	p.order = o
	sq, sv := math.Sqrt(p.q), math.Sqrt(p.v)
	s, r := math.Sqrt(o.v+o.k*o.k), math.Sqrt(o.r2+o.gap)
	size := math.Sqrt(o.t1*o.t1 + s*s)

	// A reference of large margin draws n to (x−√q y)/√(1−q), far below −8, farther than Var ω suggests.
	reach := reachOf*math.Sqrt(o.v+o.k*o.k/p.v) + math.Abs(o.k*p.kappaRef)*sq/sv
	step := o.t1 * p.kappaRef
	lo := step - reach
	hi := min(p.kappa+reachOf*r, max(10*size, step+reach))
	features := []saddle.Feature{{At: step, Width: s}, {At: p.kappa, Width: r}}
	if r == 0 { // the rule ends at the kink
		features = features[:1]
	}
	if p.nearTeacher() {
		features = append(features, saddle.Feature{At: 0, Width: p.besideTeacher(o, size)})
	}
	if o.r2 > 0 {
		p.clusters.Set(clusters.Pattern{Kappa: p.kappa, R: math.Sqrt(o.r2)}, math.Sqrt(o.gap), lo, hi)
	}
	p.w = saddle.Mesh(p.w, lo, hi, 1.5*size, features...)
	p.g, p.at0 = p.g[:0], p.at0[:0]
	all := p.density(o)
	var atBound *density
	if p.teacher != 0 {
		atBound = p.densityAtBound(o)
	}
	for i, w := range p.w.X {
		one, g := all.at(w)
		if atBound != nil {
			at0, _ := atBound.at(w)
			p.at0 = append(p.at0, p.w.W[i]*at0)
		}
		p.g = append(p.g, p.w.W[i]*g)
		p.w.W[i] *= one
	}
}

// teacherSide returns u and √(1−u²) of the teacher's stability
// v_T = u x + √(1−u²) t, u = R/√q.
func (p *patternSide) teacherSide() (u, rest float64) {
	u = p.teacher / math.Sqrt(p.q)
	return u, math.Sqrt(1 - u*u)
}

// nearTeacher tells whether references are so near the teacher that most patterns have the
// sign of x, and rules that are as wide as x do not resolve it.
func (p *patternSide) nearTeacher() bool {
	u, rest := p.teacherSide()
	return u > 2*rest
}

// besideTeacher is the deviation of ω, whose size is √p, from what the teacher's stability
// makes of it, √(p−r²): the width of the step of its density at ω = 0.
func (p *patternSide) besideTeacher(o orderParameters, size float64) float64 {
	u, rest := p.teacherSide()
	r := u*(math.Sqrt(p.q)*o.t1+math.Sqrt(p.v)*o.k) + rest*o.j
	return math.Sqrt(max(size*size-r*r, 1e-12))
}

// forces returns ⟨f'²⟩, f' = (G/H)((κ−ω)/√(1−p))/√(1−p), ⟨g f'⟩, the variance
// of f' between clusters, and √(2/π) times the mean of f' over patterns whose
// stability is 0 for the teacher.
func (p *patternSide) forces() (ff, gf, gap, tf float64) {
	for i, w := range p.w.X {
		a := p.clusters.At(w)
		ff += p.w.W[i] * a.Mean * a.Mean
		gf += p.g[i] * a.Mean
		gap += p.w.W[i] * a.Variance
		if p.teacher != 0 {
			tf += gauss.Sqrt2OverPi * p.at0[i] * a.Mean
		}
	}
	return ff, gf, gap, tf
}

// missed returns ⟨(κ−ω)₊²⟩, ⟨g (κ−ω)₊⟩, and √(2/π) times the mean of (κ−ω)₊ over patterns
// whose stability is 0 for the teacher.
func (p *patternSide) missed() (square, gf, tf float64) {
	for i, w := range p.w.X {
		miss := max(0, p.kappa-w)
		square += p.w.W[i] * miss * miss
		gf += p.g[i] * miss
		if p.teacher != 0 {
			tf += gauss.Sqrt2OverPi * p.at0[i] * miss
		}
	}
	return square, gf, tf
}

// entropy is 𝒢_E = ⟨ln H((κ−ω)/√(1−p))⟩, or the same averaged over clusters.
func (p *patternSide) entropy() float64 {
	sum := 0.0
	for i, w := range p.w.X {
		sum += p.w.W[i] * p.clusters.Log(w)
	}
	return sum
}

// stiffness returns ⟨f”²⟩ within clusters, and ⟨(∂f'/∂ω)²⟩ between them.
func (p *patternSide) stiffness() (within, between float64) {
	for i, w := range p.w.X {
		a := p.clusters.At(w)
		r := a.Response(p.clusters.M)
		within += p.w.W[i] * a.Square
		between += p.w.W[i] * r * r
	}
	return within, between
}

// edge is ∫Dx g(x) ∫Dw f'(ω̄ + √V w), the average of f' over patterns that the
// reference just satisfies, y = κ̃.
func (p *patternSide) edge() float64 {
	o := p.order
	sq, sv := math.Sqrt(p.q), math.Sqrt(p.v)
	r, s := math.Sqrt(o.r2+o.gap), math.Sqrt(o.v)
	poles := math.Min(saddle.MillsPole*sv/sq, saddle.MillsPole*r*sv/(math.Abs(o.k)+1e-300))
	h := saddle.TrapezoidStep(1, poles)
	u, rest := p.teacherSide()
	own := math.Sqrt(max(1-o.j*o.j/o.v, 1e-6)) // of the teacher's t, where ω is known
	if p.nearTeacher() {
		h = saddle.TrapezoidStep(1/math.Sqrt(1+u*u/(rest*rest*own*own)), poles)
	}
	hw := saddle.TrapezoidStep(1/math.Sqrt(1+o.j*o.j/(o.v*own*own)), saddle.MillsPole*r/(s+1e-300))
	last, lastW := int(reachOfX/h), int(reachOf/hw)
	sum := 0.0
	for j := -last; j <= last; j++ {
		x := float64(j) * h
		field := p.shared(x)
		mean := o.t1*p.kappaRef + o.k*(x-sq*p.kappaRef)/sv
		inner := 0.0
		for l := -lastW; l <= lastW; l++ {
			w := float64(l) * hw
			weight := gauss.G(w)
			if p.teacher != 0 {
				weight *= 2 * gauss.H((-u*x/rest-o.j*w/s)/own)
			}
			inner += weight * p.clusters.At(mean+s*w).Mean
		}
		sum += gauss.G(x) * field.g * inner
	}
	return sum * h * hw
}
