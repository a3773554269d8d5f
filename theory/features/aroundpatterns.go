package features

import (
	"math"

	"fbp/gauss"
	"fbp/theory/saddle"
)

// pairPatterns are the fields of a pattern: ω = k_0 x + s u of solutions, s u = k_1 ε + √Γ y; of the reference, which is
// learned where ε > Ã(x); of the teacher, c_x x + c_y y + c ζ > 0.
type pairPatterns struct {
	kappa, v   float64 // margin of the solutions, and V
	kappaRef   float64
	root, wide float64 // √Q̃_0 and √Ṽ
	k0, k1, s  float64
	gamma      float64 // √Γ
	cx, cy, c  float64
}

func (s Surroundings) patternsAround(l layer) (p pairPatterns, ok bool) {
	a2, b2 := s.Reference.A*s.Reference.A, 1-s.Reference.A*s.Reference.A
	o := l.overlaps().scaled(a2).plus(l.weights.scaled(b2))
	p = pairPatterns{kappa: s.Kappa, kappaRef: s.Reference.Kappa, v: o.around.diag, root: math.Sqrt(s.own.q0), wide: math.Sqrt(s.own.vs)}
	p.k0, p.k1 = o.out.rest/p.root, o.out.diag/p.wide
	square := o.around.rest - p.k0*p.k0 - p.k1*p.k1
	p.cx = s.own.m / p.root
	if !(p.v > 0 && square > -1e-9*o.around.rest) {
		return p, false
	}
	p.gamma = math.Sqrt(max(square, 1e-14))
	p.s = math.Hypot(p.k1, p.gamma)
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

// pairForces are averages over patterns: A = ⟨f²⟩, B = −⟨f'⟩, E_0 = ⟨f̃ f⟩, E_1, m_w and 𝒢_E = ⟨ln H⟩.
type pairForces struct{ a, b, e0, e1, mw, entropy float64 }

// panels is the rule on [lo, hi] of panels twice as wide as those of saddle.Mesh, which resolves what is integrated here to
// 1e-13 with a third of the nodes in two dimensions.
func panels(r gauss.Rule, lo, hi float64, features ...saddle.Feature) gauss.Rule {
	for k := range features {
		features[k].Width *= 2
	}
	return saddle.Mesh(r, lo, hi, 3, features...)
}

// negligible is the logarithm of weights that are left out.
const negligible = -34

// forces averages over x and u with the probability that the reference and the teacher agree, given both.
func (p pairPatterns) forces(entropy bool) (sum pairForces) {
	width := math.Sqrt(p.v)
	along, across := p.k1/p.s, p.gamma/p.s
	sigma := math.Hypot(p.c, p.cy*along) // of the teacher's field, and its correlation with the reference's
	rho := -p.cy * along / sigma
	both, rest := agreement{angle: math.Asin(rho)}, math.Sqrt(1-rho*rho)
	// the reference's field pulls the kink from κ/k_0 to where k_0 x + k_1 Ã(x) = κ
	xs := panels(gauss.Rule{}, -wide, wide, saddle.Feature{At: p.kappaRef / p.root, Width: p.wide / p.root},
		saddle.Feature{At: 0, Width: sigma / p.cx}, saddle.Feature{At: p.kappa / p.k0, Width: math.Hypot(width, p.s) / math.Abs(p.k0)})
	var us, ys gauss.Rule
	for i, x := range xs.X {
		edge := (p.kappaRef - p.root*x) / p.wide
		lnH, f1 := gauss.LogH(edge), gauss.Mills(edge)/p.wide
		weight := 2 * xs.W[i] * gauss.G(x)
		if weight < 1e-17 {
			continue
		}
		centre := along * max(edge, 0)
		us = panels(us, centre-wide, centre+wide, saddle.Feature{At: (p.kappa - p.k0*x) / p.s, Width: width / p.s},
			saddle.Feature{At: edge / along, Width: across / math.Abs(along)})
		var own pairForces
		for j, u := range us.X {
			h := (edge - along*u) / across
			ln := gauss.LogH(h) - lnH - u*u/2
			mean := (p.cx*x + p.cy*across*u) / sigma
			g := us.W[j] / math.Sqrt(2*math.Pi)
			z := (p.kappa - p.k0*x - p.s*u) / width
			m := gauss.Mills(z)
			if ln > negligible {
				w := g * math.Exp(ln) * both.at(h, mean)
				own.a += w * m * m
				own.b += w * m * (m - z)
				own.e0 += w * m
				if entropy {
					own.entropy += w * gauss.LogH(z)
				}
			}
			if ln := gauss.LogH((h+rho*mean)/rest) - lnH - u*u/2; ln > negligible {
				own.mw += g * math.Exp(ln) * gauss.G(mean) / sigma * m
			}
		}
		at := p.k0*x + p.k1*edge // of the solutions where the reference is just learned
		ys = panels(ys, -wide, wide, saddle.Feature{At: (p.kappa - at) / p.gamma, Width: width / p.gamma},
			saddle.Feature{At: -p.cx * x / p.cy, Width: p.c / math.Abs(p.cy)})
		for j, y := range ys.X {
			own.e1 += ys.W[j] * gauss.G(y) * gauss.H(-(p.cx*x+p.cy*y)/p.c) * gauss.Mills((p.kappa-at-p.gamma*y)/width)
		}
		sum.a += weight * own.a / p.v
		sum.b += weight * own.b / p.v
		sum.e0 += weight * f1 * own.e0 / width
		sum.e1 += weight * f1 * own.e1 / width
		sum.mw += weight * own.mw / width
		sum.entropy += weight * own.entropy
	}
	return sum
}

// agreement has the rules of its integral from 0 to an angle, by the number of panels.
type agreement struct {
	angle float64
	rules [][]turn
}

type turn struct{ weight, sin, secant float64 }

// at is P(t > −mean | e > h) of two normals of correlation sin angle, H(−mean) + (G/H)(h) ∫₀^angle dθ G((mean + h sin θ)/cos θ)
// (Drezner and Wesolowsky, J. Stat. Comput. Simul. 35, 101 (1990)).
func (a *agreement) at(h, mean float64) float64 {
	if h < -9 {
		return gauss.H(-mean)
	}
	panels := 1 + int(math.Abs(a.angle)*(math.Abs(h)+math.Abs(mean))/2)
	for len(a.rules) < panels {
		var rule []turn
		step := a.angle / float64(len(a.rules)+1)
		for k := range len(a.rules) + 1 {
			for j, t := range agreeRule.X {
				sin, cos := math.Sincos(step * (float64(k) + t))
				rule = append(rule, turn{step * agreeRule.W[j] / math.Sqrt(2*math.Pi), sin, 1 / cos})
			}
		}
		a.rules = append(a.rules, rule)
	}
	sum := 0.0
	for _, t := range a.rules[panels-1] {
		y := (mean + h*t.sin) * t.secant
		sum += t.weight * math.Exp(-y*y/2)
	}
	return max(0, gauss.H(-mean)+gauss.Mills(h)*sum)
}

var agreeRule = gauss.Legendre(10, 0, 1)
