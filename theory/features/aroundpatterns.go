package features

import (
	"math"

	"fbp/gauss"
	"fbp/theory/saddle"
)

// pairPatterns are the three fields of a pattern in normals x, ε, y and ζ:
//
//	of the reference  √Q̃_0 x + √Ṽ ε, which is learned where that is above κ̃: ε > Ã(x) = (κ̃ − √Q̃_0 x)/√Ṽ,
//	of the solutions  ω = k_0 x + k_1 ε + √Γ y, beside their own of variance V,
//	of the teacher    c_x x + c_y y + c ζ, which is positive.
type pairPatterns struct {
	kappa, v, width   float64 // margin of the solutions, V and √V
	kappaRef          float64
	rootRef, widthRef float64 // √Q̃_0 and √Ṽ
	k0, k1, gamma     float64 // gamma is √Γ
	cx, cy, c         float64
}

// patternsAround are the fields of covariances a² p + b² q, of latent layer and weights. ok is false where no Gaussian fields have
// them. A Γ that is zero but for rounding is kept above zero, and so is c then.
func (s Surroundings) patternsAround(l layer) (p pairPatterns, ok bool) {
	a2, b2 := s.Reference.A*s.Reference.A, 1-s.Reference.A*s.Reference.A
	o := l.overlaps().scaled(a2).plus(l.weights.scaled(b2))
	p = pairPatterns{
		kappa: s.Kappa, v: o.around.diag, width: math.Sqrt(o.around.diag),
		kappaRef: s.Reference.Kappa, rootRef: math.Sqrt(s.own.q0), widthRef: math.Sqrt(s.own.vs),
	}
	p.k0, p.k1, p.cx = o.out.rest/p.rootRef, o.out.diag/p.widthRef, s.own.m/p.rootRef
	square := o.around.rest - p.k0*p.k0 - p.k1*p.k1
	if !(p.v > 0 && square > -1e-9*o.around.rest) {
		return p, false
	}
	p.gamma = math.Sqrt(max(square, 1e-14))
	most := math.Sqrt(1-p.cx*p.cx) * (1 - 1e-12)
	if p.cy = (s.Reference.A*l.teacher.around - p.k0*p.cx) / p.gamma; math.Abs(p.cy) > most {
		if square > 1e-9*o.around.rest {
			return p, false
		}
		p.cy = math.Copysign(most, p.cy)
	}
	p.c = math.Sqrt(1 - p.cx*p.cx - p.cy*p.cy)
	return p, !math.IsNaN(p.c)
}

// pairForces are averages of f = d ln H((κ − ω)/√V)/dω = (G/H)((κ − ω)/√V)/√V over the patterns that the reference has learned and whose
// label, that of the teacher, is positive, with f̃ = (G/H)(Ã)/√Ṽ the force on the reference,
//
//	A = ⟨f²⟩,   B = −⟨f'⟩,   𝒢_E = ⟨ln H⟩,   ⟨g⟩ = 2∫Dx ⟨g⟩_x
//	E_0 = 2∫Dx f̃ ⟨f⟩_x,   E_1 = 2∫Dx f̃ ⟨f⟩_x at the margin of the reference,   m_w = 2∫Dx ⟨f⟩_x where the teacher's field is 0.
//
// The averages given x are those of [given.learned] and, at the margin, [given.atMargin].
type pairForces struct{ a, b, e0, e1, mw, entropy float64 }

// given are the normals ε and y once s u = k_1 ε + √Γ y is known: ε = along u + across X and y = across u − along X. The
// teacher's field has the deviation sigma then, and its part beyond the mean the correlation rho with X.
type given struct {
	pairPatterns
	s, along, across, sigma, rho float64
	both                         *gauss.Bivariate
	us, ys                       gauss.Rule
}

func (p pairPatterns) given() *given {
	s := math.Hypot(p.k1, p.gamma)
	g := given{pairPatterns: p, s: s, along: p.k1 / s, across: p.gamma / s}
	g.sigma = math.Hypot(p.c, p.cy*g.along)
	g.rho = -p.cy * g.along / g.sigma
	g.both = gauss.NewBivariate(g.rho)
	return &g
}

// wide is the largest normal of the rules.
const wide = 8.5

// panels is the rule on [lo, hi] of panels twice as wide as those of saddle.Mesh, which resolves what is integrated here to
// 1e-13 with a third of the nodes in two dimensions.
func panels(r gauss.Rule, lo, hi float64, features ...saddle.Feature) gauss.Rule {
	for k := range features {
		features[k].Width *= 2
	}
	return saddle.Mesh(r, lo, hi, 3, features...)
}

// forces averages over x.
func (p pairPatterns) forces() (sum pairForces) {
	g := p.given()
	// the reference's field pulls the kink from κ/k_0 to where k_0 x + k_1 Ã(x) = κ
	xs := panels(gauss.Rule{}, -wide, wide, saddle.Feature{At: p.kappaRef / p.rootRef, Width: p.widthRef / p.rootRef},
		saddle.Feature{At: 0, Width: g.sigma / p.cx}, saddle.Feature{At: p.kappa / p.k0, Width: math.Hypot(p.width, g.s) / math.Abs(p.k0)})
	for i, x := range xs.X {
		weight := 2 * xs.W[i] * gauss.G(x)
		if weight < 1e-17 {
			continue
		}
		edge := (p.kappaRef - p.rootRef*x) / p.widthRef
		fRef := gauss.Mills(edge) / p.widthRef
		own, mean := g.learned(x, edge)
		sum.a += weight * own.a
		sum.b += weight * own.b
		sum.mw += weight * own.mw
		sum.entropy += weight * own.entropy
		sum.e0 += weight * fRef * mean
		sum.e1 += weight * fRef * g.atMargin(x, edge)
	}
	return sum
}

// learned has the averages given x, edge = Ã(x), over patterns that the reference has learned, ε > Ã or X > h(u), and whose teacher's
// field c_x x + c_y across u + σ T is positive,
//
//	⟨g⟩_x = ∫Du g(ω) P(X > h, T > −τ)/H(Ã),   ω = k_0 x + s u,   h = (Ã − along u)/across,   τ = (c_x x + c_y across u)/σ,
//
// of f² (a), −f' (b), ln H (entropy) and f (mean), and of f where that field is 0 (mw),
//
//	∫Du f(ω) P(X > h | T = −τ) G(τ)/σ/H(Ã).
func (g *given) learned(x, edge float64) (sum pairForces, mean float64) {
	lnH, rest := gauss.LogH(edge), math.Sqrt(1-g.rho*g.rho)
	centre := g.along * max(edge, 0)
	g.us = panels(g.us, centre-wide, centre+wide, saddle.Feature{At: (g.kappa - g.k0*x) / g.s, Width: g.width / g.s},
		saddle.Feature{At: edge / g.along, Width: g.across / math.Abs(g.along)})
	for j, u := range g.us.X {
		h := (edge - g.along*u) / g.across
		tau := (g.cx*x + g.cy*g.across*u) / g.sigma
		du := g.us.W[j] / math.Sqrt(2*math.Pi)
		positive := du * g.both.Above(-lnH-u*u/2, h, -tau)
		zero := du * gauss.ScaledH(-lnH-u*u/2, (h+g.rho*tau)/rest) * gauss.G(tau) / g.sigma
		if positive == 0 && zero == 0 {
			continue
		}
		z := (g.kappa - g.k0*x - g.s*u) / g.width
		mills := gauss.Mills(z)
		f := mills / g.width
		mean += positive * f
		sum.a += positive * f * f
		sum.b += positive * f * (mills - z) / g.width
		sum.entropy += positive * gauss.LogH(z)
		sum.mw += zero * f
	}
	return sum, mean
}

// atMargin is ⟨f⟩_x at the margin of the reference, ε = Ã: with ω = k_0 x + k_1 Ã + √Γ y,
//
//	∫Dy f(ω) H(−(c_x x + c_y y)/c).
func (g *given) atMargin(x, edge float64) (sum float64) {
	at := g.k0*x + g.k1*edge
	g.ys = panels(g.ys, -wide, wide, saddle.Feature{At: (g.kappa - at) / g.gamma, Width: g.width / g.gamma},
		saddle.Feature{At: -g.cx * x / g.cy, Width: g.c / math.Abs(g.cy)})
	for j, y := range g.ys.X {
		sum += g.ys.W[j] * gauss.G(y) * gauss.H(-(g.cx*x+g.cy*y)/g.c) * gauss.Mills((g.kappa-at-g.gamma*y)/g.width)
	}
	return sum / g.width
}
