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
// q0. For K → ∞, hidden = +Inf, ζ → 0: q0 = 0 and F = −α ln 2 at any y, +Inf included. For
// K = 3 it is for whole y from 2 to 20, of which the power is a sum over moments of the
// 1 − 2H, one unit at a time: q0 = 0 is always stationary, and another minimum is looked for
// above. Normalized is accurate to 1e-8.
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
	case hidden != 3 || y != math.Trunc(y) || y > 20:
		return fail("hidden = 3 with a whole y up to 20, or hidden = inf")
	}
	m := parity{alpha: alpha, q1: q1, y: int(y)}
	const points = 24
	p.Normalized = m.free(0)
	for k := range points {
		q0 := q1 * (float64(k) + 0.5) / points
		if f := m.free(q0); f < p.Normalized {
			p.Q0, p.Normalized = q0, f
		}
	}
	if p.Q0 > 0 {
		p.Q0, p.Normalized = m.lowest(p.Q0-q1/points, min(p.Q0+q1/points, q1*(1-1e-9)))
	}
	p.DQ0 = y * (q1 - p.Q0)
	return p, nil
}

// parity is K = 3 units.
type parity struct {
	alpha, q1 float64
	y         int
}

// lowest is the minimum of F between two q0, by golden sections.
func (m parity) lowest(lo, hi float64) (q0, free float64) {
	const golden = 0.6180339887498949
	a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fa, fb := m.free(a), m.free(b)
	for hi-lo > 1e-6 { // F is flat there: 1e-12
		if fa < fb {
			hi, b, fb = b, a, fa
			a = hi - golden*(hi-lo)
			fa = m.free(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + golden*(hi-lo)
			fb = m.free(b)
		}
	}
	return (lo + hi) / 2, min(fa, fb)
}

// free is F at q0.
func (m parity) free(q0 float64) float64 {
	y := float64(m.y)
	d := 1 - m.q1 + y*(m.q1-q0)
	f := (math.Log(d/(1-m.q1+y*m.q1))/y + q0/d) / 2
	weights, moments := m.units(q0)
	binomial := make([]float64, m.y+1)
	binomial[0] = math.Pow(2, -y)
	for k := range m.y {
		binomial[k+1] = binomial[k] * float64(m.y-k) / float64(k+1)
	}
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
				for k, c := range binomial {
					sum += c * moments[i][k] * moments[j][k] * moments[l][k]
				}
				f += m.alpha / y * same * wi * weights[j] * weights[l] * math.Log(max(sum, 1e-15))
			}
		}
	}
	return f
}

// units are the points of ∫Dv with the moments ∫Du (1 − 2H(ω))^k, k = 0 … y.
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
			s, power := 1-2*gauss.H((centre+spread*u)/r), inner.W[j]*gauss.G(u)
			for k := range unit {
				unit[k] += power
				power *= s
			}
		}
		weights, moments = append(weights, rule.W[i]*gauss.G(v)), append(moments, unit)
	}
	return weights, moments
}
