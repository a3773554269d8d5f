package deviations

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/clusters"
	"fbp/theory/saddle"
)

// ThreeUnits returns the large-deviation entropy, for y = ∞, of a tree-like committee of
// K = 3 sign units with spherical weights: Of with the patterns' term
//
//	G_E = ∫Dz1 Dz2 Dz3 max_h [−|h − √q1 z|²/2δ + ln(P1P2 + P1P3 + P2P3 − 2P1P2P3)],   P_l = H(−h_l/√(1−q1))
//
// and q1/(1−q1+δ)² = α ∫|∇ ln(…)|² (Baldassi, Pittorino and Zecchina, PNAS 117, 161 (2020),
// equations of Fig. 1 and appendix C, with q0 → q1 in H). The bracket has several maxima:
// a pattern that fails can be learned by different pairs of units. The sum is symmetric, so
// that z1 ≥ z2 ≥ z3 is enough, where the highest maximum has h1 ≥ h2 ≥ h3 (swapping two h
// that are ordered otherwise brings h closer to z) and raises units 1 and 2; the maximum
// jumps where z2 = z3, at the edge of that region. Newton's method starts from the
// first two raised alone, and from there with the third raised half.
//
// Normalized is accurate to 1e-5; a call takes about a second. The error wraps
// ErrBelowTypical for q1 below the overlap of typical solutions, or is as for
// Of.
func ThreeUnits(alpha, q1 float64) (Point, error) {
	fail := func(err error) (Point, error) {
		return Point{}, fmt.Errorf("deviations: ThreeUnits(alpha = %v, q1 = %v): %w", alpha, q1, err)
	}
	if !(alpha > 0 && q1 > 0 && q1 < 1) || math.IsInf(alpha, 0) {
		return fail(fmt.Errorf("want 0 < alpha, 0 < q1 < 1: %w", theory.ErrDomain))
	}
	k := threeUnits{q1: q1, r: math.Sqrt(1 - q1)}
	v := 1 - q1
	excess := func(lnD float64) float64 {
		_, square := k.patterns(math.Exp(lnD) - v)
		return 2*lnD - math.Log(q1/(alpha*square))
	}
	x := math.Log(v)
	f := excess(x)
	if f > 1e-9 {
		return fail(ErrBelowTypical)
	}
	i := saddle.Bracket(excess, x, f, 0.5-f/2, 1.3, neverFelt)
	if i.A == neverFelt && i.FA < 0 {
		return Point{Alpha: alpha, Q1: q1, Y: math.Inf(1), Q0: q1, DQ0: math.Inf(1), Bounded: true}, nil
	}
	lnD, ok := i.Root(excess, 3e-6) // the free entropy is stationary
	if !ok {
		return fail(theory.ErrNoConvergence)
	}
	delta := math.Exp(lnD) - v
	energy, _ := k.patterns(delta)
	return Point{Alpha: alpha, Q1: q1, Y: math.Inf(1), Q0: q1, DQ0: delta, Normalized: q1/(v+delta)/2 + alpha*energy}, nil
}

// threeUnits is the bracket at one q1.
type threeUnits struct {
	q1, r   float64
	product bool // of a parity machine: see atProduct
}

const threeReach = 5.5 // of z, H(5.5) = 2e-8

// patterns are G_E and ∫|∇L|² at δ.
func (k threeUnits) patterns(delta float64) (energy, square float64) {
	s := math.Sqrt(k.q1)
	turn := saddle.Feature{At: 0, Width: 0.7 * k.r / s}
	lone := k.lone(delta)
	var rules [3]gauss.Rule
	var start3 []float64
	top := min(threeReach, 6.5*k.r/s) // above, two units are right in any case
	rules[1] = threeMesh(rules[1], -threeReach, top, turn)
	for j, z2 := range rules[1].X {
		g2 := rules[1].W[j] * gauss.G(z2)
		rules[0] = threeMesh(rules[0], z2, threeReach, turn)
		rules[2] = threeMesh(rules[2], -threeReach, z2, saddle.Feature{At: z2, Width: 0.7 * k.r / s}) // the jump is sharp in z2 − z3
		start2, start3 := lone(s*z2), start3[:0]
		for _, z3 := range rules[2].X {
			start3 = append(start3, lone(s*z3))
		}
		for i, z1 := range rules[0].X {
			g12 := 6 * g2 * rules[0].W[i] * gauss.G(z1)
			if g12 < 1e-12 {
				continue
			}
			start1 := lone(s * z1)
			for l, z3 := range rules[2].X {
				weight := g12 * rules[2].W[l] * gauss.G(z3)
				if weight < 1e-13 {
					continue
				}
				x := [3]float64{s * z1, s * z2, s * z3}
				value, gradient := k.highest(x, start1, start2, start3[l], delta)
				energy += weight * value
				square += weight * gradient
			}
		}
	}
	return energy, square
}

// threeMesh is [saddle.Mesh] with half as many points a panel.
func threeMesh(r gauss.Rule, lo, hi float64, features ...saddle.Feature) gauss.Rule {
	return saddle.Panels(r, threePanel, saddle.Edges(lo, hi, 2.5, features...))
}

var threePanel = gauss.Legendre(5, -1, 1)

// lone is the field h(x) of a unit that is raised alone, x = h − δ (ln P)'.
func (k threeUnits) lone(delta float64) func(x float64) float64 {
	factor := clusters.Pattern{Kappa: 0, R: k.r}
	return func(x float64) float64 {
		excess := func(h float64) float64 { y, _ := factor.Slopes(h); return h - delta*y - x }
		h, _ := saddle.Bracket(excess, x, excess(x), max(-x, 0)+k.r, 1, math.Inf(1)).Root(excess, 1e-2*k.r) // a start
		return h
	}
}

// highest is the highest maximum of −|h−x|²/2δ + L(h) for x1 ≥ x2 ≥ x3, and |∇L|² there:
// of those found with units 1 and 2 raised, and with unit 3 raised half as well. lone is
// the field of each if it is raised alone.
func (k threeUnits) highest(x [3]float64, lone1, lone2, lone3, delta float64) (value, square float64) {
	if delta <= 0 {
		b := k.at(x)
		return b.log, b.y[0]*b.y[0] + b.y[1]*b.y[1] + b.y[2]*b.y[2]
	}
	value, square = k.climb(x, [3]float64{lone1, lone2, x[2]}, delta)
	if lone1+lone2 < x[0]+x[1]+1e-3*k.r { // nothing to raise
		return value, square
	}
	if v, s := k.climb(x, [3]float64{lone1, lone2, (x[2] + lone3) / 2}, delta); v > value {
		return v, s
	}
	return value, square
}

// climb is Newton's method, uphill.
func (k threeUnits) climb(x, h [3]float64, delta float64) (value, square float64) {
	b := k.at(h)
	height := func(h [3]float64, log float64) float64 {
		d := 0.0
		for i := range h {
			d += (h[i] - x[i]) * (h[i] - x[i])
		}
		return log - d/(2*delta)
	}
	value = height(h, b.log)
	for range 60 {
		var g [3]float64
		worst := 0.0
		for i := range g {
			g[i] = x[i] + delta*b.y[i] - h[i]
			worst = max(worst, math.Abs(g[i]))
		}
		step := ascent(b.yy, delta, g)
		size := max(math.Abs(step[0]), math.Abs(step[1]), math.Abs(step[2]))
		if size < 1e-7*k.r {
			break
		}
		moved := false
		for cut := 1.0; cut > 1e-9; cut /= 2 {
			trial := h
			for i := range trial {
				trial[i] += cut * step[i]
			}
			at := k.at(trial)
			if v := height(trial, at.log); v >= value-1e-13*math.Abs(value) {
				moved = v > value || cut*size > 1e-6*k.r
				h, b, value = trial, at, v
				break
			}
		}
		if !moved {
			break
		}
	}
	for _, y := range b.y {
		square += y * y
	}
	return value, square
}

// ascent solves (1 − δL”) step = g, with as much of the unit matrix added as makes it
// positive. Nothing does where a derivative is no number, and there is no step.
func ascent(yy [3][3]float64, delta float64, g [3]float64) (step [3]float64) {
	more := -0.125
	for range 600 { // up to the largest number
		more = 4*more + 0.5
		var c [3][3]float64 // Cholesky
		ok := true
		for i := 0; i < 3 && ok; i++ {
			for j := 0; j <= i; j++ {
				sum := -delta * yy[i][j]
				if i == j {
					sum += 1 + more
				}
				for n := range j {
					sum -= c[i][n] * c[j][n]
				}
				if i == j {
					ok = sum > 1e-3
					c[i][i] = math.Sqrt(max(sum, 1e-3))
				} else {
					c[i][j] = sum / c[j][j]
				}
			}
		}
		if !ok {
			continue
		}
		for i := range 3 {
			step[i] = g[i]
			for n := range i {
				step[i] -= c[i][n] * step[n]
			}
			step[i] /= c[i][i]
		}
		for i := 2; i >= 0; i-- {
			for n := i + 1; n < 3; n++ {
				step[i] -= c[n][i] * step[n]
			}
			step[i] /= c[i][i]
		}
		return step
	}
	return [3]float64{}
}
