package connectivity

import (
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/saddle"
)

// Error is the fraction of patterns with a stability below κ on the path between the
// solutions of a pair, accurate to 1e-8. On the sphere the path is the line
//
//	w_γ = (γ w₁ + (1−γ) w₂)/c,   c² = γ² + (1−γ)² + 2γ(1−γ) p,
//
// and fraction is γ, the share of solution 1: E = P(γu₁ + (1−γ)u₂ < κc), u the stabilities
// of a pattern. For binary weights those that differ are flipped in random order, and
// fraction is f, the share of them that has been flipped, of solution 2:
//
//	Δ_f = (1−f) u₁ + f u₂ + √(2f(1−f)(1−p)) ν,   E = P(Δ_f < κ),   ν normal.
func (p Pair) Error(fraction, kappa float64) float64 {
	if p.A.Weights == theory.Spherical {
		return p.line(fraction, kappa)
	}
	return p.flips(fraction, kappa)
}

// Barrier is the largest error on the path, and where it is: to 1e-8, at a fraction that
// is accurate to 1e-4, where the error is flat.
func (p Pair) Barrier(kappa float64) (fraction, barrier float64) {
	const steps = 24
	for k := 0; k <= steps; k++ {
		x := float64(k) / steps
		if e := p.Error(x, kappa); e > barrier {
			fraction, barrier = x, e
		}
	}
	if barrier == 0 {
		return 0.5, 0
	}
	if p.A.Kappa == p.B.Kappa { // symmetric, with the maximum in the middle or twice
		if e := p.Error(0.5, kappa); e >= barrier {
			return 0.5, e
		}
	}
	lo, hi := max(0, fraction-1.0/steps), min(1, fraction+1.0/steps)
	const ratio = 0.6180339887498949
	a, b := hi-ratio*(hi-lo), lo+ratio*(hi-lo)
	ea, eb := p.Error(a, kappa), p.Error(b, kappa)
	for hi-lo > 1e-4 {
		if ea > eb {
			hi, b, eb = b, a, ea
			a = hi - ratio*(hi-lo)
			ea = p.Error(a, kappa)
		} else {
			lo, a, ea = a, b, eb
			b = lo + ratio*(hi-lo)
			eb = p.Error(b, kappa)
		}
	}
	if eb > ea {
		a, ea = b, eb
	}
	if (fraction == 0 || fraction == 1) && barrier >= ea { // the error is steep at the ends
		return fraction, barrier
	}
	return a, ea
}

// cut is beyond which a normal variable has a probability of 1e-14.
const cut = 7.7

// fields is a rule for a normal variable with the bend of a typical solution at c.
func fields(c, width float64) gauss.Rule {
	r := saddle.Mesh(gauss.Rule{}, -cut, cut, 1.5, saddle.Feature{At: c, Width: width})
	for i, z := range r.X {
		r.W[i] *= gauss.G(z)
	}
	return r
}

// bend is where the answer of a typical solution to a field r z + s t, in t, bends.
func (t Typical) bend(rz, s float64) (c, width float64) {
	root := math.Sqrt(t.Q)
	if root == 0 {
		return 0, 1
	}
	return (t.Kappa/root - rz) / s, math.Sqrt(t.V) / root / s
}

// each calls do with weights, z₁ and z₂ of all points of the rule for both fields.
func (p Pair) each(do func(w, z1, z2 float64)) {
	r := p.correlation()
	s := math.Sqrt((1 - r) * (1 + r))
	outer := fields(p.A.bend(0, 1))
	for i, z := range outer.X {
		if s < 1e-9 {
			do(outer.W[i], z, r*z)
			continue
		}
		inner := fields(p.B.bend(r*z, s))
		for j, t := range inner.X {
			do(outer.W[i]*inner.W[j], z, r*z+s*t)
		}
	}
}

// below is the probability that the stability of a typical solution is below u, given its
// field z.
func (t Typical) below(u, z float64) float64 {
	if t.frozen() {
		if max(z, t.Kappa) < u {
			return 1
		}
		return 0
	}
	if u <= t.Kappa {
		return 0
	}
	return -math.Expm1(gauss.LogH((u-math.Sqrt(t.Q)*z)/math.Sqrt(t.V)) - gauss.LogH(t.at(z)))
}

// densities adds those of the stabilities u > κ given the field z, times weight, to sums.
func (t Typical) densities(sums []float64, weight float64, u []float64, z float64) {
	mean, scale := math.Sqrt(t.Q)*z, 1/math.Sqrt(t.V)
	logH := gauss.LogH(t.at(z))
	weight *= scale / math.Sqrt(2*math.Pi)
	for i, ui := range u {
		x := (ui - mean) * scale
		sums[i] += weight * math.Exp(-x*x/2-logH)
	}
}

// line is the error on the line between spherical weights. Outside the support, where
// γκ₁ + (1−γ)κ₂ ≥ κc, it is exactly zero.
func (p Pair) line(gamma, kappa float64) float64 {
	a, b := p.A, p.B
	bound := kappa * math.Sqrt(gamma*gamma+(1-gamma)*(1-gamma)+2*gamma*(1-gamma)*p.P)
	if gamma*a.Kappa+(1-gamma)*b.Kappa >= bound {
		return 0
	}
	if gamma < 0.5 { // the one with the larger share is integrated over
		return Pair{b, a, p.P}.line(1-gamma, kappa)
	}
	left := func(u float64) float64 { // for u₂
		if gamma == 1 {
			if u < bound {
				return math.Inf(1)
			}
			return math.Inf(-1)
		}
		return (bound - gamma*u) / (1 - gamma)
	}
	if a.frozen() {
		sum := 0.0
		p.each(func(w, z1, z2 float64) { sum += w * b.below(left(max(z1, a.Kappa)), z2) })
		return sum
	}
	last := (bound - (1-gamma)*b.Kappa) / gamma // of u₁, where u₂ is at its margin
	nodes := saddle.Mesh(gauss.Rule{}, a.Kappa, last, 0.75, saddle.Feature{At: a.Kappa, Width: math.Sqrt(a.V)})
	sum, z, densities := 0.0, math.NaN(), make([]float64, len(nodes.X))
	p.each(func(w, z1, z2 float64) {
		if z1 != z {
			z = z1
			clear(densities)
			a.densities(densities, 1, nodes.X, z1)
		}
		for i, u := range nodes.X {
			sum += w * nodes.W[i] * densities[i] * b.below(left(u), z2)
		}
	})
	return sum
}

// errors is the error of the weights themselves.
func (t Typical) errors(kappa float64) (sum float64) {
	one := Pair{t, t, t.Q}
	one.each(func(w, z, _ float64) { sum += w * t.below(kappa, z) })
	return sum
}

// mesh are nodes for the stabilities of t, which has this share of the weights on the path to
// other, where the noise of the flips is s.
func (t Typical) mesh(other Typical, kappa, s, share, rest float64) gauss.Rule {
	reach := min((kappa+9*s-rest*other.Kappa)/share, t.Kappa+2*cut)
	width := min(s/share, math.Sqrt(t.V))
	return saddle.Mesh(gauss.Rule{}, t.Kappa, reach, 0.75,
		saddle.Feature{At: t.Kappa, Width: width}, saddle.Feature{At: max(t.Kappa, (kappa-rest*other.Kappa)/share), Width: width})
}

// flips is the error after a fraction f of the weights that differ was flipped.
func (p Pair) flips(f, kappa float64) float64 {
	a, b := p.A, p.B
	switch {
	case f <= 0:
		return a.errors(kappa)
	case f >= 1:
		return b.errors(kappa)
	}
	s := math.Sqrt(2 * f * (1 - f) * (1 - p.P))
	u, v := a.mesh(b, kappa, s, 1-f, f), b.mesh(a, kappa, s, f, 1-f)
	below := make([]float64, len(u.X)*len(v.X))
	for i, x := range u.X {
		for j, y := range v.X {
			below[i*len(v.X)+j] = u.W[i] * v.W[j] * gauss.H(((1-f)*x+f*y-kappa)/s)
		}
	}
	total, z := 0.0, math.NaN()
	own, mixed := make([]float64, len(u.X)), make([]float64, len(v.X)) // densities of u₁; of u₂, summed over z₂
	flush := func() {
		if math.IsNaN(z) {
			return
		}
		a.densities(own, 1, u.X, z)
		for i, x := range own {
			sum := 0.0
			for j, m := range mixed {
				sum += below[i*len(v.X)+j] * m
			}
			total += sum * x
		}
		clear(own)
		clear(mixed)
	}
	p.each(func(w, z1, z2 float64) {
		if z1 != z {
			flush()
			z = z1
		}
		b.densities(mixed, w, v.X, z2)
	})
	flush()
	return total
}
