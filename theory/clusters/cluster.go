package clusters

import (
	"math"

	"fbp/gauss"
	"fbp/theory/saddle"
)

// Factor is what a pattern or a weight contributes to the partition function as
// a function of the field that acts on it: e^L, with L' and L”.
type Factor interface {
	// Log is L at field f.
	Log(f float64) float64
	// Slopes counts L' from pull.
	Slopes(f float64) (slope, curvature float64)
	// Turn is where L' changes, and over which length: the nearest singularities
	// of L are 1.5 widths from the real axis, or farther.
	Turn() saddle.Feature
	// pull is L' far above the turn.
	pull() float64
}

// Average averages a factor over the clusters that one step of replica symmetry
// breaking groups solutions into: their fields are f + σz, and each counts with
// its weight e^{mL},
//
//	⟨O⟩ = ∫Dz e^{mL(f+σz)} O(f+σz) / ∫Dz e^{mL(f+σz)}.
//
// σ = 0 is the replica-symmetric case.
type Average struct {
	Factor   Factor
	M, Sigma float64
	// nodes of ∫dg, g = f + σz, shared by all f; nil if each f has its own
	nodes []node
}

// node is a point g with its weight in the rule, m L(g), L' and L”.
type node struct{ g, weight, log, slope, curvature float64 }

// Mean is what the saddle point needs of a factor's clusters.
type Mean struct {
	Log       float64 // (1/m) ln ∫Dz e^{mL}; not for σ = 0
	Mean      float64 // ⟨L'⟩, counted from pull
	Variance  float64 // ⟨L'²⟩ − ⟨L'⟩²
	Curvature float64 // ⟨L''⟩
	Square    float64 // ⟨L''²⟩
}

// Response is the derivative of the mean by the field, ⟨L”⟩ + m(⟨L'²⟩ − ⟨L'⟩²).
func (a Mean) Response(m float64) float64 { return a.Curvature + m*a.Variance }

const (
	// Reach is how far an average goes, in standard deviations.
	Reach     = 8.5
	turnReach = 8.0 // widths of a turn
	// Negligible is the logarithm of what is left out: e^−36 = 2e-16.
	Negligible = 36.0
)

// Set changes factor and spread, for fields from lo to hi.
func (c *Average) Set(x Factor, sigma, lo, hi float64) {
	c.Factor, c.Sigma, c.nodes = x, sigma, c.nodes[:0]
	turn := x.Turn()
	if sigma < turn.Width { // few points serve each f, where all f together would need many
		return
	}
	// far fields are drawn by mσ²L' at most, and to the turn at most where L' falls
	reach := Reach*sigma + c.M*sigma*sigma*x.pull()
	lo, hi = lo-reach, max(hi, turn.At+turnReach*turn.Width)+reach
	widest := 1.5 * sigma
	if c.M > 1 && x.pull() == 0 { // e^{mL−z²/2} is as narrow where L bends down
		widest /= math.Sqrt(1 + c.M*sigma*sigma/(turn.Width*turn.Width))
		turn.Width /= math.Sqrt(c.M)
	}
	rule := saddle.Mesh(gauss.Rule{}, lo, hi, widest, turn)
	for i, g := range rule.X {
		slope, curvature := x.Slopes(g)
		c.nodes = append(c.nodes, node{g, rule.W[i] / (sigma * math.Sqrt(2*math.Pi)), c.M * x.Log(g), slope, curvature})
	}
}

// At averages over clusters.
func (c *Average) At(f float64) (a Mean) {
	centre, curvature := c.Factor.Slopes(f)
	if c.Sigma == 0 {
		a.Mean, a.Curvature, a.Square = centre, curvature, curvature*curvature
		return a
	}
	shift, reference := c.peak(f)
	sum, first, second := 0.0, 0.0, 0.0
	add := func(n *node, w float64) {
		slope := n.slope - centre // so that squares do not cancel where σ is small
		sum += w
		first += w * slope
		second += w * slope * slope
		a.Curvature += w * n.curvature
		a.Square += w * n.curvature * n.curvature
	}
	if len(c.nodes) > 0 {
		for i := range c.nodes {
			n := &c.nodes[i]
			z := (n.g - f) / c.Sigma
			if e := n.log - z*z/2 - reference; e > -Negligible-2 {
				add(n, n.weight*gauss.Exp(e))
			}
		}
	} else {
		width := c.Factor.Turn().Width
		h := saddle.TrapezoidStep(1/math.Sqrt(1+c.M*c.Sigma*c.Sigma/(width*width)), 1.4*width/c.Sigma)
		far := Reach + max(1, min(c.M, 2))*c.M*c.Sigma*c.Factor.pull() // beyond the other peak of cosh^m
		log := func(z float64) float64 { return c.M*c.Factor.Log(f+c.Sigma*z) - z*z/2 - reference }
		for z, e := range saddle.Trapezoid(log, shift, h, far) {
			if !(e < -Negligible-2) {
				n := node{g: f + c.Sigma*z}
				n.slope, n.curvature = c.Factor.Slopes(n.g)
				add(&n, h/math.Sqrt(2*math.Pi)*gauss.Exp(e))
			}
		}
	}
	first /= sum
	a.Mean, a.Variance = centre+first, second/sum-first*first
	a.Curvature /= sum
	a.Square /= sum
	a.Log = (reference + math.Log(sum)) / c.M
	return a
}

// peak finds z where e^{mL(f+σz)−z²/2} is largest, and its logarithm there, by
// Newton's method for z = mσL'(f+σz); with a spread above the width of the turn
// not exactly, which costs nothing there.
func (c *Average) peak(f float64) (z, log float64) {
	turn, pull := c.Factor.Turn(), c.Factor.pull()
	z = math.Copysign(c.M*c.Sigma*pull, f-turn.At)
	for range 12 {
		slope, curvature := c.Factor.Slopes(f + c.Sigma*z)
		step := (c.M*c.Sigma*(pull+slope) - z) / (1 - min(0, c.M*c.Sigma*c.Sigma*curvature))
		z += step
		if math.Abs(step) < 0.1 {
			break
		}
	}
	return z, c.M*c.Factor.Log(f+c.Sigma*z) - z*z/2
}

// Log is (1/m) ln ∫Dz e^{mL(f+σz)}.
func (c *Average) Log(f float64) float64 {
	if c.Sigma == 0 {
		return c.Factor.Log(f)
	}
	return c.At(f).Log
}

// Weight is 2cosh f, with L' = 1 − δ, δ = 1 − tanh f without the
// cancellation.
type Weight struct{}

// Log is ln 2cosh f.
func (Weight) Log(f float64) float64 { return gauss.Log2Cosh(f) }

// Slopes are −δ and its derivative, δ = 1 − tanh f.
func (Weight) Slopes(f float64) (slope, curvature float64) {
	t := tilt(f)
	return -t, t * (2 - t)
}

// Turn is at f = 0, over a length of 1.
func (Weight) Turn() saddle.Feature { return saddle.Feature{At: 0, Width: 1} }
func (Weight) pull() float64        { return 1 }

// Pattern is H((κ−f)/r), so that L' = (G/H)((κ−f)/r)/r.
type Pattern struct{ Kappa, R float64 }

// Log is ln H((κ−f)/r).
func (p Pattern) Log(f float64) float64 { return gauss.LogH((p.Kappa - f) / p.R) }

// Slopes are the first two derivatives of Log.
func (p Pattern) Slopes(f float64) (slope, curvature float64) {
	u := (p.Kappa - f) / p.R
	h := gauss.Mills(u)
	return h / p.R, -MillsSlope(u, h) / (p.R * p.R)
}

// Turn is at f = κ, over a length of r.
func (p Pattern) Turn() saddle.Feature { return saddle.Feature{At: p.Kappa, Width: p.R} }
func (p Pattern) pull() float64        { return 0 }

// tilt is δ = 1 − tanh F without its cancellation.
func tilt(f float64) float64 { return 2 / (1 + gauss.Exp(2*f)) }

// MillsSlope is the derivative of the Mills ratio h, h(h − u).
func MillsSlope(u, h float64) float64 {
	if u > 1e4 { // h − u cancels; h(h − u) = 1 − 1/u² + O(u⁻⁴)
		return 1 - 1/(u*u)
	}
	return h * (h - u)
}
