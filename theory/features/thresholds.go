package features

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/saddle"
)

// LargestMargin is the problem at the margin κ of zero entropy, of binary weights; of spherical ones that at which two
// solutions become one. Accurate to 1e-9. The error wraps theory.ErrNoConvergence.
func (p Problem) LargestMargin() (best Typical, err error) {
	if err := p.check(); err != nil {
		return Typical{}, err
	}
	if !(p.Alpha > 0) || math.IsInf(p.Alpha, 0) {
		return Typical{}, fmt.Errorf("features: LargestMargin(%+v): %w", p, theory.ErrDomain)
	}
	if p.Weights == theory.Spherical {
		excess := func(kappa float64) float64 {
			p.Kappa = kappa
			best, err = p.hardest()
			return math.Log(best.Alpha / p.Alpha)
		}
		load, f := p.Alpha, excess(0)
		step, factor, last := 1.0, 2.0, 1e6
		if f < 0 {
			step, factor, last = -1, 1, -6
		}
		kappa, ok := saddle.Bracket(excess, 0, f, step, factor, last).Root(excess, 1e-13)
		if _ = excess(kappa); !ok || err != nil {
			return Typical{}, fmt.Errorf("features: LargestMargin(alpha = %v): %w", load, theory.ErrNoConvergence)
		}
		best.Alpha = load
		return best, nil
	}
	return p.zero(func(p *Problem) *float64 { return &p.Kappa }, -3, 30)
}

// Capacity is the problem at the α of zero entropy at a fixed α_T, of binary weights; of spherical ones that at which two
// solutions become one, whose q is 1. Accurate to 1e-9. The error wraps theory.ErrNoConvergence.
func (p Problem) Capacity() (Typical, error) {
	if err := p.check(); err != nil {
		return Typical{}, err
	}
	if p.Weights == theory.Spherical {
		return p.hardest()
	}
	return p.zero(func(p *Problem) *float64 { return &p.Alpha }, 0, 1e4)
}

// zero is where the entropy vanishes as one of the numbers of the problem grows.
func (p Problem) zero(of func(*Problem) *float64, lo, hi float64) (best Typical, err error) {
	entropy := func(x float64) (float64, bool) {
		own := p
		*of(&own) = x
		t, err := own.Solve()
		if err != nil {
			return math.NaN(), false
		}
		best = t
		return t.Entropy, true
	}
	fail := fmt.Errorf("features: entropy(%+v): no zero: %w", p, theory.ErrNoConvergence)
	a, step := max(lo, 0.05), 0.2
	fa, ok := entropy(a)
	if lo < 0 && (!ok || fa < 0) {
		a = lo
		fa, ok = entropy(a)
	}
	for ; lo == 0 && a > 1e-6 && (!ok || fa <= 0); fa, ok = entropy(a) { // of large margins
		a /= 4
		step = a / 4
	}
	if !ok || fa <= 0 {
		return Typical{}, fail
	}
	value := func(x float64) float64 { f, _ := entropy(x); return f } // NaN beyond the end of the branch, where the entropy is negative
	x, ok := saddle.Bracket(value, a, fa, step, 1.3, hi).Root(value, 1e-13)
	if f, solved := entropy(x); !ok || !solved || math.Abs(f) > 1e-10 {
		return Typical{}, fail
	}
	return best, nil
}

// hardest is the point at which spherical weights become one, q → 1 with 1 − q → 0 and δ = c (1 − q): with v = a² c + b²,
// averages over ω = √Q z of weight W, and E₀ over the variance Q − M² without,
//
//	c = 1/(1 + α_T a² P(ω < κ)/v),   r = α_T a √(2/π) E₀(κ − ω)₊ c/v,   p = r² + c² [1 + α_T a² E(κ − ω)₊²/v²]
//	1/α = E(κ − ω)₊²/v² (b² + a² c²) + [r² + (1 − c)²]/α_T.
//
// At κ = 0 the error is 1/α.
func (p Problem) hardest() (Typical, error) {
	next := func(x, image []float64) bool {
		o := p.merged(1/(1+math.Exp(-x[0])), math.Exp(x[1]), x[2])
		image[0], image[1], image[2] = math.Log(o.c/(1-o.c)), math.Log(o.square), o.r
		return !math.IsNaN(image[0] + image[1] + image[2])
	}
	x := []float64{0, 0, 0.5 * (1 - 2*p.LabelNoise)}
	if _, ok := (saddle.Problem{Next: next, Warmup: 12}).Solve(x); !ok {
		return Typical{}, fmt.Errorf("features: Capacity(%+v): %w", p, theory.ErrNoConvergence)
	}
	o := p.merged(1/(1+math.Exp(-x[0])), math.Exp(x[1]), x[2])
	t := Typical{Problem: p, Q: 1, P0: math.Exp(x[1]) + x[2]*x[2], R: x[2], QHat: math.Inf(1), Entropy: math.Inf(-1), Inner: o.inner, Replicon: o.replicon}
	t.PD, t.Alpha = t.P0, o.alpha
	return t, nil
}

// merged are the images of c, p − r² and r where all solutions are one, and what follows from them.
type merged struct{ c, square, r, alpha, inner, replicon float64 }

func (p Problem) merged(c, square, r float64) (o merged) {
	a2 := p.A * p.A
	v, spread, m := a2*c+1-a2, math.Sqrt(a2*square+1-a2), p.A*r
	root := math.Hypot(spread, m)
	missed := func(f func(y float64) float64) float64 { // ⟨f(κ − ω)⟩ over ω < κ
		return gauss.Average(func(z float64) float64 {
			y := p.Kappa - root*z
			if y <= 0 {
				return 0
			}
			return 2 * (p.LabelNoise + (1-2*p.LabelNoise)*gauss.H(-m/spread*z)) * f(y)
		}, append(gauss.Around(0, spread/math.Abs(m)), p.Kappa/root)...)
	}
	below := missed(func(float64) float64 { return 1 })
	squares := missed(func(y float64) float64 { return y * y }) / (v * v)
	k := p.Kappa / spread
	mean := (1 - 2*p.LabelNoise) * spread * (gauss.G(k) + k*gauss.H(-k))

	o.c = 1 / (1 + p.AlphaT*a2*below/v)
	o.r = p.AlphaT * p.A * math.Sqrt(2/math.Pi) * mean * o.c / v
	o.square = o.c * o.c * (1 + p.AlphaT*a2*squares)
	both := 1 - a2 + a2*o.c*o.c
	o.alpha = 1 / (squares*both + (o.r*o.r+(1-o.c)*(1-o.c))/p.AlphaT)
	o.inner = a2 * a2 * p.AlphaT * below * o.c * o.c / (v * v)
	o.replicon = o.alpha*below*both*both/(v*v*(1-o.inner)) + o.alpha/p.AlphaT*(1-o.c)*(1-o.c)
	return o
}
