package crossentropy

import (
	"math"
	"slices"

	"fbp/theory/saddle"
)

// resolve makes the rule over stabilities from lo to hi: panels of twelve points that start
// at the bend of the loss and go outwards, where the integrand becomes smoother. cut says
// that the integrals end at hi = 0 although P does not.
func (c *channel) resolve(lo, hi float64, cut bool) {
	at, width := c.l.Bend()
	b := c.bend()
	c.y.X, c.y.W, c.log = c.y.X[:0], c.y.W[:0], c.log[:0]
	edges := append(c.edges[:0], lo, hi)
	if math.IsInf(width, 1) {
		at = lo
	}
	if start := min(at, hi); start > lo {
		edges = c.outwards(edges, start, lo, hi, b, cut)
	}
	if start := max(at, lo); start < hi {
		if cut { // half of the way from either end
			middle := (start + hi) / 2
			edges = append(edges, middle)
			edges = c.outwards(edges, hi, middle, hi, b, cut)
			hi = middle
		}
		edges = c.outwards(edges, start, hi, 0, b, false)
	}
	slices.Sort(edges)
	c.edges = slices.Compact(edges)
	for i := range len(c.edges) - 1 {
		c.y = saddle.AddPanel(c.y, c.edges[i], c.edges[i+1])
	}
	for _, y := range c.y.X {
		f, _, _ := c.l.At(y)
		c.log = append(c.log, -c.beta*f)
	}
	c.exp = append(c.exp[:0], c.log...)
}

const beside = 1e-9 // of a bend, on one side

// bend is what the panels have to follow beside the bend of the loss.
type bend struct {
	at, width float64
	zone      float64 // distance from which on f is linear, to e^−36 of β
	below     float64 // width of the first panel on either side
	above     float64
}

// bend finds the first panels. Fields whose most likely stability is the bend see the
// integrand fall from there with a slope of up to β times the change of f', above, where only
// the Gaussian is left, of up to reach/v, or farthest/v. Panels of a smooth bend need not be narrower than
// 1.5 of its widths on this account: their curvature tells. A panel across which the
// exponent changes by 8 is good to 1e-15.
func (c *channel) bend() bend {
	at, width := c.l.Bend()
	b := bend{at: at, width: width, below: math.Inf(1), above: math.Inf(1)}
	if math.IsInf(width, 1) {
		return b
	}
	b.zone = width * (18 + math.Log(max(1, c.beta*width))/2)
	valueBelow, slopeBelow, curveBelow := c.l.At(at - beside)
	valueAbove, slopeAbove, curveAbove := c.l.At(at + beside)
	least := c.v * reach / max(reach, c.farthest)
	switch slopes := c.beta * math.Abs(slopeBelow-slopeAbove); {
	case width > 0:
		b.below, b.above = 8/c.beta, max(8/c.beta, least)
	case math.Abs(valueBelow-valueAbove) > 1e-3: // a jump
		b.below, b.above = least, least
	case slopes > 1e-3*c.beta:
		b.below, b.above = 8/slopes, max(8/slopes, least)
	default:
		b.below = 3 / math.Sqrt(1/c.v+c.beta*max(curveBelow, curveAbove))
		b.above = b.below
	}
	b.below, b.above = max(b.below, 1.5*width), max(b.above, 1.5*width)
	return b
}

// outwards appends the edges of panels from start, which is the bend or nearer to it than
// end, to end. They are as wide as the Gaussian of width 1/√(1/v + βf”) allows, of which
// twelve points integrate three standard deviations to 1e-15, f” being largest at the inner
// edge; where f is not linear yet, as its exponentials in e^{−2γ|y|} ask for; and no wider
// than their distance from where the integrand may have a slope.
func (c *channel) outwards(edges []float64, start, end, hi float64, b bend, cut bool) []float64 {
	side, first := 1.0, b.above
	if end < start {
		side, first = -1, b.below
	}
	edges = append(edges, start)
	for a := start; a != end && !math.IsNaN(a); {
		away := math.Abs(a - b.at)
		_, slope, curvature := c.l.At(a + side*beside)
		curved := 1/c.v + c.beta*curvature
		step := min(3/math.Sqrt(curved), max(first, away))
		if away < b.zone {
			step = min(step, max(1.5*b.width, min(away, 4*b.width)))
		}
		if cut { // the integrand falls from there with the slope that it has, of fields not at their likeliest
			step = min(step, max(min(1/math.Sqrt(curved), 8/(c.beta*math.Abs(slope))), hi-a))
		}
		next := a + side*step
		if (end-next)*side < step/8 {
			next = end
		}
		if next == a { // steps below rounding, of slopes without bound
			next = end
		}
		edges = append(edges, next)
		a = next
	}
	return edges
}
