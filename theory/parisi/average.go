package parisi

import (
	"math"
	"sync"

	"fbp/gauss"
)

// average is the mean over the points v = u − sd z of a step from a level outwards, z normal and each with its weight e^{y f(v)}. The
// nodes of a level lie at v = w sinh ξ, ξ in steps, and so do the points of the trapezoid rule in ξ,
//
//	∫Dz e^{y f} X = Σ_k dξ w cosh ξ_k e^{E(v_k)} X(v_k)/(sd √2π),   E(v) = y f(v) − (v − u)²/2sd²,
//
// with X = 1, f, f', f'² and f”, E counted from the first point. Points are at ξ = k step/parts where those of the level are too few, or at
// every steps-th node where they are too many; f between nodes is interpolated. One average is made by
//
//	convolve ─► top: where E is largest ─► run: to both sides from there ─► take: one point ─► point: f there, add: to the sums
type average struct {
	*level
	u, sd, y float64
	inverse  float64 // 1/sd

	parts, steps int       // one of them is 1
	most         float64   // E at the first point
	first1       float64   // f' there
	sum, plain   float64   // Σ_k w cosh ξ_k e^{E − most}, and that with f
	s1, s2, s11  float64   // with f' − first1, with f”, and with (f' − first1)²
	lo, hi       int       // nodes with a share: lo … hi−1
	share        []float64 // of each node in sum, as a point or by interpolation; zero before and after
}

const (
	mostNodes = 10000 // more points than any step of a search wants
	mostParts = 48    // the parts up to which weights of interpolation are kept
)

// shares are the weights of Lagrange's interpolation among points nodes, at [parts][k] for ξ a part k/parts of a step behind the left one
// of the two in the middle.
var shares = sync.OnceValue(func() *[mostParts + 1][][points]float64 {
	var w [mostParts + 1][][points]float64
	for parts := range w {
		for k := range parts {
			w[parts] = append(w[parts], lagrange(points/2-1+float64(k)/float64(parts)))
		}
	}
	return &w
})

// convolve is f_out = (1/y) ln ∫Dz e^{y f(u − sd z)}, for y = 0 ∫Dz f, and its derivatives by u,
//
//	f'_out = ⟨f'⟩_t,   f”_out = ⟨f”⟩_t + y(⟨f'²⟩_t − ⟨f'⟩_t²)
//
// with ⟨⟩_t the mean by the weights e^{E}. It returns these as a row too, and where E is largest, which is looked for from near; stiff
// is a bound of −f”.
//
// dξ resolves f, which changes on the scale of w or |v|, and the Gaussian of the tilted width sd/√(1 + y stiff sd²). The sum
// runs from the maximum to both sides until e^{E} is below e^−28 of it.
func (l *level) convolve(u, sd, y, stiff, near float64, scratch []float64) (f out, top float64, r row) {
	a := average{level: l, u: u, sd: sd, y: y, inverse: 1 / sd, lo: len(l.u), hi: -1, share: scratch}
	tilted := sd / math.Sqrt(1+y*stiff*sd*sd)
	top = a.top(near, tilted)
	// f changes on the scale of w or |u|, by a step of ξ, and the Gaussian on its own; no search near a minimum needs finer steps
	if !a.run(top, min(0.45, max(sd/400, 0.9*tilted)/math.Hypot(l.width, math.Abs(top)+4*sd))/step) {
		return out{f: math.NaN()}, top, row{}
	}
	r = row{a.lo, make([]float64, a.hi-a.lo)}
	for m := range r.weight {
		r.weight[m], scratch[a.lo+m] = scratch[a.lo+m]/a.sum, 0
	}
	f.f, f.f1 = a.plain/a.sum, a.s1/a.sum
	f.f2 = (a.s2 + y*(a.s11-a.s1*f.f1)) / a.sum
	f.f1 += a.first1
	if y != 0 {
		dxi := step * float64(a.steps) / float64(a.parts)
		f.f = (a.most + math.Log(a.sum*dxi/(sd*math.Sqrt(2*math.Pi)))) / y
	}
	return f, top, r
}

// out is f of the next level outwards with its derivatives.
type out struct{ f, f1, f2 float64 }

// top is where E(v) is largest, to the distance close, by Newton's method from near.
func (a *average) top(near, close float64) float64 {
	top, sd := near, a.sd
	for range 30 {
		f1, f2 := a.slopes(top)
		move := (a.y*f1 - (top-a.u)/(sd*sd)) / (1/(sd*sd) - a.y*min(f2, 0))
		move = max(min(a.u, 0)-40*sd, min(top+move, a.u)) - top // f falls, and is about 0 for u < 0
		top += move
		if math.Abs(move) < close {
			break
		}
	}
	return top
}

// run adds up the points, at most so many steps from each other (a number that may be below 1), from top to both sides. It reports
// whether the sum has an end.
func (a *average) run(top, steps float64) bool {
	a.parts, a.steps = 1, int(steps)
	if a.steps == 0 {
		a.parts, a.steps = int(math.Ceil(1/steps)), 1
	}
	first := int(math.Floor(math.Asinh(top/a.width) / step * float64(a.parts)))
	a.most = math.NaN()
	left := mostNodes
	for k := first; left > 0 && a.take(k); k += a.steps {
		left--
	}
	for k := first - a.steps; left > 0 && a.take(k); k -= a.steps {
		left--
	}
	return left > 0 && a.lo < a.hi && a.sum < math.Inf(1)
}

// take adds the point at ξ = k step/parts and notes the shares of the nodes that f is known from. It reports whether the point counts.
func (a *average) take(k int) bool {
	if n := k - a.from; a.parts == 1 && n >= 0 && n < len(a.share) {
		e := a.add(a.level.u[n], a.stretch[n], a.f[n], a.f1[n], a.f2[n])
		a.share[n] += e
		a.lo, a.hi = min(a.lo, n), max(a.hi, n+1)
		return e > 0
	}
	p := a.point(k)
	e := a.add(p.v, p.dv, p.f, p.f1, p.f2)
	if p.weights == nil {
		a.share[p.node] += e
		a.lo, a.hi = min(a.lo, p.node), max(a.hi, p.node+1)
		return e > 0
	}
	to := a.share[p.node : p.node+points]
	for m, x := range p.weights {
		to[m] += e * x
	}
	a.lo, a.hi = min(a.lo, p.node), max(a.hi, p.node+points)
	return e > 0
}

// add adds the point v to the sums, and returns its term e^{E − most} dv/dξ of sum; 0 for one that does not count.
func (a *average) add(v, dv, f, f1, f2 float64) float64 {
	d := (v - a.u) * a.inverse
	e := a.y*f - d*d/2
	if math.IsNaN(a.most) {
		a.most, a.first1 = e, f1
	}
	if e -= a.most; !(e >= -28) {
		return 0
	}
	e = gauss.Exp(e) * dv
	f1 -= a.first1
	a.sum += e
	a.plain += e * f
	a.s1 += e * f1
	a.s2 += e * f2
	a.s11 += e * f1 * f1
	return e
}

// point is f with its derivatives at one ξ, and the node that it is or, with weights, the first of those that it is interpolated from.
type point struct {
	out
	v, dv   float64
	node    int
	weights *[points]float64
}

// point finds f at ξ = k step/parts: at a node, beyond the last one, or between nodes.
func (a *average) point(k int) (p point) {
	node, part := k/a.parts-a.from, k%a.parts
	if part < 0 {
		node, part = node-1, part+a.parts
	}
	last := len(a.level.u) - 1
	if part == 0 && node >= 0 && node <= last {
		return point{out{a.f[node], a.f1[node], a.f2[node]}, a.level.u[node], a.stretch[node], node, nil}
	}
	up := gauss.Exp(step * float64(k) / float64(a.parts))
	p.v, p.dv = a.width*(up-1/up)/2, a.width*(up+1/up)/2
	switch first := node - points/2 + 1; {
	case node < 0:
		return p
	case node >= last:
		p.node, p.f = last, a.value(p.v)
		p.f1, p.f2 = a.slopes(p.v)
		return p
	case first < 0 || first+points > last+1 || a.parts > mostParts:
		p.node = max(0, min(first, last+1-points))
		w := lagrange(float64(node-p.node) + float64(part)/float64(a.parts))
		p.weights = &w
	default:
		p.node, p.weights = first, &shares()[a.parts][part]
	}
	p.f, p.f1, p.f2 = dot(p.weights, a.f[p.node:]), dot(p.weights, a.f1[p.node:]), dot(p.weights, a.f2[p.node:])
	return p
}
