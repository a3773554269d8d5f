package deviations

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/saddle"
)

// Parity returns the large-deviation entropy of a parity machine, which multiplies K sign
// units with spherical weights, for y replicas at mutual overlap q1 in every unit:
//
//	F = ½[ln(D/(1−q1+y q1))/y + q0/D] + (α/y) ∫∏Dv_l ln ∫∏Du_l [(1 + ζ)/2]^y,   D = 1 − q1 + y(q1−q0)
//	ζ = ∏_l (1 − 2H(ω_l)),   ω_l = (√q0 v_l + √(q1−q0) u_l)/√(1−q1)
//
// (PNAS 117, 161 (2020), appendix C.1; the sign (−1)^K of its ζ goes with v_l), smallest in
// q0 from 0 to q1. For K → ∞, hidden = +Inf, ζ → 0: q0 = 0 and F = −α ln 2 at any y, +Inf
// included. For K = 3 and whole y the power is a sum over moments of H(−ω) and H(ω), one unit
// at a time; between them the logarithm is interpolated. q0 = 0 is always stationary, and
// another minimum is looked for above, up to q0 → q1, where replicas have nothing more in
// common. Normalized is accurate to 1e-8 for whole y, to 1e-5 for y = ∞, and between whole
// numbers to 1e-5 α above y = 2, to 1e-4 α below.
//
// The error wraps theory.ErrDomain.
func Parity(hidden, alpha, q1, y float64) (Point, error) {
	fail := func(want string) (Point, error) {
		return Point{}, fmt.Errorf("deviations: Parity(hidden = %v, alpha = %v, q1 = %v, y = %v): want %s: %w", hidden, alpha, q1, y, want, theory.ErrDomain)
	}
	if !(alpha > 0 && q1 > 0 && q1 < 1 && y > 1) || math.IsInf(alpha, 0) {
		return fail("0 < alpha, 0 < q1 < 1, y > 1")
	}
	p := Point{Alpha: alpha, Q1: q1, Y: y, DQ0: y * q1, Normalized: -alpha * math.Ln2}
	switch {
	case math.IsInf(hidden, 1):
		return p, nil
	case hidden == 3 && math.IsInf(y, 1):
		return parityOfMany(alpha, q1), nil
	case hidden != 3 || y > 20:
		return fail("hidden = 3 with y up to 20 or inf, or hidden = inf")
	}
	m := newParity(alpha, q1, y)
	const points = 16
	p.Normalized = m.free(0)
	for k := range points {
		q0 := q1 * (float64(k) + 0.5) / points
		if f := m.free(q0); f < p.Normalized {
			p.Q0, p.Normalized = q0, f
		}
	}
	if p.Q0 > 0 {
		p.Q0, p.Normalized = lowest(m.free, p.Q0-q1/points, min(p.Q0+q1/points, q1*(1-1e-9)), 1e-4) // F is flat there: 1e-8
	}
	p.DQ0 = y * (q1 - p.Q0)
	return p, nil
}

// parity is K = 3 units.
type parity struct {
	alpha, q1, y float64
	powers       []power
}

// power is a whole number k of replicas, with the weight that ln of theirs has for y.
type power struct {
	k      int
	weight float64
	terms  []term
}

// term of T^k, T = P1P2P3 + P1N2N3 + N1P2N3 + N1N2P3, P = H(−ω), N = H(ω): a coefficient and
// the powers of P in each unit, those of N making up k.
type term struct {
	c       float64
	a, b, d int
}

func newParity(alpha, q1, y float64) parity {
	m := parity{alpha: alpha, q1: q1, y: y}
	first, last := int(y), int(y)
	along := alongSoft
	if y != math.Trunc(y) {
		least := 0
		if q1 > 0.9 {
			along, least = alongHard, 1
		}
		first = max(least, first-3)
		last = first + 7
	}
	for k := first; k <= last; k++ {
		p := power{k: k, weight: 1, terms: termsOf(k)}
		for other := first; other <= last; other++ {
			if other != k {
				p.weight *= (along(y) - along(float64(other))) / (along(float64(k)) - along(float64(other)))
			}
		}
		m.powers = append(m.powers, p)
	}
	return m
}

// alongSoft is what ln of y replicas is a polynomial of: in y itself it bends near 0, as the
// logarithm of a rare event. With eight powers it is good to 3e-5 up to q1 = 0.9.
func alongSoft(y float64) float64 { return math.Sqrt(0.5 + y) }

// alongHard is the same where q1 is near 1: replicas are nearly one, (1 + ζ)/2 is 0 or 1, and the
// power 0 of 0 is far from those of y > 0, so that powers are taken from 1 on. Good to 6e-5.
func alongHard(y float64) float64 { return math.Log(0.5 + y) }

// termsOf expands T^k.
func termsOf(k int) (terms []term) {
	factorial := func(n int) float64 { return math.Gamma(float64(n + 1)) }
	for all := range k + 1 {
		for one := range k - all + 1 {
			for two := range k - all - one + 1 {
				three := k - all - one - two
				c := factorial(k) / (factorial(all) * factorial(one) * factorial(two) * factorial(three))
				terms = append(terms, term{c, all + one, all + two, all + three})
			}
		}
	}
	return terms
}

// free is F at q0.
func (m parity) free(q0 float64) float64 {
	y := m.y
	d := 1 - m.q1 + y*(m.q1-q0)
	f := (math.Log(d/(1-m.q1+y*m.q1))/y + q0/d) / 2
	weights, moments := m.units(q0)
	for i, wi := range weights {
		for j := range i + 1 {
			for l := range j + 1 {
				same := 6.0 // orders of three different points
				switch {
				case i == l:
					same = 1
				case i == j || j == l:
					same = 3
				}
				log := 0.0
				for n, p := range m.powers {
					sum, u, v, w := 0.0, moments[i][n], moments[j][n], moments[l][n]
					for _, t := range p.terms {
						sum += t.c * u[t.a] * v[t.b] * w[t.d]
					}
					log += p.weight * math.Log(max(sum, 1e-300))
				}
				f += m.alpha / y * same * wi * weights[j] * weights[l] * log
			}
		}
	}
	return f
}

// units are the points of ∫Dv with the moments ∫Du H(−ω)^j H(ω)^{k−j}, j = 0 … k, of every
// power k.
func (m parity) units(q0 float64) (weights []float64, moments [][][]float64) {
	r := math.Sqrt(1 - m.q1)
	turn := saddle.Feature{At: 0, Width: 0.7 * math.Sqrt(1-q0) / math.Sqrt(q0+1e-300)}
	rule := saddle.Mesh(gauss.Rule{}, -threeReach-1, threeReach+1, 2.5, turn)
	if q0 == 0 {
		rule = gauss.Rule{X: []float64{0}, W: []float64{1 / gauss.G(0)}}
	}
	spread := math.Sqrt(m.q1 - q0)
	for i, v := range rule.X {
		centre := math.Sqrt(q0) * v
		inner := saddle.Mesh(gauss.Rule{}, -reachOf, reachOf, 1.5, saddle.Feature{At: -centre / spread, Width: r / spread})
		unit := make([][]float64, len(m.powers))
		for n, p := range m.powers {
			unit[n] = make([]float64, p.k+1)
		}
		for j, u := range inner.X {
			x := (centre + spread*u) / r
			p, q, w := gauss.H(-x), gauss.H(x), inner.W[j]*gauss.G(u)
			for n, power := range m.powers {
				for k := range unit[n] {
					unit[n][k] += w * math.Pow(p, float64(k)) * math.Pow(q, float64(power.k-k))
				}
			}
		}
		weights, moments = append(weights, rule.W[i]*gauss.G(v)), append(moments, unit)
	}
	return weights, moments
}
