package franzparisi

import (
	"errors"
	"math"
	"testing"

	"fbp/gauss"
	"fbp/internal/slow"
	"fbp/theory"
	"fbp/theory/oracle"
	"fbp/theory/saddle"
)

func mustPlanted(t testing.TB, alpha, kappaRef, kappa float64) Curve {
	t.Helper()
	c, err := Planted(alpha, kappaRef, kappa)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// plantedGrid is α, κ̃, κ, d, from small α to where the teacher is nearly alone.
var plantedGrid = [][4]float64{
	{0.5, 0, 0, 0.01}, {0.5, 0.2, 0, 0.2}, {0.8, 0.25, 0, 0.03}, {1.1, 0.05, 0, 0.1}, {0.3, 0.8, 0.4, 0.1}, {0.1, 1.5, 0.3, 0.3}, {0.6, -0.3, -0.2, 0.1},
}

// place makes the rule for given fields.
func place(e *weightSide, h conjugates) {
	e.h, e.c = h, h.t1-h.t0
	e.build(math.Sqrt(h.p), e.alignment(h), e.c)
}

// rawPlanted is the free entropy as a function of its seven parameters p, t0, r, p̂,
// t̂0, t̂1, r̂.
func rawPlanted(c Curve, d float64, x [7]float64) float64 {
	f := c.problem(d)
	t1 := 1 - 2*d
	k := (x[1] - f.q*t1) / math.Sqrt(f.q*f.v)
	_, rest := f.patterns.teacherSide()
	j := (x[2] - c.R*t1 - c.R*math.Sqrt(f.v/f.q)*k) / rest
	o := orderParameters{t1: t1, k: k, v: x[0] - t1*t1 - k*k, r2: 1 - x[0], j: j}
	h := conjugates{p: x[3], t0: x[4], t1: x[5], r: x[6]}
	f.patterns.build(o)
	place(&f.weights, h)
	return f.freeEntropy(o, h)
}

// TestFPPlantedStationary: the free entropy is flat in all seven parameters.
//
// Check: Franz-Parisi entropy with labels of a teacher | flat; double sums; its maximum; around a teacher and
// around κ̃ = 0 it is the same; near the teacher the trapezoidal rule | 1e-10; 1e-9
func TestFPPlantedStationary(t *testing.T) {
	for _, g := range slow.Some(2, plantedGrid) {
		c := mustPlanted(t, g[0], g[1], g[2])
		p := c.must(t, g[3])
		x := [7]float64{p.P, p.T0, p.R, p.PHat, p.T0Hat, p.T1Hat, p.RHat}
		t1 := 1 - 2*p.D
		room := min(1-p.P, p.P-t1*t1-math.Pow(p.T0-c.Reference.Q*t1, 2)/(c.Reference.Q*2*c.Reference.D))
		roomHat := p.PHat - p.T0Hat*p.T0Hat/c.Reference.QHat
		for k, scale := range []float64{room, room, room, roomHat, min(p.T0Hat, roomHat), p.T1Hat, p.RHat} {
			phi := func(n float64) float64 {
				y := x
				y[k] += n * 0.01 * scale
				return rawPlanted(c, p.D, y)
			}
			// seven-point rule, error (0.01)⁶ of a seventh derivative; in units of the room
			slope := (45*(phi(1)-phi(-1)) - 9*(phi(2)-phi(-2)) + phi(3) - phi(-3)) / 60 / 0.01
			if math.Abs(slope) > 1e-8 {
				t.Errorf("%v: scale × derivative in parameter %d is %.2g, want 0", g, k, slope)
			}
		}
	}
}

// TestFPPlantedOracle evaluates 𝒢_S and 𝒢_E with the teacher's factors, by the
// trapezoid rule in x and y and package math.
func TestFPPlantedOracle(t *testing.T) {
	const h, reach = 0.1, 8.5
	for _, g := range slow.Some(1, [][4]float64{{0.8, 0.2, 0.1, 0.3}, {0.5, 0.2, 0, 0.2}}) {
		c := mustPlanted(t, g[0], g[1], g[2])
		f, r := c.must(t, g[3]), c.Reference
		t1, q, qHat := 1-2*f.D, r.Q, r.QHat
		gamma := f.P - f.T0*f.T0/q
		root := math.Sqrt(gamma*(1-q) - (t1-f.T0)*(t1-f.T0))
		narrow := math.Sqrt(f.PHat - f.T0Hat*f.T0Hat/qHat)
		b := (f.R - f.T0*c.R/q) / math.Sqrt(gamma)
		rest := math.Sqrt(1 - c.R*c.R/q - b*b)
		// given x and y the reference's stability and the teacher's are both Gaussian, correlated
		rho := -(t1 - f.T0) / math.Sqrt(gamma) * b / (root / math.Sqrt(gamma) * rest)
		weights, patterns := 0.0, 0.0
		n := int(reach / h)
		for i := -n; i <= n; i++ {
			x := float64(i) * h
			hb := math.Erfc((r.Kappa-math.Sqrt(q)*x)/math.Sqrt(1-q)/math.Sqrt2) / 2
			bias := math.Sqrt(qHat)*x + c.RHat
			for j := -n; j <= n; j++ {
				y := float64(j) * h
				dxy := h * h * math.Exp(-(x*x+y*y)/2) / (2 * math.Pi)
				if dxy < 1e-17 {
					continue
				}
				a := (math.Sqrt(gamma)*(r.Kappa-math.Sqrt(q)*x) - (t1-f.T0)*y) / root
				teacher := -(c.R/math.Sqrt(q)*x + b*y) / rest
				patterns += dxy * 2 * oracleQuadrant(a, teacher, rho) / hb *
					oracle.LogH((f.Kappa-f.T0/math.Sqrt(q)*x-math.Sqrt(gamma)*y)/math.Sqrt(1-f.P))
				for _, w := range []float64{-1, 1} {
					field := narrow*y + f.T0Hat/math.Sqrt(qHat)*x + f.RHat + (f.T1Hat-f.T0Hat)*w
					weights += dxy * math.Exp(w*bias) / (2 * math.Cosh(bias)) * gauss.Log2Cosh(field)
				}
			}
		}
		want := -f.PHat/2*(1-f.P) + f.T0*f.T0Hat - t1*f.T1Hat - f.R*f.RHat + weights + r.Alpha*patterns
		if math.Abs(f.Entropy-want) > 1e-10 {
			t.Errorf("%v: φ = %.12f, plain sum %.12f", g, f.Entropy, want)
		}
	}
}

// oracleQuadrant is P(X > a, Y > b) = ∫_a^∞ dx G(x) H((b − ρx)/√(1−ρ²)).
func oracleQuadrant(a, b, rho float64) float64 {
	const h = 1.0 / 16
	sum := 0.0
	for u := -4.5; u < 4.5; u += h { // x = a + e^{u − e^{−u}}, which makes both ends flat
		s := math.Exp(u - math.Exp(-u))
		x := a + s
		sum += h * s * (1 + math.Exp(-u)) * math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) * math.Erfc((b-rho*x)/math.Sqrt(2*(1-rho*rho))) / 2
	}
	return sum
}

// students are the solutions at overlap r with the teacher and q with each other, in the
// formulas of RSPlanted.
type students struct{ alpha, kappa, q, r float64 }

// side is the probability that the teacher agrees, given the field √q x.
func (s students) side(x float64) float64 {
	return math.Erfc(-s.r*x/math.Sqrt(2*(s.q-s.r*s.r))) / 2
}

func (s students) argument(x float64) float64 {
	return (s.kappa - math.Sqrt(s.q)*x) / math.Sqrt(1-s.q)
}

func (s students) qHat() float64 {
	return 2 * s.alpha / (1 - s.q) * oracle.Trapezoid(func(x float64) float64 {
		return s.side(x) * math.Pow(oracle.Mills(s.argument(x)), 2)
	})
}

func (s students) entropy(qHat, rHat float64) float64 {
	return -qHat*(1-s.q)/2 - s.r*rHat + oracle.Trapezoid(func(x float64) float64 {
		f := math.Abs(math.Sqrt(qHat)*x + rHat)
		return f + math.Log1p(math.Exp(-2*f)) + 2*s.alpha*s.side(x)*oracle.LogH(s.argument(x))
	})
}

// studentOverlaps are q and r of weights in fields √q̂ x + R̂.
func studentOverlaps(qHat, rHat float64) (q, r float64) {
	m := func(x float64) float64 { return math.Tanh(math.Sqrt(qHat)*x + rHat) }
	return oracle.Trapezoid(func(x float64) float64 { return m(x) * m(x) }), oracle.Trapezoid(m)
}

// TestFPPlantedTeacher: at κ̃ = 0 the teacher is one of the references. Then R = q,
// r = t0, and the solutions at distance d from a reference are those at distance d
// from the teacher, whose entropy is the planted one at R = 1 − 2d.
func TestFPPlantedTeacher(t *testing.T) {
	for _, g := range [][3]float64{{0.5, 0, 0.02}, {0.5, 0, 0.3}, {0.9, 0.1, 0.1}, {1.2, 0, 0.05}, {0.2, -0.5, 0.4}} { // α, κ, d
		c := mustPlanted(t, g[0], 0, g[1])
		p := c.must(t, g[2])
		if math.Abs(p.R-p.T0) > 1e-9 || math.Abs(p.RHat-p.T0Hat) > 1e-8*(1+p.RHat) {
			t.Errorf("%v: r = %v, t0 = %v, r̂ = %v, t̂0 = %v", g, p.R, p.T0, p.RHat, p.T0Hat)
		}
		s := students{g[0], g[1], p.P, 1 - 2*g[2]}
		qHat := s.qHat()
		miss := func(rHat float64) float64 { _, r := studentOverlaps(qHat, rHat); return r - s.r }
		rHat, ok := saddle.Root(miss, 0, miss(0), 60, miss(60), 1e-14)
		if !ok {
			t.Fatal(g)
		}
		if q, _ := studentOverlaps(qHat, rHat); math.Abs(q-p.P) > 1e-8 {
			t.Errorf("%v: p = %v around a reference, %v around the teacher", g, p.P, q)
		}
		if phi := s.entropy(qHat, rHat); math.Abs(phi-p.Entropy) > 1e-10 {
			t.Errorf("%v: φ = %.12f around a reference, %.12f around the teacher", g, p.Entropy, phi)
		}
	}
}

// TestFPPlantedMaximum: the maximum over d is φ of RSPlanted for every κ̃, at
// p = q(κ), t1 = t0 and r = R(κ).
func TestFPPlantedMaximum(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	for _, g := range slow.Some(2, [][3]float64{{0.5, 0, 0}, {0.5, 0.4, 0}, {0.5, 0.3, 0.2}, {0.8, 0.25, 0}, {1.1, 0.05, 0}, {0.1, 1.5, 0.5}}) {
		c := mustPlanted(t, g[0], g[1], g[2])
		rs, err := theory.RSPlanted(g[0], g[2])
		if err != nil {
			t.Fatal(err)
		}
		slope := func(d float64) float64 { return c.must(t, d).Slope }
		d, ok := saddle.Root(slope, 0.08, slope(0.08), 0.49, slope(0.49), 1e-11)
		if !ok {
			t.Errorf("%v: no maximum", g)
			continue
		}
		p := c.must(t, d)
		if math.Abs(p.Entropy-rs.Entropy) > 1e-9 || math.Abs(p.P-rs.Q) > 1e-7 || math.Abs(p.T0-(1-2*d)) > 1e-7 || math.Abs(p.R-rs.R) > 1e-7 {
			t.Errorf("%v: φ = %.12f at d = %v, p = %v, t0 = %v, r = %v; want %.12f, %v, %v, %v",
				g, p.Entropy, d, p.P, p.T0, p.R, rs.Entropy, rs.Q, 1-2*d, rs.R)
		}
	}
}

// TestFPPlantedNearTeacher: at κ = κ̃ < 0 and d = (1−q)/2 a solution is another reference, p = t0
// = q and r = R, and the slope vanishes, also of references near the teacher: entropies by the
// trapezoidal rule in a separate program. Elsewhere the slope is the difference of entropies.
func TestFPPlantedNearTeacher(t *testing.T) {
	for _, g := range slow.Some(1, []struct{ alpha, kappa, entropy float64 }{
		{1.9, -0.2, 0.0331793005}, {1.9, -0.15, 0.0149389948}, {4, -0.5, 0.1028359711}, {4, -0.3, 0.0372719283},
		{1.6, -0.1, 0.0066101257}, {4, -0.26, 0.0278059769},
	}) {
		c := mustPlanted(t, g.alpha, g.kappa, g.kappa)
		r := c.Reference
		p := c.must(t, r.D)
		if off := max(math.Abs(p.P-r.Q), math.Abs(p.T0-r.Q), math.Abs(p.R-c.R), math.Abs(p.Entropy-g.entropy)); !(off < 1e-9) || !(math.Abs(p.Slope) < 1e-9) {
			t.Errorf("%v: %+v, want that of %+v", g, p, r)
		}
		d := 1.5 * r.D
		h := d / 400
		phi := func(e float64) float64 { return c.must(t, d+e).Entropy }
		want := (8*(phi(h)-phi(-h)) - (phi(2*h) - phi(-2*h))) / (12 * h)
		if p := c.must(t, d); !(math.Abs(p.Slope-want) < 1e-7*(1+math.Abs(want))) {
			t.Errorf("%v: slope %v, difference %v", g, p.Slope, want)
		}
	}
}

// TestFPPlantedSlope: the formula for the slope is the difference of entropies.
func TestFPPlantedSlope(t *testing.T) {
	slow.Only(t)
	for _, g := range plantedGrid {
		c, d := mustPlanted(t, g[0], g[1], g[2]), g[3]
		h := d / 400
		phi := func(e float64) float64 { return c.must(t, d+e).Entropy }
		want := (8*(phi(h)-phi(-h)) - (phi(2*h) - phi(-2*h))) / (12 * h)
		p := c.must(t, d)
		if math.Abs(p.Slope-want) > 1e-7*(1+math.Abs(want)) { // the rule: (h/d)⁴ of a fifth derivative
			t.Errorf("%v: slope %v, difference %v", g, p.Slope, want)
		}
		if random := mustFP(t, g[0], g[1], g[2]).must(t, d); p.Entropy > p.Bound || !(math.Abs(p.Entropy-random.Entropy) > 1e-6) {
			t.Errorf("%v: entropy %v, bound %v, with random labels %v", g, p.Entropy, p.Bound, random.Entropy)
		}
	}
}

// TestFPPlantedFewPatterns: a teacher's few patterns are like random ones, the
// difference is of the order α²; at α = 0 there is the bound.
func TestFPPlantedFewPatterns(t *testing.T) {
	const alpha = 1e-4
	for _, d := range []float64{0.01, 0.3} {
		p, random := mustPlanted(t, alpha, 0.1, 0).must(t, d), mustFP(t, alpha, 0.1, 0).must(t, d)
		if gap := p.Bound - p.Entropy; math.Abs(gap/(random.Bound-random.Entropy)-1) > 20*alpha {
			t.Errorf("d = %v: φ = %v, with random labels %v, bound %v", d, p.Entropy, random.Entropy, p.Bound)
		}
	}
	if p := mustPlanted(t, 0, 0.1, 0).must(t, 0.1); !p.Bounded || p.Entropy != p.Bound {
		t.Errorf("%+v", p)
	}
}

// TestFPPlantedEnds: the branch of κ̃ = 0 ends here too.
func TestFPPlantedEnds(t *testing.T) {
	slow.Only(t)
	c := mustPlanted(t, 0.5, 0, 0)
	from, to, ok := c.Ends()
	if !ok || from != 0 {
		t.Fatalf("%v, %v, %v", from, to, ok)
	}
	if p := c.must(t, to*1.001); p.P < 0.99999 {
		t.Errorf("just above d_c p = %v, want 1", p.P)
	}
	if p, err := c.At(to * 0.999); !errors.Is(err, theory.ErrEnds) {
		t.Errorf("just below d_c: %+v, %v", p, err)
	}
	if _, err := Planted(0.5, 0.1, math.NaN()); !errors.Is(err, theory.ErrDomain) {
		t.Error(err)
	}
	if _, err := Planted(1.6, 0, 0); !errors.Is(err, theory.ErrNoConvergence) {
		t.Error(err)
	}
}

// TestThresholdsPlanted: the capacity with a teacher to its printed digits, and what
// the thresholds mean, a little on either side of them.
func TestThresholdsPlanted(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	p, err := theory.Labels{Planted: true}.KappaMax(1.2446840)
	if err != nil || math.Abs(p.Kappa) > 1e-7 {
		t.Errorf("κ_max(1.2446840) = %v, %v, want 0", p.Kappa, err)
	}
	u, err := ThresholdsOf(theory.Labels{Planted: true}, 0.9, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !(0 < u.KappaMin && u.KappaMin < u.KappaU && u.KappaU < u.KappaMax) {
		t.Errorf("%+v", u)
	}
	for _, c := range []struct {
		kappa, d float64
		value    func(Point) float64
	}{{u.KappaMin, u.DMin, entropyOf}, {u.KappaU, u.DU, slopeOf}} {
		below := c.value(mustPlanted(t, 0.9, c.kappa-1e-5, 0).must(t, c.d))
		above := c.value(mustPlanted(t, 0.9, c.kappa+1e-5, 0).must(t, c.d))
		if below >= 0 || above <= 0 {
			t.Errorf("around kappa = %v, d = %v: %v, %v", c.kappa, c.d, below, above)
		}
	}
	if !slow.All {
		return
	}
	r, d, err := AlphaUOf(theory.Labels{Planted: true}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for shift, positive := range map[float64]bool{-1e-4: true, 1e-4: false} {
		top, err := theory.Labels{Planted: true}.KappaMax(r.Alpha + shift)
		if err != nil {
			t.Fatal(err)
		}
		if slope := mustPlanted(t, r.Alpha+shift, top.Kappa, 0).must(t, d).Slope; (slope > 0) != positive {
			t.Errorf("α'_u = %v: slope %v at %+v", r.Alpha, slope, shift)
		}
	}
}
