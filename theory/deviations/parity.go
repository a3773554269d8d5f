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
// included. For K = 3 and y = 2, 3, … 20 the power is a sum over moments of H(−ω) and H(ω), one
// unit at a time. q0 = 0 is always stationary, and another minimum is looked for above, up to
// q0 → q1, where replicas have nothing more in common. Normalized is accurate to 1e-8, and for
// y = ∞ to 1e-5.
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
	case hidden != 3 || y > 20 || y != math.Trunc(y):
		return fail("hidden = 3 with y = 2, 3, … 20 or inf, or hidden = inf")
	}
	m := newParity(alpha, q1, int(y))
	const points = 16
	p.Normalized = m.free(0)
	for k := range points {
		q0 := q1 * (float64(k) + 0.5) / points
		if f := m.free(q0); f < p.Normalized {
			p.Q0, p.Normalized = q0, f
		}
	}
	if p.Q0 > 0 {
		p.Q0, p.Normalized = saddle.Minimum(m.free, p.Q0-q1/points, min(p.Q0+q1/points, q1*(1-1e-9)), 1e-4) // F is flat there: 1e-8
	}
	p.DQ0 = y * (q1 - p.Q0)
	return p, nil
}

// parity is K = 3 units, with a whole number y of replicas.
type parity struct {
	alpha, q1 float64
	y         int
	terms     []term // of T^y
}

// term of T^k, T = P1P2P3 + P1N2N3 + N1P2N3 + N1N2P3, P = H(−ω), N = H(ω): a coefficient and
// the powers of P in each unit, those of N making up k.
type term struct {
	c       float64
	a, b, d int
}

func newParity(alpha, q1 float64, y int) parity {
	return parity{alpha: alpha, q1: q1, y: y, terms: termsOf(y)}
}

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
	y := float64(m.y)
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
				sum := 0.0
				for _, t := range m.terms {
					sum += t.c * moments[i][t.a] * moments[j][t.b] * moments[l][t.d]
				}
				f += m.alpha / y * same * wi * weights[j] * weights[l] * math.Log(max(sum, 1e-300))
			}
		}
	}
	return f
}

// units are the points of ∫Dv with the moments ∫Du H(−ω)^k H(ω)^{y−k}, k = 0 … y.
func (m parity) units(q0 float64) (weights []float64, moments [][]float64) {
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
		unit := make([]float64, m.y+1)
		for j, u := range inner.X {
			x := (centre + spread*u) / r
			p, q, w := gauss.H(-x), gauss.H(x), inner.W[j]*gauss.G(u)
			for k := range unit {
				unit[k] += w * math.Pow(p, float64(k)) * math.Pow(q, float64(m.y-k))
			}
		}
		weights, moments = append(weights, rule.W[i]*gauss.G(v)), append(moments, unit)
	}
	return weights, moments
}
