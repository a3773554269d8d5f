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
type fpOrder struct{ t1, k, v, r2, gap float64 }

// fpPatterns is the patterns' side of the Franz-Parisi saddle point: averages of
// functions of ω alone, with the density of ω (and with that density times g(x))
// as the weights of a rule. The density follows from ∫Dx N(ω; t0 x/√q, γ) H(A)/H(B).
type fpPatterns struct {
	q, v            float64 // overlap of references, 1 − q
	kappaRef, kappa float64

	order fpOrder
	m     float64    // the weight of clusters
	w     gauss.Rule // ω and the weights of its density
	g     []float64  // the weights of its density times g = (G/H)(B)/√(1−q)

	clusters cluster
	x        []fpColumn // scratch
	band     gauss.Rule
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
	e := sv*o.t1 - sq*o.k
	gamma := o.v + e*e               // Var(ω | x)
	centre := sq*o.t1 + sv*o.k       // t0/√q, so that ω | x has mean centre·x
	sdV := sv * math.Sqrt(o.v/gamma) // of v given x and ω
	alongX := (sq*o.v - o.k*e) / gamma
	alongW := sv * e / gamma
	s, r := math.Sqrt(o.v+o.k*o.k), math.Sqrt(o.r2+o.gap)
	size := math.Sqrt(o.t1*o.t1 + s*s)

	tilted := math.Sqrt(o.v + o.k*o.k/p.v) // x < 0 draws n down by up to x/√(1−q)
	step := o.t1 * p.kappaRef
	lo := max(-10*size, step-fpReach*tilted-math.Abs(o.k*p.kappaRef)*sq/sv)
	hi := min(10*size, p.kappa+fpReach*r)
	features := []feature{{step, s}, {p.kappa, r}}
	if r == 0 { // the rule ends at the kink
		features = features[:1]
	}
	if o.r2 > 0 {
		p.clusters.set(patternFactor{p.kappa, math.Sqrt(o.r2)}, math.Sqrt(o.gap), lo, hi)
	}
	p.w = mesh(p.w, lo, hi, 1.5*size, features...)
	p.g = p.g[:0]

	t := fpTerm{
		gamma: gamma, centre: centre, alongX: alongX / sdV, alongW: alongW / sdV, base: p.kappaRef / sdV,
		step: sdV / math.Abs(alongX),
	}
	// The sum over x has Gaussians, H, and the poles of 1/H(B).
	band, poles := 1/math.Sqrt(1+centre*centre/gamma), millsPole*sv/sq
	h := trapezoidStep(1/math.Sqrt(1/(band*band)+1/(t.step*t.step)), poles)
	last := int(fpXReach / h)
	narrow := last > 250 // V → 0, where solution and reference share their field
	p.x = p.x[:0]
	for j := -last; j <= last && !narrow; j++ {
		p.x = append(p.x, p.column(float64(j)*h))
	}
	for i, w := range p.w.X {
		sum, sumG := 0.0, 0.0
		if narrow {
			sum, sumG = p.narrow(&t, w, min(1.5*band, poles/2))
		} else {
			for j := range p.x {
				term := t.at(&p.x[j], w)
				sum += term
				sumG += term * p.x[j].g
			}
			sum, sumG = h*sum, h*sumG
		}
		norm := p.w.W[i] / math.Sqrt(2*math.Pi*gamma)
		p.w.W[i] = norm * sum
		p.g = append(p.g, norm*sumG)
	}
}

// fpTerm is N(ω; centre·x, γ) H(A), A = base − alongX x − alongW ω, up to norms.
type fpTerm struct {
	gamma, centre, base, alongX, alongW float64
	step                                float64 // width of the step of H(A) along x
}

// at is the contribution of x to the density of ω.
func (t *fpTerm) at(c *fpColumn, w float64) float64 {
	away := w - t.centre*c.x
	exponent := c.log - away*away/(2*t.gamma)
	a := t.base - t.alongX*c.x - t.alongW*w
	tail := 1.0
	switch {
	case a > 0:
		exponent -= a * a / 2
		if exponent < -fpSmall {
			return 0
		}
		tail = gauss.Erfcx(a/math.Sqrt2) / 2
	case exponent < -fpSmall:
		return 0
	case a > -9:
		tail = gauss.H(a)
	}
	return gauss.Exp(exponent) * tail * c.factor
}

// narrow sums over x where the step of H(A), or the band of x that goes with ω,
// is so narrow that panels around them take fewer points than equal steps.
func (p *fpPatterns) narrow(t *fpTerm, w, widest float64) (sum, sumG float64) {
	c := w / t.centre
	half := math.Sqrt(2*t.gamma*fpSmall) / math.Abs(t.centre)
	b := max(0, (p.kappaRef-math.Sqrt(p.q)*(c-half))/math.Sqrt(p.v)) // 1/H(B) moves the band
	most := math.Sqrt(2*fpSmall + b*b)                               // the largest A that matters
	half *= most / math.Sqrt(2*fpSmall)
	lo, hi := max(-fpXReach, c-half), min(fpXReach, c+half)
	step := (t.base - t.alongW*w) / t.alongX
	if t.alongX > 0 {
		lo = max(lo, step-most*t.step)
	} else {
		hi = min(hi, step+most*t.step)
	}
	p.band = mesh(p.band, lo, hi, widest, feature{step, t.step})
	for i, x := range p.band.X {
		column := p.column(x)
		term := p.band.W[i] * t.at(&column, w)
		sum += term
		sumG += term * column.g
	}
	return sum, sumG
}

// fields returns ⟨f'²⟩, f' = (G/H)((κ−ω)/√(1−p))/√(1−p), ⟨g f'⟩, and the
// variance of f' between clusters.
func (p *fpPatterns) fields() (ff, gf, gap float64) {
	for i, w := range p.w.X {
		a := p.clusters.at(w)
		ff += p.w.W[i] * a.mean * a.mean
		gf += p.g[i] * a.mean
		gap += p.w.W[i] * a.variance
	}
	return ff, gf, gap
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
	hw := trapezoidStep(1, millsPole*r/(s+1e-300))
	last, lastW := int(fpXReach/h), int(fpReach/hw)
	sum := 0.0
	for j := -last; j <= last; j++ {
		x := float64(j) * h
		column := p.column(x)
		mean := o.t1*p.kappaRef + o.k*(x-sq*p.kappaRef)/sv
		inner := 0.0
		for l := -lastW; l <= lastW; l++ {
			w := float64(l) * hw
			inner += gauss.G(w) * p.clusters.at(mean+s*w).mean
		}
		sum += gauss.G(x) * column.g * inner
	}
	return sum * h * hw
}
