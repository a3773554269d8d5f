package theory

import "math"

// fpProblem is the saddle point at one distance, in the chart
//
//	x0 = logit of s²/(4d(1−d)),  x1 = atanh(k/s),  s² = p − t1² = V + k²,
//
// whose every point is admissible: 0 < s² < 4d(1−d), V > 0. The map: patterns
// answer p̂ = α⟨f'²⟩ and t̂0 = α⟨g f'⟩, weights answer c = t̂1 − t̂0 from the distance,
// then s² = Var δ and τ = −Cov(δ, T).
type fpProblem struct {
	alpha, d, q, v float64
	side           float64 // the sign of k where x1 is V/s² instead, else 0
	weights        fpWeights
	patterns       fpPatterns
}

func (c FPCurve) problem(d float64) *fpProblem {
	r := c.Reference
	f := &fpProblem{
		alpha: r.Alpha, d: d, q: r.Q, v: 2 * r.D,
		weights:  fpWeights{q: r.Q, qHat: r.QHat},
		patterns: fpPatterns{q: r.Q, v: 2 * r.D, kappaRef: r.Kappa, kappa: c.Kappa},
	}
	// one piece of memory for the rules, which seldom grow beyond it
	const room = 320
	memory := make([]float64, 7*room)
	for i, s := range []*[]float64{&f.weights.z.X, &f.weights.z.W, &f.weights.ref, &f.weights.refT, &f.patterns.w.X, &f.patterns.w.W, &f.patterns.g} {
		*s = memory[i*room : i*room : (i+1)*room]
	}
	f.patterns.x = make([]fpColumn, 0, 160)
	return f
}

const (
	// fpAligned bounds |x1|: at V/s² = 4e^{−34} nothing is left of V.
	fpAligned = 17.0
	// fpSteep is the |x1| from which V/s² itself is the second unknown, since
	// ln V has no answer where V → 0: at κ̃ = κ, d = d_typ solution and reference
	// share their fields.
	fpSteep = 1.5
	// fpLeast is the least V/s² that is told from zero.
	fpLeast = 1e-12
	// fpNothing is the x0 below which s² is rounding: hardly any pattern is felt.
	fpNothing = -60.0
	// fpEnded is the x0 that no solution has: 1 − p = 1e-13 · 4d(1−d).
	fpEnded = 30.0
)

// order reads the chart.
func (f *fpProblem) order(x []float64) fpOrder {
	all := 4 * f.d * (1 - f.d)
	s2, r2 := all/(1+math.Exp(-x[0])), all/(1+math.Exp(x[0]))
	if f.side != 0 {
		ratio := max(fpLeast, min(x[1], 1))
		return fpOrder{t1: 1 - 2*f.d, k: f.side * math.Sqrt(s2*(1-ratio)), v: s2 * ratio, r2: r2}
	}
	cosh := math.Cosh(x[1])
	return fpOrder{t1: 1 - 2*f.d, k: math.Sqrt(s2) * math.Tanh(x[1]), v: s2 / (cosh * cosh), r2: r2}
}

// next is the map of the saddle-point equations.
func (f *fpProblem) next(x, image []float64) bool {
	if math.Abs(x[0]) > 200 {
		return false
	}
	f.conjugate(f.order(x))
	s2, tau := f.weights.moments(f.d)
	image[0] = math.Log(s2 / (4*f.d*(1-f.d) - s2))
	if !(image[0] > fpNothing) {
		image[0], image[1] = fpNothing, 0
		return !math.IsNaN(f.weights.c)
	}
	cos := tau / math.Sqrt(f.q*f.v*s2)
	if f.side != 0 {
		image[1] = max(0, 1-cos*cos)
	} else {
		image[1] = fpAlign(cos)
	}
	return !math.IsNaN(f.weights.c)
}

// solve looks for the saddle point from x0 = start.
func (f *fpProblem) solve(start float64) (x []float64, ok bool) {
	x, image := []float64{start, 0}, make([]float64, 2)
	f.side = 0
	for range 4 {
		if !f.next(x, image) {
			return x, false
		}
		copy(x, image)
	}
	ended := func(x []float64) bool { return x[0] > fpEnded }
	if math.Abs(x[1]) > fpSteep {
		f.side = math.Copysign(1, x[1])
		y := []float64{x[0], math.Pow(math.Cosh(x[1]), -2)}
		if _, ok := (saddle{next: f.next, far: ended}).solve(y); ok {
			return y, true
		}
		f.side = 0
	}
	_, ok = saddle{next: f.next, size: f.size, far: ended}.solve(x)
	return x, ok
}

// fpAlign is atanh, held within ±fpAligned.
func fpAlign(cos float64) float64 {
	if a := math.Atanh(cos); math.Abs(a) < fpAligned {
		return a
	}
	return math.Copysign(fpAligned, cos)
}

// conjugate finds the conjugate parameters p̂, t̂0 and c of o.
func (f *fpProblem) conjugate(o fpOrder) (pHat, t0Hat float64) {
	f.patterns.build(o)
	ff, gf := f.patterns.fields()
	pHat, t0Hat = f.alpha*ff, f.alpha*gf
	if !f.weights.fields(pHat, t0Hat, f.d) {
		f.weights.c = math.NaN()
	}
	return pHat, t0Hat
}

// size measures x1 by the error of V/s²: where that is small, so are the digits
// that x1 has.
func (f *fpProblem) size(x, r []float64) float64 {
	if math.Abs(r[1]) > 0.01 {
		return largest(r)
	}
	cosh := math.Cosh(x[1])
	return max(math.Abs(r[0]), math.Abs(r[1])/(cosh*cosh))
}

// point evaluates everything at the solution.
func (f *fpProblem) point(x []float64) FPPoint {
	o := f.order(x)
	pHat, t0Hat := f.conjugate(o)
	t1Hat := f.weights.c + t0Hat
	t0 := f.q*o.t1 + o.k*math.Sqrt(f.q*f.v)
	return FPPoint{
		Alpha: f.alpha, KappaRef: f.patterns.kappaRef, Kappa: f.patterns.kappa, D: f.d,
		Entropy: fpFreeEntropy(f.alpha, o, t0, pHat, t0Hat, t1Hat, f.weights.entropy(), f.patterns.entropy()),
		Slope:   2*t1Hat - 2*f.alpha*f.patterns.edge(),
		Bound:   Bound(f.d), P: 1 - o.r2, T0: t0, PHat: pHat, T0Hat: t0Hat, T1Hat: t1Hat,
		Replicon: f.alpha * f.patterns.stiffness() * f.weights.stiffness(),
	}
}

// fpFreeEntropy is φ_FP, stationary in all parameters but t1.
func fpFreeEntropy(alpha float64, o fpOrder, t0, pHat, t0Hat, t1Hat, weights, patterns float64) float64 {
	return -pHat*o.r2/2 + t0*t0Hat - o.t1*t1Hat + weights + alpha*patterns
}
