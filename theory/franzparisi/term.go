package franzparisi

import (
	"math"

	"fbp/gauss"
	"fbp/theory/saddle"
)

// densityTerm is the density of ω as a sum over x, the field that references share:
// N(ω; centre·x, γ) H(A)/H(B), A = base − alongX x − alongW ω. With a teacher H(A)
// becomes 2 P(v' > A, t > C), C = boundX x + boundW ω, for a pair of normals
// of correlation ρ: the reference's own v' and the teacher's own t, given x and ω.
type densityTerm struct {
	gamma, centre, base, alongX, alongW float64
	step                                float64 // width of the step of H(A) along x
	tilt                                float64 // e^{−tilt x²/2} more
	norm                                float64

	marginBase, marginX float64 // mean of ω where the reference has its margin: marginBase + marginX x
	marginV, spread     float64 // and its variance; how far from there ω can be

	boundX, boundW float64
	corner         []cornerNode // of the angle between 0 and asin ρ

	columns   []densityColumn
	h, widest float64
	narrow    bool
}

// term makes the density of ω, or, with edge = 1, the density where the teacher's
// stability is zero: then t = −u x/√(1−u²), and x has the variance 1 − u².
func (p *patternSide) term(o orderParameters, edge float64) *densityTerm {
	sq, sv := math.Sqrt(p.q), math.Sqrt(p.v)
	u, rest := p.teacherSide()
	j := edge * o.j
	e, v, shift := sv*o.t1-sq*o.k, o.v-j*j, j*u/rest
	gamma := v + e*e               // Var(ω | x)
	sdV := sv * math.Sqrt(v/gamma) // of v given x and ω
	alongX := (sq*v - o.k*e + sv*e*shift) / gamma
	t := &densityTerm{
		gamma: gamma, centre: sq*o.t1 + sv*o.k - shift, // t0/√q without a shift, ω | x has mean centre·x
		alongX: alongX / sdV, alongW: sv * e / gamma / sdV, base: p.kappaRef / sdV,
		step: sdV / math.Abs(alongX),
		norm: 1 / math.Sqrt(2*math.Pi*gamma),

		marginBase: (o.t1 - o.k*sq/sv) * p.kappaRef, marginX: o.k/sv - shift,
		marginV: v, spread: math.Sqrt(2*smallest) * (math.Sqrt(v) + math.Abs(e)),
	}
	if edge != 0 {
		t.tilt = 1/(rest*rest) - 1
		t.norm /= rest
	}
	t.place(p)
	return t
}

// bound adds the teacher's bound t > −u x/√(1−u²).
func (t *densityTerm) bound(p *patternSide, o orderParameters) {
	u, rest := p.teacherSide()
	e := math.Sqrt(p.v)*o.t1 - math.Sqrt(p.q)*o.k
	own := math.Sqrt(1 - o.j*o.j/t.gamma) // deviation of t given x and ω
	t.boundX = (o.j*t.centre/t.gamma - u/rest) / own
	t.boundW = -o.j / t.gamma / own
	t.norm *= 2
	rho := -e * o.j / math.Sqrt((t.gamma-e*e)*(t.gamma-o.j*o.j))
	t.corner = corner(rho)
	t.place(p)
}

// place chooses the points of the sum over x: it has Gaussians, H, and the poles of
// 1/H(B). Where V → 0, solution and reference share their field, and every ω has
// points of its own.
func (t *densityTerm) place(p *patternSide) {
	band, poles := 1/math.Sqrt(1+t.tilt+t.centre*t.centre/t.gamma), saddle.MillsPole*math.Sqrt(p.v/p.q)
	t.h = saddle.TrapezoidStep(1/math.Sqrt(1/(band*band)+1/(t.step*t.step)+t.boundX*t.boundX), poles)
	t.widest = min(1.5*band, poles/2)
	if p.v < 0.01*p.q { // panels of that width are too many; they follow the step of H(B)
		t.widest = min(1.5*band, 1)
	}
	last := int(reachOfX / t.h)
	t.narrow = last > 250
	t.columns = t.columns[:0]
	for j := -last; j <= last && !t.narrow; j++ {
		t.columns = append(t.columns, p.column(float64(j)*t.h))
	}
}

// sum is the density of ω = w, and that density times g, up to the norm.
func (t *densityTerm) sum(p *patternSide, w float64) (sum, sumG float64) {
	if t.narrow {
		return t.panels(p, w)
	}
	for i := range t.columns {
		term := t.at(&t.columns[i], w)
		sum += term
		sumG += term * t.columns[i].g
	}
	return t.h * sum, t.h * sumG
}

// at is the contribution of x to the density of ω.
func (t *densityTerm) at(c *densityColumn, w float64) float64 {
	away := w - t.centre*c.x
	exponent := c.log - away*away/(2*t.gamma) - t.tilt*c.x*c.x/2
	a := t.base - t.alongX*c.x - t.alongW*w
	if t.corner == nil {
		return halfPlane(exponent, a) * c.factor
	}
	return quadrant(exponent, a, t.boundX*c.x+t.boundW*w, t.corner) * c.factor
}

// halfPlane is e^exponent H(a), 0 below e^−36.
func halfPlane(exponent, a float64) float64 {
	tail := 1.0
	switch {
	case a > 0:
		exponent -= a * a / 2
		if exponent < -smallest {
			return 0
		}
		tail = gauss.Erfcx(a/math.Sqrt2) / 2
	case exponent < -smallest:
		return 0
	case a > -9:
		tail = gauss.H(a)
	}
	return gauss.Exp(exponent) * tail
}

// cornerNode is a point θ of the angle's rule.
type cornerNode struct{ weight, sin, curve float64 } // curve = 1/(2cos²θ)

// corner makes the rule of quadrant.
func corner(rho float64) (nodes []cornerNode) {
	end := math.Asin(max(-1, min(1, rho)))
	rule := saddle.Mesh(gauss.Rule{}, 0, math.Abs(end), 0.8, saddle.Feature{At: math.Pi / 2, Width: 1e-4})
	nodes = []cornerNode{} // not nil where ρ = 0
	for i, theta := range rule.X {
		cos := math.Cos(theta)
		nodes = append(nodes, cornerNode{
			math.Copysign(rule.W[i]/(2*math.Pi), end), math.Copysign(math.Sin(theta), end), 1 / (2 * cos * cos),
		})
	}
	return nodes
}

// quadrant is e^exponent P(X > a, Y > b) of normals of correlation ρ,
//
//	P = H(a)H(b) + ∫₀^{asin ρ} dθ/2π e^{−(a² + b² − 2ab sin θ)/(2cos²θ)}
//
// (Drezner and Wesolowsky, J. Stat. Comput. Simul. 35, 101 (1990)), 0 below e^−36.
func quadrant(exponent, a, b float64, nodes []cornerNode) float64 {
	if most := max(a, b, 0); exponent-most*most/2 < -smallest {
		return 0
	}
	sum := halfPlane(exponent, a) * gauss.H(b)
	if b < -9 || a < -9 {
		return sum
	}
	square, cross := a*a+b*b, 2*a*b
	for i := range nodes {
		n := &nodes[i]
		if e := exponent - (square-cross*n.sin)*n.curve; e > -smallest-4 {
			sum += n.weight * gauss.Exp(e)
		}
	}
	return max(0, sum)
}

// panels sums over x where the step of H(A), or the band of x that goes with ω,
// is so narrow that panels around them take fewer points than equal steps.
func (t *densityTerm) panels(p *patternSide, w float64) (sum, sumG float64) {
	lo, hi := t.direct(p, w)
	features := []saddle.Feature{{At: (t.base - t.alongW*w) / t.alongX, Width: t.step}}
	if t.boundX != 0 {
		features = append(features, saddle.Feature{At: -t.boundW * w / t.boundX, Width: 1 / math.Abs(t.boundX)})
	}
	reference := saddle.Feature{At: p.kappaRef / math.Sqrt(p.q), Width: math.Sqrt(p.v / p.q)}
	if p.v < 0.01*p.q {
		features = append(features, reference)
	}
	p.band = saddle.Mesh(p.band, lo, hi, t.widest, features...)
	sum, sumG = t.sumBand(p, w)

	from, to, edge := t.atMargin(p, w)
	features = append(features, edge, reference)
	if !(hi > lo) {
		lo, hi = to, to
	}
	for _, rest := range [2][2]float64{{from, min(to, lo)}, {max(from, hi), to}} {
		p.band = saddle.Mesh(p.band, rest[0], rest[1], 1, features...)
		more, moreG := t.sumBand(p, w)
		sum, sumG = sum+more, sumG+moreG
	}
	return sum, sumG
}

// sumBand is the sum over the points of p.band.
func (t *densityTerm) sumBand(p *patternSide, w float64) (sum, sumG float64) {
	for i, x := range p.band.X {
		column := p.column(x)
		term := p.band.W[i] * t.at(&column, w)
		sum += term
		sumG += term * column.g
	}
	return sum, sumG
}

// direct is where x is near the value that goes with ω = w, and H(A) is not too small.
func (t *densityTerm) direct(p *patternSide, w float64) (lo, hi float64) {
	if math.Abs(t.centre)*reachOfX < 1e-8*math.Sqrt(t.gamma) { // ω does not depend on x
		return -reachOfX, reachOfX
	}
	c := w / t.centre
	half := math.Sqrt(2*t.gamma*smallest) / math.Abs(t.centre)
	b := max(0, (p.kappaRef-math.Sqrt(p.q)*(c-half))/math.Sqrt(p.v)) // 1/H(B) moves the band
	most := math.Sqrt(2*smallest + b*b)                              // the largest A that matters
	half *= most / math.Sqrt(2*smallest)
	lo, hi = max(-reachOfX, c-half), min(reachOfX, c+half)
	step := (t.base - t.alongW*w) / t.alongX
	if t.alongX > 0 {
		lo = max(lo, step-most*t.step)
	} else {
		hi = min(hi, step+most*t.step)
	}
	return lo, hi
}

// atMargin is where ω = w goes with a reference at its margin, whatever its field: where B > 0,
// which of references with q → 1 half of the patterns have at κ̃ = 0. The density of ω has an
// edge there.
func (t *densityTerm) atMargin(p *patternSide, w float64) (lo, hi float64, edge saddle.Feature) {
	lo, hi = -reachOfX, min(reachOfX, p.kappaRef/math.Sqrt(p.q))
	away := w - t.marginBase
	if math.Abs(t.marginX)*reachOfX < 1e-8*t.spread { // ω does not depend on x
		if math.Abs(away) > t.spread {
			hi = lo
		}
		return lo, hi, saddle.Feature{Width: 1}
	}
	a, b := (away-t.spread)/t.marginX, (away+t.spread)/t.marginX
	edge = saddle.Feature{At: away / t.marginX, Width: math.Sqrt(t.marginV) / math.Abs(t.marginX)}
	return max(lo, min(a, b)), min(hi, max(a, b)), edge
}
