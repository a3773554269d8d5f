package parisi

import (
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/clusters"
)

// problem is a machine with a margin, at α or at its capacity.
type problem struct {
	activation theory.Activation
	kappa      float64 // in units of √(k(1)−k(0))
	capacity   bool
	last       float64 // at capacity λ_k, whose unit is free
	spread     float64 // at capacity λ_k [1−φ(q_k)]/(1−q_k), φ'(1) λ_k for q_k = 1
	alpha      float64 // below capacity
	decay      float64 // b of y ∝ (1−q)^−b, roughly
	order      float64 // errors fall as k^−order
}

// patternsTerm is the term of the patterns B = ∫Dz f(φ(q_0), √φ(q_0) z) and its gradient,
//
//	f_{i−1}(u) = (1/y_i) ln ∫Dz exp[y_i f_i(u − √(Q_i−Q_{i−1}) z)]
//	∂B/∂y_i = ⟨⟨f_i⟩_t − f_{i−1}⟩_{i−1}/y_i,   ∂B/∂q_i = ½(y_i − y_{i+1}) φ'(q_i)⟨f_i'²⟩_i
//
// ⟨·⟩_t the average with the weight of the step, ⟨·⟩_i that over the distribution of u at level i: the steps from level to level,
// transposed. Levels are those of q_0 … q_k, at capacity without the last.
func (p problem) patternsTerm(c Chain) (b float64, by gradient, levels []*level) {
	effective := make([]theory.Overlap, len(c.V))
	for i, v := range c.V {
		effective[i] = p.activation.Effective(theory.Overlap{Q: 1 - v, V: v})
	}
	levels, ends, stiff := p.outwards(c, effective)
	first := levels[0]
	average, _, r := first.convolve(p.kappa, math.Sqrt(effective[0].Q), 0, stiff, p.kappa, make([]float64, len(first.u)))
	copy(first.probability[r.from:], r.weight)
	return average.f, p.inwards(c, levels, ends), levels
}

// outwards makes the levels, from the innermost one outwards. ends are the ⟨f_k⟩_t of the innermost step at capacity, stiff is a bound of
// −f_0”.
func (p problem) outwards(c Chain, effective []theory.Overlap) (levels []*level, ends []float64, stiff float64) {
	innermost := len(c.Y)
	spread := effective[innermost].V // of which 1/spread bounds −f”
	if p.capacity {
		innermost, spread = innermost-1, p.spread
	}
	levels = make([]*level, innermost+1)
	if p.capacity {
		delta := effective[innermost].V - effective[innermost+1].V
		levels[innermost], ends = p.wall(math.Sqrt(effective[innermost].V), math.Sqrt(delta), c.Y[innermost])
		spread += c.Y[innermost] * delta
	} else {
		levels[innermost] = p.end(math.Sqrt(spread))
	}
	for i := innermost; i > 0; i-- {
		delta := effective[i-1].V - effective[i].V
		levels[i-1] = levels[i].outer(p.kappa, math.Sqrt(effective[i-1].V), math.Sqrt(delta), c.Y[i-1], 1/spread)
		spread += c.Y[i-1] * delta
	}
	return levels, ends, 1 / spread
}

// inwards is the gradient, from level 0 inwards: each level gives the next one its distribution of u.
func (p problem) inwards(c Chain, levels []*level, ends []float64) gradient {
	by, y := newGradient(c), 0.0
	for i, l := range levels {
		square := 0.0 // ⟨f'²⟩
		for n, weight := range l.probability {
			square += weight * l.f1[n] * l.f1[n]
		}
		next := 1.0
		if i < len(c.Y) {
			next = c.Y[i]
		}
		by.v[i] = (next - y) / 2 * p.activation.Slope(theory.Overlap{Q: 1 - c.V[i], V: c.V[i]}) * square
		y = next
		if i == len(c.Y) {
			break
		}
		inside := ends
		if i < len(levels)-1 {
			inside = levels[i+1].push(l)
		}
		for n, weight := range l.probability {
			by.y[i] += weight * (inside[n] - l.f[n]) / y
		}
	}
	return by
}

// push gives the next level its distribution of u, and returns the tilted averages of its f.
func (l *level) push(outer *level) (inside []float64) {
	inside = make([]float64, len(outer.u))
	for a, r := range outer.rows {
		for m, weight := range r.weight {
			n := r.from + m
			l.probability[n] += outer.probability[a] * weight
			inside[a] += weight * l.f[n]
		}
	}
	return inside
}

// outer is the next level outwards.
func (l *level) outer(kappa, width, sd, y, stiff float64) *level {
	o := newLevel(kappa, width)
	o.rows = make([]row, len(o.u))
	scratch := make([]float64, len(l.u))
	top := o.u[0]
	for n, u := range o.u {
		switch {
		case u < kappa-reach: // f is 0
		case u > kappa+reach:
			o.f[n], o.f1[n], o.f2[n] = l.parabola(u, sd, y)
		default:
			var f out
			f, top, o.rows[n] = l.convolve(u, sd, y, stiff, min(top, u), scratch)
			o.f[n], o.f1[n], o.f2[n] = f.f, f.f1, f.f2
		}
	}
	return o
}

// parabola is f of the next level outwards with its derivatives where that of this one is a parabola, far on the right,
//
//	f_out = f + y f'² sd²/2R − ln R/2y,   f'_out = f'/R,   f”_out = f”/R,   R = 1 − y f” sd²
func (l *level) parabola(u, sd, y float64) (f, f1, f2 float64) {
	f1, f2 = l.slopes(u)
	r := 1 - y*f2*sd*sd
	return l.value(u) + y*f1*f1*sd*sd/(2*r) - math.Log(r)/(2*y), f1 / r, f2 / r
}

// end is f = ln H(u/w), the innermost level below capacity.
func (p problem) end(width float64) *level {
	l := newLevel(p.kappa, width)
	for n, u := range l.u {
		x := u / width
		m := gauss.Mills(x)
		l.f[n], l.f1[n], l.f2[n] = gauss.LogH(x), -m/width, -clusters.MillsSlope(x, m)/(width*width)
	}
	return l
}

// wall is the outermost of the two levels of the innermost step at capacity, and the tilted averages of the inner one.
func (p problem) wall(width, sd, y float64) (l *level, inside []float64) {
	l = newLevel(p.kappa, width)
	inside = make([]float64, len(l.u))
	for n, u := range l.u {
		l.f[n], l.f1[n], l.f2[n], inside[n] = p.step(u, sd, y)
	}
	return l, inside
}

// step is f of the innermost step at capacity with its derivatives, where the inner one is −u₊²/2D, D = φ'(1) λ_k,
//
//	e^{y f(u)} = H(u/√Δ) + R^{−½} e^{−y u²/2DR} Φ(u/√(ΔR)),   R = 1 + yΔ/D
//
// and the tilted average of the inner one.
func (p problem) step(u, sd, y float64) (f, f1, f2, inside float64) {
	d := p.spread
	ratio := 1 + y*sd*sd/d
	wide, narrow := sd*math.Sqrt(ratio), sd/math.Sqrt(ratio)
	above := gauss.LogH(-u/wide) - math.Log(ratio)/2 - y*u*u/(2*d*ratio)
	below := gauss.LogH(u / sd)
	top := max(above, below)
	log := top + math.Log(math.Exp(above-top)+math.Exp(below-top))
	share := math.Exp(above - log)
	m := gauss.Mills(-u / wide) // of x > 0: a Gaussian of mean u/R and deviation sd/√R, cut at 0
	mean := u/ratio + narrow*m
	square := narrow*narrow + u/ratio*mean
	return log / y, -share * mean / d, -share/d + y*share*(square-share*mean*mean)/(d*d), -share * square / (2 * d)
}
