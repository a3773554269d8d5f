package franzparisi

import (
	"errors"
	"math"
	"testing"

	"fbp/internal/slow"
	"fbp/theory"
	"fbp/theory/saddle"
)

// broken are the parameters of φ_FP with one step of replica symmetry breaking.
type broken struct{ p0, p1, t0, p0Hat, p1Hat, t0Hat, t1Hat float64 }

func (p OneStepPoint) parameters() broken {
	return broken{p.P0, p.P1, p.T0, p.P0Hat, p.P1Hat, p.T0Hat, p.T1Hat}
}

// rawFP is the free entropy as a function of all its parameters.
func rawFP(c Curve, d, m float64, b broken) float64 {
	f := c.problem(d)
	f.setClusters(m)
	t1 := 1 - 2*d
	k := (b.t0 - f.q*t1) / math.Sqrt(f.q*f.v)
	o := orderParameters{t1: t1, k: k, v: b.p0 - t1*t1 - k*k, r2: 1 - b.p1, gap: b.p1 - b.p0}
	h := conjugates{p: b.p0Hat, gap: b.p1Hat - b.p0Hat, t0: b.t0Hat, t1: b.t1Hat}
	f.patterns.build(o)
	place(&f.weights, h)
	return f.freeEntropy(o, h)
}

func mustOneStep(t *testing.T, c Curve, d, m float64) OneStepPoint {
	t.Helper()
	p, err := c.OneStep(d, m)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// barrier is the unstable solution between p1 = p0 and p1 = 1.
func barrier(t *testing.T, c Curve, d, m float64) OneStepPoint {
	t.Helper()
	f := c.problem(d)
	f.setClusters(m)
	b := breaking{f: f, start: f.chart(c.must(t, d))}
	_, x2 := b.scan(false)
	_, x := b.drift(x2)
	if x == nil {
		t.Fatalf("%v, d = %v, m = %v: no barrier", c.Reference, d, m)
	}
	if _, ok := (saddle.Problem{Next: f.next, Size: f.size}).Solve(x); !ok {
		t.Fatalf("%v, d = %v, m = %v: no convergence at the barrier", c.Reference, d, m)
	}
	return f.point(x)
}

// Where one step of replica symmetry breaking has a stable solution: references of
// little margin near capacity, so close to them that typical instances have no
// other solution there (φ < 0).
var splits = [][4]float64{{0.8, 0.02, 0.01, 0.1}} // α, κ̃, d, m

// TestFP1RSBStationary: the free entropy is flat in all seven parameters, at
// the stable solutions and at barriers, with p0, p1 and m well apart.
//
// Check: Franz-Parisi entropy with one step of replica symmetry breaking | flat in every order parameter;
// triple sums; m = 1, m → 0, p1 = p0 and p1 → 1; curvature there is that of the replicon | 1e-10; bit by bit
// at p1 = p0
func TestFP1RSBStationary(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	check := func(g [4]float64, c Curve, p OneStepPoint) {
		x := p.parameters()
		t1 := 1 - 2*p.D
		room := min(1-p.P1, p.P1-p.P0, p.P0-t1*t1-math.Pow(p.T0-c.Reference.Q*t1, 2)/(c.Reference.Q*2*c.Reference.D))
		roomHat := min(p.P0Hat-p.T0Hat*p.T0Hat/c.Reference.QHat, p.P1Hat-p.P0Hat)
		for k, scale := range []float64{room, room, room, roomHat, roomHat, min(p.T0Hat, roomHat), p.T1Hat} {
			phi := func(n float64) float64 {
				y := x
				*[]*float64{&y.p0, &y.p1, &y.t0, &y.p0Hat, &y.p1Hat, &y.t0Hat, &y.t1Hat}[k] += n * 0.01 * scale
				return rawFP(c, p.D, p.M, y)
			}
			// seven-point rule, error (0.01)⁶ of a seventh derivative; in units of the room
			slope := (45*(phi(1)-phi(-1)) - 9*(phi(2)-phi(-2)) + phi(3) - phi(-3)) / 60 / 0.01
			if math.Abs(slope) > 1e-8 {
				t.Errorf("%v: scale × derivative in parameter %d is %.2g, want 0", g, k, slope)
			}
		}
		if phi := rawFP(c, p.D, p.M, x); math.Abs(phi-p.Entropy) > 1e-13 {
			t.Errorf("%v: φ = %v, of the parameters %v", g, p.Entropy, phi)
		}
	}
	for _, g := range splits {
		c := mustFP(t, g[0], g[1], 0)
		p := mustOneStep(t, c, g[2], g[3])
		if !(p.P0 < p.P1-1e-3 && p.P1 < p.Barrier && p.Barrier < 1) {
			t.Errorf("%v: p0 = %v, p1 = %v, barrier %v", g, p.P0, p.P1, p.Barrier)
		}
		check(g, c, p)
	}
	for _, g := range slow.Some(1, [][4]float64{{0.5, 0.1, 0.2, 0.5}, {0.5, 0, 0.003, 0.9}}) {
		c := mustFP(t, g[0], g[1], 0)
		check(g, c, barrier(t, c, g[2], g[3]))
	}
}

// TestFP1RSBOracle evaluates 𝒢_S and 𝒢_E as they are printed, by the trapezoid
// rule in x, y and z and package math.
func TestFP1RSBOracle(t *testing.T) {
	t.Parallel()
	const h, reach, d = 0.15, 7.5, 0.2 // H(7.5) = 3e-14
	c := mustFP(t, 0.5, 0.1, 0)
	r, t1 := c.Reference, 1-2*d
	x := broken{p0: 0.45, p1: 0.6, t0: 0.38, p0Hat: 0.5, p1Hat: 0.9, t0Hat: 0.45, t1Hat: 0.8}
	const m = 0.6
	q, qHat := r.Q, r.QHat
	gamma := x.p0 - x.t0*x.t0/q
	root := math.Sqrt(gamma*(1-q) - (t1-x.t0)*(t1-x.t0))
	narrow := math.Sqrt(x.p0Hat - x.t0Hat*x.t0Hat/qHat)
	n := int(reach / h)
	normal := make([]float64, 2*n+1)
	for i := range normal {
		normal[i] = h * math.Exp(-math.Pow(float64(i-n)*h, 2)/2) / math.Sqrt(2*math.Pi)
	}
	inner := func(factor func(z float64) float64) float64 {
		sum := 0.0
		for i, g := range normal {
			sum += g * math.Pow(factor(float64(i-n)*h), m)
		}
		return math.Log(sum) / m
	}
	weights, patterns := 0.0, 0.0
	for i, gx := range normal {
		xx := float64(i-n) * h
		hb := math.Erfc((r.Kappa-math.Sqrt(q)*xx)/math.Sqrt(1-q)/math.Sqrt2) / 2
		for j, gy := range normal {
			if gx*gy < 1e-17 {
				continue
			}
			y := float64(j-n) * h
			a := (math.Sqrt(gamma)*(r.Kappa-math.Sqrt(q)*xx) - (t1-x.t0)*y) / root
			patterns += gx * gy * math.Erfc(a/math.Sqrt2) / 2 / hb * inner(func(z float64) float64 {
				return math.Erfc((c.Kappa-math.Sqrt(x.p1-x.p0)*z-x.t0/math.Sqrt(q)*xx-math.Sqrt(gamma)*y)/math.Sqrt(1-x.p1)/math.Sqrt2) / 2
			})
			for _, w := range []float64{-1, 1} {
				field := narrow*y + x.t0Hat/math.Sqrt(qHat)*xx + (x.t1Hat-x.t0Hat)*w
				weights += gx * gy * math.Exp(math.Sqrt(qHat)*w*xx) / (2 * math.Cosh(math.Sqrt(qHat)*xx)) *
					inner(func(z float64) float64 { return 2 * math.Cosh(field+math.Sqrt(x.p1Hat-x.p0Hat)*z) })
			}
		}
	}
	want := -m/2*(x.p1*x.p1Hat-x.p0*x.p0Hat) - x.p1Hat/2*(1-x.p1) + x.t0*x.t0Hat - t1*x.t1Hat + weights + r.Alpha*patterns
	if got := rawFP(c, d, m, x); math.Abs(got-want) > 1e-10 {
		t.Errorf("φ = %.12f, plain sum %.12f", got, want)
	}
}

// TestFP1RSBSymmetric: p1 = p0 is the replica-symmetric free entropy, m = 1 is
// it whatever p1 and p̂1 are, and as m → 0 it is that of the overlap p1.
func TestFP1RSBSymmetric(t *testing.T) {
	const d = 0.1
	c := mustFP(t, 0.5, 0.2, 0)
	p := c.must(t, d)
	rs := broken{p.P, p.P, p.T0, p.PHat, p.PHat, p.T0Hat, p.T1Hat}
	for _, m := range []float64{0.1, 0.7, 1} {
		if got := rawFP(c, d, m, rs); math.Abs(got-p.Entropy) > 1e-14 {
			t.Errorf("m = %v, p1 = p0: φ = %v, want %v", m, got, p.Entropy)
		}
	}
	for _, gap := range []float64{1e-6, 0.3, 0.9} { // of 1 − p
		x := rs
		x.p1, x.p1Hat = p.P+gap*(1-p.P), p.PHat+10*gap
		if got := rawFP(c, d, 1, x); math.Abs(got-p.Entropy) > 1e-12 {
			t.Errorf("m = 1, p1 = %v: φ = %v, want %v", x.p1, got, p.Entropy)
		}
		symmetric := x
		symmetric.p0, symmetric.p0Hat = x.p1, x.p1Hat
		want := rawFP(c, d, 1, symmetric)
		a, b := rawFP(c, d, 1e-3, x), rawFP(c, d, 2e-3, x)
		if math.Abs(2*a-b-want) > 1e-4 || math.Abs(a-want) > 1e-2 { // what is left is of order m²
			t.Errorf("m → 0, p1 = %v: φ = %v, %v, want %v", x.p1, a, b, want)
		}
	}
}

// TestFP1RSBCurvature: where the overlaps split by Δ = p1 − p0 around their mean, with
// the conjugate ones following, φ changes by ¼ m(1−m)(1−λ)Δ²/⟨(1−m²)²⟩, λ the
// replicon: replica symmetry is left where λ > 1.
func TestFP1RSBCurvature(t *testing.T) {
	for _, g := range [][4]float64{{0.5, 0.2, 0.1, 0.3}, {0.5, 0, 0.3, 0.8}, {0.8, 0.02, 0.01, 0.5}} {
		c := mustFP(t, g[0], g[1], 0)
		f := c.problem(g[2])
		x, ok := f.solve(-1)
		if !ok {
			t.Fatal(g)
		}
		p := f.point(x)
		stiff, _ := f.weights.stiffness()
		m := g[3]
		change := func(gap float64) float64 {
			y := p.parameters()
			y.p0, y.p1 = y.p0-(1-m)*gap, y.p1+m*gap
			y.p0Hat, y.p1Hat = y.p0Hat-(1-m)*gap/stiff, y.p1Hat+m*gap/stiff
			return (rawFP(c, g[2], m, y) - p.Entropy) / (gap * gap)
		}
		h := 0.02 * (1 - p.P)
		got := (8*change(h/4) - 6*change(h/2) + change(h)) / 3 // orders Δ and Δ² extrapolated away
		want := m * (1 - m) / 4 * (1 - p.Replicon) / stiff
		if math.Abs(got-want) > 2e-4*math.Abs(want) {
			t.Errorf("%v: curvature %v, want %v (replicon %v)", g, got, want, p.Replicon)
		}
	}
}

// TestFP1RSBFrozen: as p1 → 1 every cluster is one solution, and φ with p̂0 and
// the t̂ divided by m² and m is that of replica symmetry divided by m.
func TestFP1RSBFrozen(t *testing.T) {
	const d = 0.1
	c := mustFP(t, 0.5, 0.2, 0)
	p := c.must(t, d)
	for _, m := range []float64{0.4, 0.9} {
		x := broken{p.P, 1 - 1e-9, p.T0, p.PHat / (m * m), p.PHat/(m*m) + 400, p.T0Hat / m, p.T1Hat / m}
		if got := rawFP(c, d, m, x); math.Abs(got-p.Entropy/m) > 1e-4 { // √(1−p1), and e^{−m²p̂1/2}
			t.Errorf("m = %v: φ = %v, want %v", m, got, p.Entropy/m)
		}
	}
}

// TestFP1RSBCheck: replica symmetry holds in the paper's range of parameters, with
// the bits of At, and a barrier separates it from p1 = 1.
func TestFP1RSBCheck(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	for _, g := range slow.Some(1, [][4]float64{{0.5, 0.1, 0.2, 0.5}, {0.5, 0.4, 0.05, 0.9}, {0.5, 0, 0.03, 1}, {0.7, 0.1, 0.01, 0.3}}) {
		c := mustFP(t, g[0], g[1], 0)
		p, rs := mustOneStep(t, c, g[2], g[3]), c.must(t, g[2])
		if p.Point != rs || p.P0 != rs.P || p.P1 != rs.P || p.M != g[3] {
			t.Errorf("%v: %+v, want %+v", g, p, rs)
		}
		if !(p.Barrier > p.P1 && p.Barrier < 1) {
			t.Errorf("%v: barrier %v", g, p.Barrier)
		}
	}
	for _, g := range splits { // where typical instances have no solution at this distance
		if rs := mustFP(t, g[0], g[1], 0).must(t, g[2]); !(rs.Replicon > 1 && rs.Entropy < 0) {
			t.Errorf("%v: replicon of p1 = p0 %v, entropy %v", g, rs.Replicon, rs.Entropy)
		}
	}
	bound := mustOneStep(t, mustFP(t, 0.5, 0.1, 0), 1e-5, 0.5)
	if !bound.Bounded || bound.Entropy != bound.Bound || bound.P1 != bound.P0 {
		t.Errorf("%+v", bound)
	}
	c := mustFP(t, 0.5, 0, 0)
	for _, m := range []float64{0, -1, 1.5, math.NaN()} {
		if _, err := c.OneStep(0.1, m); !errors.Is(err, theory.ErrDomain) {
			t.Errorf("m = %v: %v", m, err)
		}
	}
	if _, err := c.OneStep(1e-4, 0.5); !errors.Is(err, theory.ErrEnds) {
		t.Error(err)
	}
	if _, err := c.OneStep(0.0006, 0.5); !errors.Is(err, ErrFrozen) {
		t.Error(err)
	}
}
