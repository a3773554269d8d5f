package parisi

import (
	"errors"
	"math"
	"testing"

	"fbp/gauss"
	"fbp/internal/slow"
	"fbp/theory"
	"fbp/theory/saddle"
)

var (
	below  = problem{kappa: -0.5}
	full   = problem{kappa: -0.5, capacity: true, last: 1, spread: 1}
	ofReLU = problem{activation: theory.ReLU, capacity: true, last: 1, spread: theory.ReLU.SlopeAt1()}

	stateChain    = Chain{[]float64{.5, .35, .2, .12, .05}, []float64{.2, .3, .5, .8}}
	capacityChain = Chain{[]float64{.5, .2, .05, .01, 0}, []float64{1, 4, 15, 60}}
)

// Check: terms of Parisi's functional of chosen x(q) | an independent program (C++) | 1e-9
func TestTerms(t *testing.T) {
	for _, c := range []struct {
		problem
		chain Chain
		a, b  float64
	}{
		{below, stateChain, 2.471318719891, -0.8545005935},
		{full, capacityChain, 0.352427173657, -0.03736387036},
		{ofReLU, capacityChain, 0.352427173657, -0.06439435215},
	} {
		a, _ := c.weightsTerm(c.chain)
		b, _, _ := c.patternsTerm(c.chain)
		if math.Abs(a-c.a) > 1e-11 || math.Abs(b-c.b) > 1e-9 {
			t.Errorf("A = %.12f, B = %.10f; want %v, %v", a, b, c.a, c.b)
		}
	}
}

// Check: gradient of Parisi's functional | differences | 3e-6
func TestGradient(t *testing.T) {
	for _, p := range []problem{below, full, ofReLU} {
		p.alpha = 4
		c := Chain{append([]float64{}, capacityChain.V...), append([]float64{}, capacityChain.Y...)}
		if !p.capacity {
			c = Chain{append([]float64{}, stateChain.V...), append([]float64{}, stateChain.Y...)}
		}
		_, by := p.value(c)
		check := func(x *float64, by float64) {
			old, h := *x, 1e-3**x
			*x = old + h
			up, _ := p.value(c)
			*x = old - h
			down, _ := p.value(c)
			*x = old
			if slope := (up - down) / (2 * h); math.Abs(slope-by) > 3e-6*(math.Abs(by)+0.1/old) {
				t.Errorf("%v: %v by differences, %v", c, slope, by)
			}
		}
		for i := range slow.Some(2, c.Y) {
			check(&c.Y[i], by.y[i])
		}
		for i, v := range slow.Some(2, c.V) {
			if v > 0 {
				check(&c.V[i], by.v[i])
			}
		}
	}
}

func spherical(a theory.Activation) theory.Committee {
	return theory.Committee{Weights: theory.Spherical, Activation: a}
}

// Check: capacity with k steps of replica symmetry breaking | one step by integrals of its own; an independent program | 1e-8
func TestSteps(t *testing.T) {
	for _, c := range slow.Some(2, []struct {
		activation theory.Activation
		kappa      float64
		k          int
		want       float64
	}{
		{theory.Linear, -0.5, 1, 4.70013949}, {theory.Linear, -0.5, 5, 4.69663404}, {theory.Linear, -1, 5, 12.2809370},
		{theory.Linear, -0.5, 2, 4.69723645}, {theory.Linear, -0.5, 3, 4.69679109}, {theory.Linear, -1, 2, 12.2872222},
		{theory.ReLU, 0, 2, 2.65327417}, {theory.Linear, -2, 4, 124.731629}, {theory.Linear, -2, 3, 124.744286},
		{theory.ReLU, 0, 1, 2.66428006}, {theory.Linear, -2, 5, 124.727848}, {theory.ReLU, 0, 5, 2.65081694}, {theory.Linear, 0, 2, 2},
	}) {
		got, err := Steps(spherical(c.activation), c.kappa, c.k)
		if err != nil || math.Abs(got.Alpha/c.want-1) > 1e-8 {
			t.Errorf("%v units, kappa = %v, %d steps: %.9f, %v; want %v", c.activation, c.kappa, c.k, got.Alpha, err, c.want)
		}
	}
	if got, err := Steps(spherical(theory.Sign), 0, 2); err != nil || !math.IsInf(got.Alpha, 1) {
		t.Errorf("sign units: %v, %v; want inf", got.Alpha, err)
	}
}

// TestSingleStep: α of one step at its q_0 by nested integrals, least in y, also beyond a discontinuous transition, where nothing else
// answers; an upper bound below that of replica symmetry for negative margins of perceptrons alone, which it is where that is stable.
//
// Check: capacity with one step of replica symmetry breaking | its definition by nested integrals; an independent program | 1e-9; 5e-9
func TestSingleStep(t *testing.T) {
	for _, c := range slow.Some(3, []struct {
		activation  theory.Activation
		kappa, want float64 // of an independent program
	}{{theory.Linear, -2.3, 0}, {theory.Linear, -3, 0}, {theory.ReLU, 0, 2.66428006}, {theory.Linear, -0.5, 4.70013949}, {theory.Linear, -2, 125.402123}}) {
		got, err := Steps(spherical(c.activation), c.kappa, 1)
		if err != nil {
			t.Fatal(err)
		}
		o := theory.Overlap{Q: got.Farthest, V: 1 - got.Farthest}
		e := c.activation.Effective(o)
		margin, sq, sd := c.kappa/c.activation.Scale(), math.Sqrt(e.Q), math.Sqrt(e.V)
		alpha := func(lnY float64) float64 {
			y := math.Exp(lnY)
			f := gauss.Average(func(z0 float64) float64 {
				at := (margin + sq*z0) / sd
				average := func(of func(x float64) float64) float64 {
					return gauss.Average(func(z1 float64) float64 {
						x := max(0, at+z1) * sd
						return of(-y * x * x / (2 * c.activation.SlopeAt1()))
					}, -at, -at+0.1/sd, -at+0.3/sd, -at+1/sd)
				}
				if lost := average(func(x float64) float64 { return -math.Expm1(x) }); lost < 0.5 {
					return math.Log1p(-lost)
				}
				return math.Log(average(math.Exp))
			}, gauss.Around(-margin/sq, sd/sq)...)
			d := 1 + y*o.V
			return -(math.Log(d) + y*o.Q/d) / (2 * f)
		}
		_, least := saddle.Minimum(alpha, 2, 4.5, 1e-5)
		if math.Abs(least/got.Alpha-1) > 1e-9 || c.want > 0 && math.Abs(got.Alpha/c.want-1) > 5e-9 {
			t.Errorf("%v units, kappa = %v: %.12g, want %.12g and %v", c.activation, c.kappa, got.Alpha, least, c.want)
		}
	}
	for _, kappa := range slow.Some(3, []float64{-3, -0.02, 0, -2, -1, -0.1, 0.5}) {
		rs, _ := spherical(theory.Linear).Capacity(kappa)
		one, err := Steps(spherical(theory.Linear), kappa, 1)
		if err != nil || !(one.Alpha <= rs) || (kappa < 0) == (one.Alpha == rs) || kappa == -0.02 && one.Farthest < 0.999 {
			t.Errorf("κ = %v: capacities %v and %v, %v", kappa, rs, one, err)
		}
	}
	if _, err := Steps(spherical(theory.Linear), -2.3, 2); !errors.Is(err, ErrJump) {
		t.Errorf("two steps at κ = −2.3: %v, want ErrJump", err)
	}
}

// Check: capacity with full replica symmetry breaking | an independent program; replica symmetry at margin 0 | 1e-6, sign units 1e-4
func TestFull(t *testing.T) {
	for _, c := range []struct {
		activation  theory.Activation
		kappa       float64
		want, close float64
		farthest    float64
	}{
		{theory.Linear, 0, 2, 1e-10, math.NaN()}, {theory.Linear, 0.5, 1 / (1.25*0.691462461274 + 0.5*0.352065326764), 1e-11, math.NaN()},
		{theory.Linear, -0.5, 4.6965973, 1e-7, 0.7903}, {theory.Linear, -1, 12.280569, 5e-7, math.NaN()},
		{theory.Linear, -2, 124.72506, 1e-6, math.NaN()},
		{theory.ReLU, 0, 2.6506480, 1e-6, math.NaN()}, {theory.Sign, 0, 6.6834, 1e-4, math.NaN()},
	} {
		if c.kappa < 0 || !c.activation.Linear() {
			if !slow.All {
				continue
			}
		}
		got, err := Full(spherical(c.activation), c.kappa)
		if err != nil || math.Abs(got.Alpha/c.want-1) > c.close || c.farthest > 0 && math.Abs(got.Farthest-c.farthest) > 2e-4 {
			t.Errorf("%v units, kappa = %v: %+v, %v; want %v", c.activation, c.kappa, got, err, c.want)
		}
		if gap := c.kappa == -2; gap == math.IsNaN(got.GapEnd) || gap && math.Abs(got.Relaxed-124.7044) > 3e-4 {
			t.Errorf("kappa = %v: gap up to %v, relaxed %v", c.kappa, got.GapEnd, got.Relaxed)
		}
	}
	if _, err := Full(spherical(theory.Linear), -2.1); !errors.Is(err, ErrJump) {
		t.Errorf("kappa = -2.1: %v; want ErrJump", err)
	}
	if _, err := Full(theory.Committee{}, -0.5); !errors.Is(err, theory.ErrDomain) {
		t.Errorf("binary weights: %v; want ErrDomain", err)
	}
}

// Check: typical states with full replica symmetry breaking | an independent program; derivatives by α and κ; sum of the density | 2e-7, q_m 2e-4
func TestState(t *testing.T) {
	c, stable, err := instability(spherical(theory.Linear), -0.5)
	c.Alpha, c.Farthest = 4.6965973, 0.7903
	if stable || err != nil {
		t.Fatal(stable, err)
	}
	if _, err := c.At(3.9); !errors.Is(err, theory.ErrStable) {
		t.Errorf("alpha = 3.9: %v", err)
	}
	if _, err := c.At(4.7); !errors.Is(err, theory.ErrBeyondCapacity) {
		t.Errorf("alpha = 4.7: %v", err)
	}
	slow.Only(t)
	for _, want := range []struct{ alpha, entropy, first, last, x, xLast, mean, margin float64 }{
		{4.2, -2.7554292, .8525, .94884, .1391, .2060, .9328573, 3.53737},
		{4.5, -3.6565939, .8113, .98829, .0506, .1714, .9744087, 8.73932},
	} {
		s, err := c.At(want.alpha)
		if err != nil {
			t.Fatal(err)
		}
		first, last := s.Levels[0], s.Levels[16]
		for _, v := range []struct{ got, want, close float64 }{
			{s.Entropy, want.entropy, 1e-7}, {first.Q, want.first, 2e-4}, {last.Q, want.last, 2e-4}, {first.X, want.x, 1e-3}, {last.X, want.xLast, 1e-3},
			{s.MeanOverlap, want.mean, 1e-6}, {s.AtMargin, want.margin, 1e-4}, {s.Density(-0.5), want.margin, 1e-4},
			{first.Replicon, 1, 1e-3}, {last.Replicon, 1, 2e-3},
		} {
			if math.Abs(v.got-v.want) > v.close {
				t.Errorf("alpha = %v: %v, want %v", want.alpha, v.got, v.want)
			}
		}
		for i, l := range s.Levels[1:] { // x(q) is a probability: that of an overlap of at most q
			if before := s.Levels[i]; !(before.Q < l.Q && l.Q < 1 && 0 < before.X && before.X < l.X && l.X < 1) {
				t.Errorf("alpha = %v: x(%v) = %v after x(%v) = %v", want.alpha, l.Q, l.X, before.Q, before.X)
			}
		}
		sum := 0.0
		for gap := 0.0005; gap < 6; gap += 0.001 {
			sum += 0.001 * s.Density(gap-0.5)
		}
		if math.Abs(sum-1) > 3e-5 {
			t.Errorf("alpha = %v: the density sums to %v", want.alpha, sum)
		}
	}
	up, err1 := c.At(4.51)
	down, err2 := c.At(4.49)
	p := problem{kappa: -0.5, alpha: 4.5, order: 4}
	m, err3 := p.minimise(geometricLaw, 1, []float64{logit(.19), logit(.06), -2, -2, -2, -2})
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	if b, _, _ := p.patternsTerm(m.chain); math.Abs((up.Entropy-down.Entropy)/.02-b) > 0.01 || math.Abs(b+4.87435) > 0.01 {
		t.Errorf("entropy by alpha %v, term of patterns %v", (up.Entropy-down.Entropy)/.02, b)
	}
}

func BenchmarkPatternsTerm(b *testing.B) {
	l := powerLaw(16, 1, 5, 0)
	c := l.chain(l.start(0.2, 0.7))
	for b.Loop() {
		full.patternsTerm(c)
	}
}

// Check: full replica symmetry breaking next to margin 0 | its bounds, the instability and two steps | 1e-9
func TestNextToZero(t *testing.T) {
	slow.Only(t)
	c := spherical(theory.Linear)
	full, err1 := Full(c, -0.01)
	two, err2 := Steps(c, -0.01, 2)
	if err := errors.Join(err1, err2); err != nil || !(full.Alpha > full.unstable.Alpha && full.Alpha < two.Alpha+1e-9) {
		t.Errorf("%v; want it above %v and below %v, %v", full.Alpha, full.unstable.Alpha, two.Alpha, err)
	}
}
