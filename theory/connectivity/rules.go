package connectivity

import (
	"math"
	"slices"

	"fbp/gauss"
	"fbp/theory/saddle"
)

// cut is beyond which a normal variable has a probability of 4e-11.
const cut = 6.5

// fieldRule is a rule for a normal variable z, and for functions of it whose only poles are those of
// H(y), y changing by at most turn per unit of z: the trapezoid rule, which need not know where they have steps,
// or panels around the features, where these are fewer points.
func fieldRule(turn float64, features ...saddle.Feature) (r gauss.Rule) {
	const fewest = 12 * 2 * cut / 1.5 // points of the panels
	h := saddle.TrapezoidStep(1/math.Hypot(1, turn), saddle.MillsPole/turn)
	n := math.Ceil(cut / h)
	if !(2*n <= fewest) { // n is NaN where turn is infinite
		r = panels(-cut, cut, 1.5, features...)
	}
	if 2*n <= max(fewest, float64(len(r.X))) {
		r = gauss.Rule{X: make([]float64, 0, int(2*n+1)), W: make([]float64, 0, int(2*n+1))}
		for k := -n; k <= n; k++ {
			r.X, r.W = append(r.X, k*h), append(r.W, h)
		}
	}
	for i, z := range r.X {
		r.W[i] *= gauss.G(z)
	}
	return r
}

// panels are those of [saddle.Mesh] with an edge at every feature; one without a width is a kink.
func panels(lo, hi, widest float64, features ...saddle.Feature) (r gauss.Rule) {
	edges := []float64{lo, hi}
	var wide []saddle.Feature
	for _, f := range features {
		if lo < f.At && f.At < hi {
			edges = append(edges, f.At)
		}
		if f.Width > 0 {
			wide = append(wide, f)
		}
	}
	slices.Sort(edges)
	for i := range len(edges) - 1 {
		e := saddle.Edges(edges[i], edges[i+1], widest, wide...)
		for k := range len(e) - 1 {
			r = saddle.AddPanel(r, e[k], e[k+1])
		}
	}
	return r
}

// crossing is where slope z passes x, smeared out over a width.
func crossing(x, slope, width float64) saddle.Feature {
	if slope == 0 {
		return saddle.Feature{At: math.Inf(1)}
	}
	return saddle.Feature{At: x / slope, Width: width / math.Abs(slope)}
}

// turn is the change of y with a field of deviation s.
func (t Typical) turn(s float64) float64 { return math.Sqrt(t.Q/t.V) * s }

// fields is a rule for the field z of solution 1, and functions of it that are averaged over all else: the probability
// that the stabilities with these shares and a normal noise add up to less than a bound. It bends where
// either solution comes from its margin, and has a step where the mean passes the bound, of free
// stabilities or with one of them at its margin.
func (p Pair) fields(shareA, shareB, bound, noise float64) gauss.Rule {
	a, b := p.A, p.B
	r, s := p.correlation()
	slopeA, slopeB := math.Sqrt(a.Q), math.Sqrt(b.Q)*r
	widthA, widthB := math.Sqrt(a.V), math.Sqrt(b.V+b.Q*s*s)
	return fieldRule(math.Hypot(a.turn(1), b.turn(r)),
		crossing(a.Kappa, slopeA, widthA),
		crossing(b.Kappa, slopeB, widthB),
		crossing(bound-shareB*b.Kappa, shareA*slopeA, math.Hypot(noise, shareA*widthA)),
		crossing(bound-shareA*a.Kappa, shareB*slopeB, math.Hypot(noise, shareB*widthB)),
		crossing(bound, shareA*slopeA+shareB*slopeB, math.Hypot(noise, math.Hypot(shareA*widthA, shareB*widthB))))
}

// average is ⟨f(z)⟩ over the field z, normal of this mean and deviation, of a function that bends as the answer does, and where the field
// is near a stability u. It is for q < 1; at q = 1 the probability to be below u has a step, see averageBelow.
func (t Typical) average(f func(z float64) float64, u, mean, deviation float64) (sum float64) {
	if deviation < 1e-7 { // its square is rounding
		return f(mean)
	}
	slope, width := math.Sqrt(t.Q)*deviation, math.Sqrt(t.V)
	rule := fieldRule(t.turn(deviation),
		crossing(t.Kappa-math.Sqrt(t.Q)*mean, slope, width), crossing(u-math.Sqrt(t.Q)*mean, slope, width))
	for i, x := range rule.X {
		sum += rule.W[i] * f(mean+deviation*x)
	}
	return sum
}
