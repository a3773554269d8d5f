package theory

import (
	"math"

	"fbp/gauss"
)

// The end of the replica-symmetric branch, p → 1. With r² = 1 − p the fields
// diverge, p̂ = P/r⁴, t̂0 = T/r², c = C/r²,
//
//	P = α⟨(κ−ω)₊²⟩,  T = α⟨g (κ−ω)₊⟩,  δ = 2θ(−(√P z + C)),
//
// and r² = ⟨sech² F⟩ → 2r² × (density of √P z + C at 0). So the branch ends where
// twice that density is 1; where it is smaller, no p < 1 can answer itself.

// margin is the logarithm of twice that density at distance d: positive where a
// saddle point exists, negative where the branch has ended; NaN if not found.
func (c FPCurve) margin(d float64) float64 {
	f := c.problem(d)
	m := math.NaN()
	x := []float64{0}
	s := saddle{warmup: 3, next: func(x, image []float64) bool {
		var ok bool
		m, image[0], ok = f.atEnd(x[0])
		return ok
	}}
	if _, ok := s.solve(x); !ok {
		return math.NaN()
	}
	m, _, _ = f.atEnd(x[0])
	return m
}

// atEnd maps atanh(k/s) at p = 1 to its image, and returns the margin.
func (f *fpProblem) atEnd(x float64) (margin, image float64, ok bool) {
	s2 := 4 * f.d * (1 - f.d)
	cosh := math.Cosh(x)
	f.patterns.build(fpOrder{t1: 1 - 2*f.d, k: math.Sqrt(s2) * math.Tanh(x), v: s2 / (cosh * cosh)})
	square, cross := 0.0, 0.0
	for i, w := range f.patterns.w.X {
		miss := max(0, f.patterns.kappa-w)
		square += f.alpha * f.patterns.w.W[i] * miss * miss
		cross += f.alpha * f.patterns.g[i] * miss
	}
	if !(square > 0) {
		return math.Inf(1), x, true
	}
	e := &f.weights
	r := e.alignment(square, cross)
	z0, ok := e.fraction(r, f.d)
	if !ok {
		return 0, 0, false
	}
	tau := 0.0
	for i := range e.ref {
		tau -= 2 * (e.refT[i] - f.q*e.ref[i])
	}
	one, _ := e.reference(r)(z0)
	return math.Log(2 * gauss.G(z0) * one / math.Sqrt(square)), fpAlign(tau / math.Sqrt(f.q*f.v*s2)), true
}

// fraction finds z0 such that the fraction d of the weights has z < z0, and leaves
// the rule over these.
func (e *fpWeights) fraction(r, d float64) (z0 float64, ok bool) {
	cuts := edges(-zReach, zReach, 1.5, e.features(r)...)
	average := e.reference(r)
	density := func(z float64) float64 { one, _ := average(z); return gauss.G(z) * one }
	sum := func(a, b float64) (s float64) {
		piece := addPanel(gauss.Rule{}, a, b)
		return piece.Sum(density)
	}
	total, i := 0.0, 0
	inside := 0.0
	for ; i < len(cuts)-1; i++ {
		if inside = sum(cuts[i], cuts[i+1]); total+inside > d {
			break
		}
		total += inside
	}
	if i == len(cuts)-1 {
		return 0, false
	}
	excess := func(z float64) float64 { return total + sum(cuts[i], z) - d }
	z0, ok = root(excess, cuts[i], total-d, cuts[i+1], total+inside-d, 1e-14*d)
	var rule gauss.Rule
	for k := range i {
		rule = addPanel(rule, cuts[k], cuts[k+1])
	}
	e.use(addPanel(rule, cuts[i], z0), r)
	return z0, ok
}

// Ends returns the distances below 0.3 between which the curve has no saddle point
// because p → 1: from 0 to the d_c of κ̃ ≤ κ, or a window above 0 for κ̃ slightly
// above κ. ok is false if there is no such interval. They are accurate relatively to
// 1e-9. Near κ = κ̃ = κ_max the branch ends at large distances too, which At tells.
func (c FPCurve) Ends() (from, to float64, ok bool) {
	if c.Reference.Q == 0 {
		return 0, 0, false
	}
	const steps = 48
	least := 1e-8
	if gap := c.Reference.Kappa - c.Kappa; gap > 0 {
		least = max(least, gap*gap/(8*fpUnfelt))
	}
	const most = 0.3
	at := func(i int) float64 { return math.Log(least) + float64(i)/steps*math.Log(most/least) }
	margin := func(lnD float64) float64 { return c.margin(math.Exp(lnD)) }
	last, b := math.NaN(), most
	for i := 0; i <= steps; i++ {
		m := margin(at(i))
		if i > 0 && math.Signbit(m) != math.Signbit(last) && !math.IsNaN(m+last) {
			zero, _ := root(margin, at(i-1), last, at(i), m, 1e-12)
			if m > 0 {
				return from, math.Exp(zero), true
			}
			from = math.Exp(zero)
		}
		last = m
	}
	return 0, b, false
}
