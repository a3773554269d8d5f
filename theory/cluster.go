package theory

import (
	"math"

	"fbp/gauss"
)

// A factor is what a pattern or a weight contributes to the partition function as
// a function of the field that acts on it: e^L, with L' and L”.
type factor interface {
	log(f float64) float64
	// slopes counts L' from pull.
	slopes(f float64) (slope, curvature float64)
	// turn is where L' changes, and over which length: the nearest singularities
	// of L are 1.5 widths from the real axis, or farther.
	turn() feature
	// pull is L' far above the turn.
	pull() float64
}

// cluster averages a factor over the clusters that one step of replica symmetry
// breaking groups solutions into: their fields are f + σz, and each counts with
// its weight e^{mL},
//
//	⟨O⟩ = ∫Dz e^{mL(f+σz)} O(f+σz) / ∫Dz e^{mL(f+σz)}.
//
// σ = 0 is the replica-symmetric case.
type cluster struct {
	factor   factor
	m, sigma float64
	// nodes of ∫dg, g = f + σz, shared by all f; nil if each f has its own
	nodes []clusterNode
}

// clusterNode is a point g with its weight in the rule, m L(g), L' and L”.
type clusterNode struct{ g, weight, log, slope, curvature float64 }

// clusterMean is what the saddle point needs of a factor's clusters.
type clusterMean struct {
	log       float64 // (1/m) ln ∫Dz e^{mL}; not for σ = 0
	mean      float64 // ⟨L'⟩, counted from pull
	variance  float64 // ⟨L'²⟩ − ⟨L'⟩²
	curvature float64 // ⟨L''⟩
	square    float64 // ⟨L''²⟩
}

// response is the derivative of the mean by the field, ⟨L”⟩ + m(⟨L'²⟩ − ⟨L'⟩²).
func (a clusterMean) response(m float64) float64 { return a.curvature + m*a.variance }

const (
	clusterReach = 8.5  // standard deviations
	turnReach    = 8.0  // widths of a turn
	negligible   = 36.0 // e^−36 = 2e-16
)

// set changes factor and spread, for fields from lo to hi.
func (c *cluster) set(x factor, sigma, lo, hi float64) {
	c.factor, c.sigma, c.nodes = x, sigma, c.nodes[:0]
	turn := x.turn()
	if sigma < turn.width { // few points serve each f, where all f together would need many
		return
	}
	// far fields are drawn by mσ²L' at most, and to the turn at most where L' falls
	reach := clusterReach*sigma + c.m*sigma*sigma*x.pull()
	lo, hi = lo-reach, max(hi, turn.at+turnReach*turn.width)+reach
	widest := 1.5 * sigma
	if c.m > 1 && x.pull() == 0 { // e^{mL−z²/2} is as narrow where L bends down
		widest /= math.Sqrt(1 + c.m*sigma*sigma/(turn.width*turn.width))
		turn.width /= math.Sqrt(c.m)
	}
	rule := mesh(gauss.Rule{}, lo, hi, widest, turn)
	for i, g := range rule.X {
		slope, curvature := x.slopes(g)
		c.nodes = append(c.nodes, clusterNode{g, rule.W[i] / (sigma * math.Sqrt(2*math.Pi)), c.m * x.log(g), slope, curvature})
	}
}

// at averages over clusters.
func (c *cluster) at(f float64) (a clusterMean) {
	centre, curvature := c.factor.slopes(f)
	if c.sigma == 0 {
		a.mean, a.curvature, a.square = centre, curvature, curvature*curvature
		return a
	}
	shift, reference := c.peak(f)
	sum, first, second := 0.0, 0.0, 0.0
	add := func(n *clusterNode, w float64) {
		slope := n.slope - centre // so that squares do not cancel where σ is small
		sum += w
		first += w * slope
		second += w * slope * slope
		a.curvature += w * n.curvature
		a.square += w * n.curvature * n.curvature
	}
	if len(c.nodes) > 0 {
		for i := range c.nodes {
			n := &c.nodes[i]
			z := (n.g - f) / c.sigma
			if e := n.log - z*z/2 - reference; e > -negligible-2 {
				add(n, n.weight*gauss.Exp(e))
			}
		}
	} else {
		width := c.factor.turn().width
		h := trapezoidStep(1/math.Sqrt(1+c.m*c.sigma*c.sigma/(width*width)), 1.4*width/c.sigma)
		last := math.Ceil((clusterReach + max(1, min(c.m, 2))*c.m*c.sigma*c.factor.pull()) / h) // beyond the other peak of cosh^m
		for j := -last; j <= last; j++ {
			z := shift + j*h
			n := clusterNode{g: f + c.sigma*z}
			if e := c.m*c.factor.log(n.g) - z*z/2 - reference; e > -negligible-2 {
				n.slope, n.curvature = c.factor.slopes(n.g)
				add(&n, h/math.Sqrt(2*math.Pi)*gauss.Exp(e))
			}
		}
	}
	first /= sum
	a.mean, a.variance = centre+first, second/sum-first*first
	a.curvature /= sum
	a.square /= sum
	a.log = (reference + math.Log(sum)) / c.m
	return a
}

// peak finds z where e^{mL(f+σz)−z²/2} is largest, and its logarithm there, by
// Newton's method for z = mσL'(f+σz); with a spread above the width of the turn
// not exactly, which costs nothing there.
func (c *cluster) peak(f float64) (z, log float64) {
	turn, pull := c.factor.turn(), c.factor.pull()
	z = math.Copysign(c.m*c.sigma*pull, f-turn.at)
	for range 12 {
		slope, curvature := c.factor.slopes(f + c.sigma*z)
		step := (c.m*c.sigma*(pull+slope) - z) / (1 - min(0, c.m*c.sigma*c.sigma*curvature))
		z += step
		if math.Abs(step) < 0.1 {
			break
		}
	}
	return z, c.m*c.factor.log(f+c.sigma*z) - z*z/2
}

// log is (1/m) ln ∫Dz e^{mL(f+σz)}.
func (c *cluster) log(f float64) float64 {
	if c.sigma == 0 {
		return c.factor.log(f)
	}
	return c.at(f).log
}

// weightFactor is 2cosh f, with L' = 1 − δ, δ = 1 − tanh f without the
// cancellation.
type weightFactor struct{}

func (weightFactor) log(f float64) float64 { return gauss.Log2Cosh(f) }
func (weightFactor) slopes(f float64) (slope, curvature float64) {
	t := tilt(f)
	return -t, t * (2 - t)
}
func (weightFactor) turn() feature { return feature{0, 1} }
func (weightFactor) pull() float64 { return 1 }

// patternFactor is H((κ−f)/r), so that L' = (G/H)((κ−f)/r)/r.
type patternFactor struct{ kappa, r float64 }

func (p patternFactor) log(f float64) float64 { return gauss.LogH((p.kappa - f) / p.r) }
func (p patternFactor) slopes(f float64) (slope, curvature float64) {
	u := (p.kappa - f) / p.r
	h := gauss.Mills(u)
	return h / p.r, -millsSlope(u, h) / (p.r * p.r)
}
func (p patternFactor) turn() feature { return feature{p.kappa, p.r} }
func (p patternFactor) pull() float64 { return 0 }

// tilt is δ = 1 − tanh F without its cancellation.
func tilt(f float64) float64 { return 2 / (1 + gauss.Exp(2*f)) }

// millsSlope is the derivative of the Mills ratio h, h(h − u).
func millsSlope(u, h float64) float64 {
	if u > 1e4 { // h − u cancels; h(h − u) = 1 − 1/u² + O(u⁻⁴)
		return 1 - 1/(u*u)
	}
	return h * (h - u)
}
