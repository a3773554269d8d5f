package franzparisi

import (
	"math"

	"fbp/theory/clusters"
	"fbp/theory/saddle"
)

// marginField is ω where the reference has its margin, y = κ̃: normal with the mean mean + alongX x, within reach of it.
type marginField struct{ mean, alongX, sd, reach float64 }

// panels is the integral over x where the step of H(A), or the band of x that goes with ω, is so narrow that panels around
// them take fewer points than equal steps: over the band, and over what lies beside it of references at their margin.
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

// band is where x is near ω/mean, and H(A) is not too small.
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

// marginBand is where ω = w goes with a reference at its margin, whatever its field: where B > 0, which of references with
// q → 1 half of the patterns have at κ̃ = 0. The density of ω has an edge there.
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

// independent tells whether ω does not depend on x, whose slope is so small against the width of ω.
func (d *density) independent(slope, width float64) bool {
	return math.Abs(slope)*reachOfX < 1e-8*width
}
