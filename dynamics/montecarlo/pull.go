package montecarlo

import (
	"math"

	"fbp/gauss"
)

// The couplings that a config can name.
const (
	Pairwise = "pairwise" // every replica with every other: U = J μ²/2
	Centre   = "centre"   // through a centre, which is summed out: U = ln 2cosh(γ μ)
)

// pull is the coupling of y replicas at a site: what the flip of one changes, by the
// class, the number of those that are +1.
type pull struct {
	y            int
	lower, raise []float64 // ΔU of a flip of one that is +1, or −1
	down, rise   []float64 // min(1, e^ΔU) of these
	rate         []float64 // their sum over all replicas of the site
}

func newPull(y int) pull {
	p := pull{y: y}
	for _, table := range []*[]float64{&p.lower, &p.raise, &p.down, &p.rise, &p.rate} {
		*table = make([]float64, y+1)
	}
	p.set(Pairwise, 0)
	return p
}

// set sets the coupling to a strength: y J, or γ. Both are the field that a replica
// feels when all others agree.
func (p *pull) set(coupling string, strength float64) {
	u := func(class int) float64 {
		mu := float64(2*class - p.y)
		if coupling == Centre {
			return float64(gauss.Log2Cosh(float64(strength * mu)))
		}
		return float64(strength / float64(2*p.y) * float64(mu*mu))
	}
	for class := range p.y + 1 {
		p.rate[class] = 0
		if class > 0 {
			p.lower[class] = u(class-1) - u(class)
			p.down[class] = gauss.Exp(min(0, p.lower[class]))
			p.rate[class] += float64(float64(class) * p.down[class])
		}
		if class < p.y {
			p.raise[class] = u(class+1) - u(class)
			p.rise[class] = gauss.Exp(min(0, p.raise[class]))
			p.rate[class] += float64(float64(p.y-class) * p.rise[class])
		}
	}
}

// of is ΔU of the flip of one that is +1, or one that is −1.
func (p *pull) of(class int, positive bool) float64 {
	if positive {
		return p.lower[class]
	}
	return p.raise[class]
}

// constant is J or γ of a strength.
func constant(coupling string, y int, strength float64) float64 {
	if coupling == Centre {
		return strength
	}
	return strength / float64(y)
}

// The control of the coupling, which follows the overlap that is wanted: what a sweep
// adds per unit of overlap missing, and the strongest coupling. With 20 pairwise
// replicas J moves by 0.02 and ends at 0.2.
const (
	gain      = 0.4
	strongest = 4
)

// followed is the strength after a sweep with an overlap too small by missing.
func followed(strength, missing float64) float64 {
	return min(strongest, max(0, math.FMA(gain, missing, strength)))
}
