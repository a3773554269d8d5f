package crossentropy

import (
	"math"
	"slices"

	"fbp/gauss"
	"fbp/loss"
	"fbp/theory/saddle"
)

// channel is a pattern seen from its cavity field ω: its stability y has the distribution
//
//	P(y|ω) = N(y; ω, v) e^{−βf(y)} / Z(ω),   v = 1 − q.
//
// All sums over y share one rule, on which f is known; those of a field take the points
// near the maximum of their own integrand.
type channel struct {
	l        loss.Loss
	beta, v  float64
	y        gauss.Rule
	edges    []float64 // of its panels
	log      []float64 // −βf at the points of y
	exp      []float64 // scratch
	fields   gauss.Rule
	farthest float64 // field in size, if more than reach
}

const (
	reach      = 8.5  // standard deviations of a cavity field, H(8.5) = 1e-17
	negligible = 38.0 // e^−38 = 3e-17
)

// set makes the rules for inverse temperature β and v = 1 − q.
func (c *channel) set(beta, v float64) {
	c.beta, c.v = beta, v
	c.fields = c.fieldRule(-reach, reach)
	lo, _ := c.window(-reach)
	_, hi := c.window(reach)
	c.resolve(lo, hi, false)
}

// exponent is ln of the integrand at stability y.
func (c *channel) exponent(y, field float64) float64 {
	f, _, _ := c.l.At(y)
	return -c.beta*f - (y-field)*(y-field)/(2*c.v)
}

// window is where the integrand of a field is not negligible against its maximum, which
// is the proximal point, or the bend of a loss that jumps there.
func (c *channel) window(field float64) (lo, hi float64) {
	at, _ := c.l.Bend()
	peaks := [...]float64{proximal(c.l, field, c.beta*c.v), at}
	heights := [...]float64{c.exponent(peaks[0], field), c.exponent(peaks[1], field)}
	least := max(heights[0], heights[1]) - negligible
	lo, hi = math.Inf(1), math.Inf(-1)
	for i, peak := range peaks {
		if heights[i] > least {
			lo, hi = min(lo, c.edge(peak, field, -1, least)), max(hi, c.edge(peak, field, 1, least))
		}
	}
	return lo, hi
}

// edge is where the exponent falls below least, from a peak to one side.
func (c *channel) edge(peak, field, side, least float64) float64 {
	far := side * math.Sqrt(c.v)
	for far != 0 && c.exponent(peak+far, field) > least {
		far *= 1.3
	}
	for math.Abs(far) > 1e-12 && c.exponent(peak+far/1.3, field) < least {
		far /= 1.3
	}
	return peak + far
}

// fieldRule is a rule for ∫Du over cavity fields ω = √q u, with panels that follow where
// the most likely stability passes the bend of the loss, and at further features.
func (c *channel) fieldRule(lo, hi float64, features ...saddle.Feature) gauss.Rule {
	sq := math.Sqrt(1 - c.v)
	at, width := c.l.Bend()
	smooth := math.Hypot(width, math.Sqrt(c.v))
	delta := c.beta * c.v
	_, _, curvature := c.l.At(at)
	beside := 1e-9 + width*math.Asinh(math.Sqrt(delta*curvature))
	for _, y := range [...]float64{at - beside, at + beside} {
		_, slope, _ := c.l.At(y)
		features = append(features, saddle.Feature{At: (y + delta*slope) / sq, Width: smooth / sq})
	}
	return saddle.Mesh(gauss.Rule{}, lo, hi, 1.5, features...)
}

// moments are averages over P(y|ω).
type moments struct {
	log    float64 // ln Z
	mean   float64 // (ln Z)' = ⟨y − ω⟩/v
	spread float64 // (ln Z)'' = (⟨(y−ω)²⟩ − ⟨y−ω⟩² − v)/v²
	energy float64 // ⟨f⟩
	// weight[i] is the probability of point from+i of the rule; in the channel's memory.
	weight []float64
	from   int
}

// at averages over the stability of a pattern with the given cavity field.
func (c *channel) at(field float64) (m moments) {
	from, to, top := c.points(field)
	sum, first, energy := 0.0, 0.0, 0.0
	weight := c.exp[from:to]
	for i, e := range weight {
		w := c.y.W[from+i] * math.Exp(e-top)
		weight[i] = w
		sum += w
		first += w * (c.y.X[from+i] - field)
		energy -= w * c.log[from+i]
	}
	mean, second := first/sum, 0.0
	for i := range weight {
		x := c.y.X[from+i] - field - mean
		second += weight[i] * x * x
		weight[i] /= sum
	}
	return moments{
		log: top + math.Log(sum/math.Sqrt(2*math.Pi*c.v)), mean: mean / c.v, spread: (second/sum - c.v) / (c.v * c.v),
		energy: energy / sum / c.beta, weight: weight, from: from,
	}
}

// points are those of the rule that matter for a field, with their exponents in c.exp, and
// the largest of these.
func (c *channel) points(field float64) (from, to int, top float64) {
	top = math.Inf(-1)
	half := 1 / (2 * c.v)
	from, to = c.near(field)
	for i, y := range c.y.X[from:to] {
		e := c.log[from+i] - (y-field)*(y-field)*half
		c.exp[from+i] = e
		top = max(top, e)
	}
	least := top - negligible
	for ; to > from && !(c.exp[to-1] >= least); to-- {
	}
	for from < to && c.exp[from] < least {
		from++
	}
	return from, to, top
}

// near leaves out points that cannot matter for a field: f falls as y rises, so that the
// integrand is largest between ω and ω − βv f'(ω), or at the bend, and on either side falls
// at least as fast as the Gaussian.
func (c *channel) near(field float64) (from, to int) {
	at, _ := c.l.Bend()
	_, slope, _ := c.l.At(field)
	far := math.Sqrt(2 * c.v * (negligible + 2))
	first, _ := slices.BinarySearch(c.edges, field-far)
	last, _ := slices.BinarySearch(c.edges, max(field-c.beta*c.v*slope, at)+far)
	points := len(c.y.X) / (len(c.edges) - 1) // of each panel
	return points * max(0, first-1), points * min(last, len(c.edges)-1)
}

// average is ∫Du of what a field gives.
func (c *channel) average(f func(m moments) float64) (sum float64) {
	sq := math.Sqrt(1 - c.v)
	for i, u := range c.fields.X {
		sum += c.fields.W[i] * gauss.G(u) * f(c.at(sq*u))
	}
	return sum
}

// proximal is the stability y at which f(y) + (y−u)²/2δ is smallest, by halving an interval
// in which its slope changes sign; f must be convex, or bounded: then it is a local minimum.
func proximal(l loss.Loss, u, delta float64) float64 {
	slope := func(y float64) float64 { _, s, _ := l.At(y); return y - u + delta*s }
	step := -math.Copysign(1, slope(u))
	y, _ := saddle.Bracket(slope, u, slope(u), step, 2, step*math.Inf(1)).Root(slope, 1e-15*(1+math.Abs(u)))
	return y
}
