package gauss

import "math"

// Bivariate is a pair of unit normals X, Y of correlation ρ. That both are large is an integral over an angle,
//
//	P(X > a, Y > b) = H(a) H(b) + ∫₀^{asin ρ} dθ/2π e^{−(a² + b² − 2ab sin θ)/2cos²θ}
//
// (Drezner and Wesolowsky, J. Stat. Comput. Simul. 35, 101 (1990)). Its bits are those of package math: no solver uses it.
type Bivariate struct {
	rules [4][]turned // of more and more points: where |a| + |b| is large the integrand is narrow
}

// turned is an angle θ of a rule: its weight over 2π, sin θ and 1/2cos²θ.
type turned struct{ weight, sin, curve float64 }

const (
	turnedPoints = 12
	turnedReach  = 5.0  // of |a| + |b|, by which a rule is the next one
	negligible   = 36.0 // e^−36 = 2e-16
)

// NewBivariate makes the rules of a correlation, −1 ≤ rho ≤ 1.
func NewBivariate(rho float64) *Bivariate {
	p := &Bivariate{}
	end := math.Asin(max(-1, min(1, rho)))
	for k := range p.rules {
		visit(turnedPoints, turnedEdges(math.Abs(end), float64(k+1)), func(theta, w float64) {
			sin, cos := math.Sincos(theta)
			p.rules[k] = append(p.rules[k], turned{math.Copysign(w/(2*math.Pi), end), math.Copysign(sin, end), 1 / (2 * cos * cos)})
		})
	}
	return p
}

// turnedEdges cuts [0, end] into panels that become narrower towards π/2, where cos θ vanishes.
func turnedEdges(end, parts float64) []float64 {
	edges := []float64{0}
	for a := 0.0; a < end; {
		a = min(end, a+max(1.5e-4, (math.Pi/2-a)/2)/parts)
		edges = append(edges, a)
	}
	return edges
}

// Above returns e^exponent P(X > a, Y > b), or 0 where e^exponent P(X > a) or e^exponent P(Y > b) is below e^−36. An
// exponent may make up for a probability that is smaller than all numbers. The error is below 1e-12 of the result where
// ρ ≥ 0, and of e^exponent H(a) H(b) where ρ < 0; what is left out is below 1e-16.
func (p *Bivariate) Above(exponent, a, b float64) float64 {
	least, most := min(a, b, 0), max(a, b, 0)
	if exponent-most*most/2 < -negligible {
		return 0
	}
	sum := ScaledH(exponent, a) * H(b)
	if exponent-least*least/2 < -negligible { // one of the two is large in any case
		return sum
	}
	square, cross := a*a+b*b, 2*a*b
	rule := p.rules[min(int((math.Abs(a)+math.Abs(b))/turnedReach), len(p.rules)-1)]
	for i := range rule {
		n := &rule[i]
		if e := exponent - (square-cross*n.sin)*n.curve; e > -negligible-4 {
			sum += n.weight * Exp(e)
		}
	}
	return max(0, sum)
}

// ScaledH returns e^exponent H(a), or 0 where that is below e^−36: H(a) may be smaller than all numbers.
func ScaledH(exponent, a float64) float64 {
	tail := 1.0
	switch {
	case a > 0:
		exponent -= a * a / 2
		if exponent < -negligible {
			return 0
		}
		tail = Erfcx(a/math.Sqrt2) / 2
	case exponent < -negligible:
		return 0
	case a > -9:
		tail = H(a)
	}
	return Exp(exponent) * tail
}
