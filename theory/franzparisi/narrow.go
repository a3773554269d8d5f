package franzparisi

import (
	"math"

	"fbp/theory/clusters"
	"fbp/theory/saddle"
)

// The density of ω as an integral over x in panels, where the integrand of [density] is too narrow for equal steps. It is not
// negligible on two intervals of x:
//
//	band         |ω − mean x| < reach √γ, and A(x, ω) not too large: free references
//	marginBand   |ω − m(x)| < reach, and x < κ̃/√q: references at their margin, B > 0, with m(x) = mean_κ̃ + alongX x.
//
// The second matters where references become one, q → 1, and half of the patterns hold them at their margin.

// marginField is ω where the reference has its margin, y = κ̃: normal with the mean m(x) = mean + alongX x and the
// deviation sd; within reach of m(x) where the reference is near its margin.
type marginField struct{ mean, alongX, sd, reach float64 }

// panels is the integral over x at ω = w, and that with g(x), up to the norm: over the band, and over what of the marginBand lies
// beside it, in panels around the steps of H(A) and H(B).
func (d *density) panels(w float64) (sum, sumG float64) {
	p := d.side
	features := []saddle.Feature{d.a.turn(w)}
	if d.c.alongX != 0 {
		features = append(features, d.c.turn(w))
	}
	reference := saddle.Feature{At: p.kappaRef / math.Sqrt(p.q), Width: math.Sqrt(p.v / p.q)}
	if p.steepReference() {
		features = append(features, reference)
	}
	add := func(lo, hi, widest float64) {
		p.band = saddle.Mesh(p.band, lo, hi, widest, features...)
		for i, x := range p.band.X {
			f := p.shared(x)
			term := p.band.W[i] * d.integrand(&f, w)
			sum += term
			sumG += term * f.g
		}
	}
	lo, hi := d.band(w)
	add(lo, hi, d.widest)

	from, to, edge := d.marginBand(w)
	features = append(features, edge, reference)
	if !(hi > lo) {
		lo, hi = to, to
	}
	add(from, min(to, lo), 1)
	add(max(from, hi), to, 1)
	return sum, sumG
}

// steepReference tells whether H(B) is so steep that panels follow its step: panels as wide as its poles are far are too
// many.
func (p *patternSide) steepReference() bool { return p.v < 0.01*p.q }

// band is the interval of x with |w − mean x| < reach √γ, widened where 1/H(B) moves the integrand, and cut where A > most.
func (d *density) band(w float64) (lo, hi float64) {
	if d.independent(d.mean, math.Sqrt(d.gamma)) {
		return -reachOfX, reachOfX
	}
	p, reach := d.side, math.Sqrt(2*clusters.Negligible)
	centre, half := w/d.mean, math.Sqrt(d.gamma)*reach/math.Abs(d.mean)
	b := max(0, (p.kappaRef-math.Sqrt(p.q)*(centre-half))/math.Sqrt(p.v)) // 1/H(B) moves the band
	most := math.Hypot(reach, b)                                          // the largest A that matters
	half *= most / reach
	lo, hi = max(-reachOfX, centre-half), min(reachOfX, centre+half)
	if step := d.a.turn(w); d.a.alongX < 0 {
		lo = max(lo, step.At-most*step.Width)
	} else {
		hi = min(hi, step.At+most*step.Width)
	}
	return lo, hi
}

// marginBand is the interval of x with |w − m(x)| < reach and B > 0, x < κ̃/√q, which holds for half of the patterns at κ̃ = 0. At edge
// the density of ω has a step, where w = m(x).
func (d *density) marginBand(w float64) (lo, hi float64, edge saddle.Feature) {
	m := d.atMargin
	lo, hi = -reachOfX, min(reachOfX, d.side.kappaRef/math.Sqrt(d.side.q))
	away := w - m.mean
	if d.independent(m.alongX, m.reach) {
		if math.Abs(away) > m.reach {
			hi = lo
		}
		return lo, hi, saddle.Feature{Width: 1}
	}
	a, b := (away-m.reach)/m.alongX, (away+m.reach)/m.alongX
	edge = saddle.Feature{At: away / m.alongX, Width: m.sd / math.Abs(m.alongX)}
	return max(lo, min(a, b)), min(hi, max(a, b)), edge
}

// independent tells whether ω hardly depends on x, with this slope in x beside its width.
func (d *density) independent(slope, width float64) bool {
	return math.Abs(slope)*reachOfX < 1e-8*width
}
