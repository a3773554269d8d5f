package deviations

import (
	"math"

	"fbp/gauss"
	"fbp/theory/saddle"
)

// parityOfMany is [Parity] of K = 3 units for y = ∞, with q0 = q1 − δ/y,
//
//	F = ½ q1/(1−q1+δ) + α ∫∏Dz_l max_h [−|h − √q1 z|²/2δ + ln (1 + ∏_l s_l)/2],   s_l = 1 − 2H(h_l/√(1−q1)),
//
// smallest in δ ≥ 0, where it lies below 0, its value at δ = ∞: for large δ the cost of
// patterns is of order (ln δ)/δ (by numbers, not proved), more than ½ q1/δ in the end. It is
// sought in D = 1 − q1 + δ, which is the larger the closer q1 is to 1, until patterns cost
// less than 1e-6: a minimum beyond is given as 0. Accurate to 1e-5; a call takes some seconds.
func parityOfMany(alpha, q1 float64) Point {
	k := threeUnits{q1: q1, r: math.Sqrt(1 - q1), product: true}
	v := 1 - q1
	free := func(lnD float64) (f, patterns float64) {
		d := math.Exp(lnD)
		patterns = alpha * k.products(d-v)
		return q1/d/2 + patterns, patterns
	}
	p := Point{Alpha: alpha, Q1: q1, Y: math.Inf(1), Q0: q1, DQ0: math.Inf(1)}
	const step, first = 7.0 / 12, 12 // of ln D; F is looked at so often in any case
	at := func(i int) float64 { return math.Log(v) + step*float64(max(i, 0)) }
	best, cost := -1, math.Inf(-1)
	for i := 0; i < first || best >= i-1 || best < 0 && cost < -1e-6; i++ {
		var f float64
		if f, cost = free(at(i)); f < p.Normalized {
			best, p.Normalized = i, f
		}
	}
	if best < 0 {
		return p
	}
	value := func(lnD float64) float64 { f, _ := free(lnD); return f }
	lnD, f := saddle.Minimum(value, at(best-1), at(best+1), 1e-3) // F is flat there: 1e-6
	if f < p.Normalized {
		p.Normalized = f
	} else {
		lnD = at(best)
	}
	p.DQ0 = math.Exp(lnD) - v
	return p
}

// products is the patterns' term. It is the same for all orders of the units, and if two of
// them change their signs, so that z1 ≥ z2 ≥ |z3| is enough: a pattern is right where z3 > 0,
// and otherwise unit 3 is the cheapest to turn.
func (k threeUnits) products(delta float64) (energy float64) {
	s := math.Sqrt(k.q1)
	lone := k.lone(delta)
	turn := saddle.Feature{At: 0, Width: 0.7 * k.r / s}
	var rules [3]gauss.Rule
	rules[1] = threeMesh(rules[1], 0, threeReach, turn)
	for j, z2 := range rules[1].X {
		g2 := 24 * rules[1].W[j] * gauss.G(z2)
		rules[0] = threeMesh(rules[0], z2, threeReach, turn)
		rules[2] = threeMesh(rules[2], -z2, z2, turn, saddle.Feature{At: -z2, Width: 0.7 * k.r / s}) // where it is as cheap to turn unit 2
		for l, z3 := range rules[2].X {
			g23, start := g2*rules[2].W[l]*gauss.G(z3), s*z3
			if delta > 0 && z3 < 0 {
				start = lone(start)
			}
			for i, z1 := range rules[0].X {
				weight := g23 * rules[0].W[i] * gauss.G(z1)
				if weight < 1e-13 {
					continue
				}
				x := [3]float64{s * z1, s * z2, s * z3}
				if delta <= 0 {
					energy += weight * k.at(x).log
					continue
				}
				energy += weight * k.highestProduct(x, start, delta)
			}
		}
	}
	return energy
}

// highestProduct is the highest maximum of −|h−x|²/2δ + ln T for x1 ≥ x2 ≥ |x3|, of those
// found from x and, where x3 < 0, with unit 3 at start as well.
func (k threeUnits) highestProduct(x [3]float64, start, delta float64) float64 {
	value, _ := k.climb(x, [3]float64{x[0], x[1], start}, delta)
	if x[2] < 0 {
		stay, _ := k.climb(x, x, delta)
		value = max(value, stay)
	}
	return value
}

// atProduct is the bracket L = ln T, T = (1 + s1 s2 s3)/2 = P1P2P3 + P1N2N3 + N1P2N3 + N1N2P3,
// P = H(−h/r), N = 1 − P, whose terms are all positive. With g = P',
//
//	∂1 L = g1 s2 s3/T,   ∂1∂1 L = −(h1/r²) ∂1 L − (∂1 L)²,   ∂1∂2 L = 2 g1 g2 s3/T − ∂1 L ∂2 L.
func (k threeUnits) atProduct(h [3]float64) (b bracket) {
	var p, n, s, g [3]float64 // logarithms of P, N and g
	for i, x := range h {
		x /= k.r
		p[i], n[i], s[i] = gauss.LogH(-x), gauss.LogH(x), 1-2*gauss.H(x)
		g[i] = -x*x/2 - math.Log(k.r*math.Sqrt(2*math.Pi))
	}
	terms := [4]float64{p[0] + p[1] + p[2], p[0] + n[1] + n[2], n[0] + p[1] + n[2], n[0] + n[1] + p[2]}
	top := max(terms[0], terms[1], terms[2], terms[3])
	sum := 0.0
	for _, t := range terms {
		sum += math.Exp(t - top)
	}
	b.log = top + math.Log(sum)
	for i := range h {
		others := s[(i+1)%3] * s[(i+2)%3]
		b.y[i] = math.Exp(g[i]-b.log) * others
	}
	for i := range h {
		b.yy[i][i] = -h[i]/(k.r*k.r)*b.y[i] - b.y[i]*b.y[i]
		for j := range i {
			b.yy[i][j] = 2*math.Exp(g[i]+g[j]-b.log)*s[3-i-j] - b.y[i]*b.y[j]
		}
	}
	return b
}
