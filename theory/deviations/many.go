package deviations

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/clusters"
	"fbp/theory/saddle"
)

// manyReplicas is y = ∞ at given order parameters: averages over the field at the
// maximum.
type manyReplicas struct {
	l     *replicas
	o     theory.Overlap // q1
	e     theory.Overlap // Q1
	slope float64        // φ'(q1)
}

// manySolve finds D = 1 − q1 + δ.
func (l *replicas) manySolve() (Point, error) {
	fail := func(err error) (Point, error) {
		return Point{}, fmt.Errorf("deviations: Of(alpha = %v, q1 = %v, y = %v): %w", l.alpha, l.q1, l.y, err)
	}
	unfelt := Point{Alpha: l.alpha, Q1: l.q1, Y: l.y, Q0: l.q1, DQ0: math.Inf(1), Bounded: true}
	a := l.machine.Activation
	k := manyReplicas{l: l, o: theory.Overlap{Q: l.q1, V: 1 - l.q1}}
	k.e, k.slope = a.Effective(k.o), a.Slope(k.o)
	excess := func(lnD float64) float64 {
		return lnD - math.Log(k.response(k.qHat(math.Exp(lnD)-k.o.V)))
	}
	const most = neverFelt + 15 // patterns lower the entropy by less than rounding
	x := math.Log(k.o.V)
	f := excess(x)
	step := -math.Copysign(0.3, f) // down towards the largest D for which the patterns' equations have a solution
	i := saddle.Bracket(excess, x, f, step, 1.4, most*math.Copysign(1, step))
	switch lnD, ok := i.Root(excess, 1e-13); {
	case ok:
		return k.point(math.Exp(lnD) - k.o.V), nil
	case i.A > neverFelt && f < 0: // the map increases D
		return unfelt, nil
	}
	return fail(theory.ErrNoConvergence)
}

// neverFelt is ln D from which on patterns lower the entropy by less than 1e-11 α.
const neverFelt = 25

// manyNode is a point of the rule over the field h: weight G(z0) dz0, ln H and its slope.
type manyNode struct{ weight, log, slope float64 }

const manyReach = 8.5 // of z0 and u

// patterns is the rule over h at δ, nil if there is none: z0 = (h − φ'δ L')/√Q1, L = ln H(−h/√(1−Q1)).
func (k manyReplicas) patterns(delta float64) (nodes []manyNode, fields []float64) {
	spread, s := k.slope*delta, math.Sqrt(k.e.Q)
	factor := clusters.Pattern{Kappa: k.l.margin, R: math.Sqrt(k.e.V)}
	if !(spread > -k.e.V) {
		return nil, nil
	}
	z0 := func(h float64) float64 { y, _ := factor.Slopes(h); return (h - spread*y) / s }
	var ends [2]float64
	for n, level := range [2]float64{-manyReach, manyReach} {
		beyond := func(h float64) float64 { return z0(h) - level }
		side, ok := -math.Copysign(1, beyond(0)), false
		if ends[n], ok = saddle.Bracket(beyond, 0, beyond(0), side, 2, 1e5*side).Root(beyond, 0); !ok {
			return nil, nil
		}
	}
	lo, hi := ends[0], ends[1]
	// where the patterns' spread takes over from the field's own
	features := []saddle.Feature{{At: factor.Kappa, Width: factor.R}}
	bend := func(h float64) float64 { _, c := factor.Slopes(h); return 1 + spread*c }
	if spread > 0 && bend(lo) < 0 {
		at := rises(bend, lo, hi)
		width := 0.2 * factor.R / (1 + math.Abs(at-factor.Kappa)/factor.R)
		features = append(features, saddle.Feature{At: at, Width: width}, saddle.Feature{At: lo, Width: width}) // z0 falls off in between
	}
	rule := saddle.Mesh(gauss.Rule{}, lo, hi, (hi-lo)/15, features...)
	for i, h := range rule.X {
		slope, curvature := factor.Slopes(h)
		z := (h - spread*slope) / s
		nodes = append(nodes, manyNode{rule.W[i] * gauss.G(z) * (1 - spread*curvature) / s, factor.Log(h), slope})
	}
	return nodes, rule.X
}

// rises finds where the rising f is zero, between lo and hi.
func rises(f func(float64) float64, lo, hi float64) float64 {
	x, _ := saddle.Root(f, lo, f(lo), hi, f(hi), 0)
	return x
}

// qHat is q̂1 = αφ'(q1)∫Dz0 L'².
func (k manyReplicas) qHat(delta float64) float64 {
	nodes, _ := k.patterns(delta)
	if nodes == nil {
		return math.NaN()
	}
	sum := 0.0
	for _, n := range nodes {
		sum += n.weight * n.slope * n.slope
	}
	return k.l.alpha * k.slope * sum
}

// energy is ∫Dz0 max_z [−z²/2 + ln H].
func (k manyReplicas) energy(delta float64) float64 {
	nodes, _ := k.patterns(delta)
	sum := 0.0
	for _, n := range nodes {
		sum += n.weight * (n.log - k.slope*delta*n.slope*n.slope/2)
	}
	return sum
}

// response is the D that goes with q̂1: √(q1/q̂1), or for binary weights
// ∫Du u tanh h/√q̂1.
func (k manyReplicas) response(qHat float64) float64 {
	if math.IsNaN(qHat) {
		return qHat
	}
	if k.l.machine.Weights == theory.Spherical {
		return math.Sqrt(k.o.Q / qHat)
	}
	w, ok := k.weights(qHat)
	if !ok {
		return math.NaN()
	}
	return w.response
}

// manyWeights are the averages over binary weights in fields h = √q̂1 u + δ̂ tanh h.
type manyWeights struct{ spread, square, response, log float64 }

// weights finds δ̂ for q1 = ∫Du tanh² h.
func (k manyReplicas) weights(qHat float64) (w manyWeights, ok bool) {
	excess := func(spread float64) float64 {
		w = averageMany(qHat, spread)
		return w.square - k.o.Q
	}
	side := -math.Copysign(1, excess(0))
	spread, ok := saddle.Bracket(excess, 0, excess(0), side, 2, 1e6*side).Root(excess, 1e-15)
	miss := excess(spread)
	return w, ok && math.Abs(miss) < 1e-11
}

// averageMany integrates over h. With δ̂ > 1 the maximum jumps at u = 0, from −h to h of
// h = δ̂ tanh h: fields in between are no maxima.
func averageMany(qHat, spread float64) manyWeights {
	w := manyWeights{spread: spread}
	s := math.Sqrt(qHat)
	lo := 0.0
	if spread > 1 {
		lo = rises(func(h float64) float64 { return h - spread*math.Tanh(h) }, 1e-9, spread)
		if spread < 1.2 { // there the bracket has another zero at h = 0
			lo = rises(func(h float64) float64 { return h/math.Tanh(h) - spread }, 1e-9, spread)
		}
	}
	// u as a function of x = h − lo, without the cancellation of h − δ̂ tanh h
	t0 := math.Tanh(lo)
	field := func(x float64) float64 {
		t := gauss.Tanh(x)
		return (x - spread*(1-t0)*(1+t0)*t/(1+t0*t)) / s
	}
	hi := rises(func(x float64) float64 { return field(x) - manyReach }, 0, manyReach*s+math.Abs(spread)*2+1)
	rule := saddle.Mesh(gauss.Rule{}, 0, hi, max(1e-300, hi/8), saddle.Feature{At: 0, Width: 0.7})
	for i, x := range rule.X {
		h := lo + x
		t, u := gauss.Tanh(h), field(x)
		weight := 2 * rule.W[i] * gauss.G(u) * (1 - spread*gauss.Sech2(h)) / s
		w.square += weight * t * t
		w.response += weight * u * t / s
		w.log += weight * (gauss.Log2Cosh(h) - spread*t*t/2)
	}
	return w
}

// point evaluates everything at δ.
func (k manyReplicas) point(delta float64) Point {
	l := k.l
	p := Point{Alpha: l.alpha, Q1: l.q1, Y: l.y, Q0: l.q1, DQ0: delta, Normalized: l.alpha * k.energy(delta)}
	if l.machine.Weights == theory.Spherical {
		p.Normalized += k.o.Q / (k.o.V + delta) / 2
		return p
	}
	p.conjugate = k.qHat(delta)
	w, _ := k.weights(p.conjugate)
	p.spread = w.spread
	free := math.Sqrt(k.o.Q) // without patterns every weight has the mean ±√q1
	h := math.Atanh(free)
	p.Normalized += -p.conjugate*(k.o.V+delta)/2 - k.o.Q*w.spread/2 + w.log - (gauss.Log2Cosh(h) - h*free)
	return p
}
