package parisi

import (
	"errors"
	"math"
	"slices"
	"testing"

	"fbp/internal/slow"
	"fbp/theory"
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
	one, err := spherical(theory.Linear).Capacity1RSB(-0.5)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range slow.Some(3, []struct {
		activation theory.Activation
		kappa      float64
		k          int
		want       float64
	}{
		{theory.Linear, -0.5, 1, one.Alpha}, {theory.Linear, -0.5, 5, 4.69663404}, {theory.Linear, -1, 5, 12.2809370},
		{theory.Linear, -0.5, 2, 4.69723645}, {theory.Linear, -0.5, 3, 4.69679109}, {theory.Linear, -1, 2, 12.2872222},
		{theory.Linear, -2, 5, 124.727848}, {theory.Linear, -2, 4, 124.731629}, {theory.Linear, -2, 3, 124.744286},
		{theory.ReLU, 0, 1, 2.66428006}, {theory.ReLU, 0, 2, 2.65327417}, {theory.ReLU, 0, 5, 2.65081694}, {theory.Linear, 0, 2, 2},
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

// A rising law has chains whose y rise, from any parameters; its gradient is theirs.
//
// Check: gradient of Parisi's functional by steps that rise | differences | 1e-6
func TestRisingLaw(t *testing.T) {
	for _, l := range []law{powerLaw(5, 2, 5, 0), geometricLaw(5, 2)} {
		p := full
		if l.offset[5] == 0 {
			p = problem{kappa: -0.5, alpha: 4}
		}
		x := l.start(0.5, 0.7)
		for i := range x[l.free+1:] {
			x[l.free+1+i] = 0.3 - 0.4*float64(i)
		}
		value := func() float64 { v, _ := p.value(l.chain(x)); return v }
		c := l.chain(x)
		if !slices.IsSorted(c.Y) {
			t.Fatal(c.Y)
		}
		got := make([]float64, len(x))
		_, by := p.value(c)
		l.turn(got, x, c, by)
		for i := range slow.Some(3, x) {
			const h = 1e-3
			old := x[i]
			x[i] = old + h
			up := value()
			x[i] = old - h
			down := value()
			x[i] = old
			if slope := (up - down) / (2 * h); math.Abs(slope-got[i]) > 1e-6*(1+math.Abs(slope)) {
				t.Errorf("parameter %d: %v by differences, %v", i, slope, got[i])
			}
		}
		again := slices.Clone(x)
		for i, y := range c.Y {
			again[l.free+i] = math.Log(y)
		}
		l.rises(again[l.free:])
		for i, y := range l.chain(again).Y {
			if math.Abs(y/c.Y[i]-1) > 1e-12 {
				t.Errorf("y_%d = %v, was %v", i, y, c.Y[i])
			}
		}
	}
}

// Where f is not concave, of parameters out of all range, an integral has no end.
func TestNoConcaveFunction(t *testing.T) {
	l := newLevel(0, 1)
	last := len(l.u) - 1
	l.f2[last] = 1
	if v, _, _ := l.convolve(l.u[last], 1, 10, 0, l.u[last], make([]float64, len(l.u))); !math.IsNaN(v) {
		t.Error(v)
	}
}

// Check: x(q) with a gap | the least entropy over steps that rise on a fixed grid, without a free end of the gap; 64 cells | q_m 1e-3, gap_end .01
func TestGaps(t *testing.T) {
	slow.Only(t)
	for _, want := range []struct{ kappa, capacity, alpha, first, x, mean, end float64 }{
		{-1.6, 45.9583, 36, .38857, .28265, .7718444, .7635}, {-1.5, 36.368708, 25, .44434, .3864, .683972, .675},
		{-1.5, 36.368708, 22, .46705, .4856, .595848, .616}, {-1.9, 96.232448, 90, .26583, .0961, .919723, .9127},
		{-1.65, 51.85, 44, .36003, .2001, .838672, .8095}, {-1.7, 58.6, 52, .33724, .1495, .879044, .8407},
	} {
		c, _, err := instability(spherical(theory.Linear), want.kappa)
		if err != nil {
			t.Fatal(err)
		}
		c.Alpha, c.Farthest = want.capacity, want.first
		s, err := c.At(want.alpha)
		if err != nil {
			t.Errorf("kappa = %v, alpha = %v: %v", want.kappa, want.alpha, err)
			continue
		}
		for _, v := range []struct{ got, want, close float64 }{
			{s.Levels[0].Q, want.first, 1e-3}, {s.Levels[0].X, want.x, 1e-3}, {s.MeanOverlap, want.mean, 1e-6}, {s.GapEnd, want.end, 1e-2},
		} {
			if math.Abs(v.got-v.want) > v.close {
				t.Errorf("kappa = %v, alpha = %v: %v, want %v", want.kappa, want.alpha, v.got, v.want)
			}
		}
		for i, l := range s.Levels[1:] {
			if l.X < s.Levels[i].X {
				t.Errorf("kappa = %v, alpha = %v: x falls at %v", want.kappa, want.alpha, l.Q)
			}
		}
		p := problem{kappa: want.kappa, alpha: want.alpha, order: 4}
		l := geometricLaw(12, 1)
		l.rising = true
		x := append([]float64{logit(1 - want.first - 0.02), logit((1 - s.Levels[16].Q) / (1 - want.first))}, make([]float64, 12)...)
		for i := range 12 {
			x[2+i] = math.Log(0.1 + 0.02*float64(i))
		}
		l.rises(x[2:])
		grid, _, entropy, err := p.least(l, x)
		if err != nil || math.Abs(1-grid.V[0]-s.Levels[0].Q) > 1e-3 || !(s.Entropy < entropy+1e-7) {
			t.Errorf("kappa = %v, alpha = %v: q_m = %v on a grid, s = %v, for %v, %v; %v", want.kappa, want.alpha, 1-grid.V[0], entropy, s.Levels[0].Q, s.Entropy, err)
		}
	}
	c, _, err := instability(spherical(theory.Linear), -1.5)
	if err != nil {
		t.Fatal(err)
	}
	c.Alpha, c.Farthest = 36.368708, 0.38
	if _, err := c.At(20); !errors.Is(err, errGapEnd) {
		t.Errorf("kappa = -1.5, alpha = 20: %v", err)
	}
}

// More steps of breaking lower the capacity, and not below that of full breaking.
func TestStepsAboveFull(t *testing.T) {
	slow.Only(t)
	full, err := Full(spherical(theory.Linear), -1.9)
	if err != nil {
		t.Fatal(err)
	}
	last := math.Inf(1)
	for k := range 8 {
		c, err := Steps(spherical(theory.Linear), -1.9, k+1)
		if err != nil || !(c.Alpha < last && c.Alpha > full.Alpha) {
			t.Errorf("%d steps: %v, %v; want it between %v and %v", k+1, c.Alpha, err, full.Alpha, last)
		}
		last = c.Alpha
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

// Where x would fall there is a gap, and x rises beyond it.
func TestGap(t *testing.T) {
	slow.Only(t)
	c, _, err := instability(spherical(theory.Linear), -1.5)
	if err != nil {
		t.Fatal(err)
	}
	c.Alpha, c.Farthest = 36.36871, 0.38
	s, err := c.At(28)
	if err != nil || math.Abs(s.Levels[0].Q-0.424) > 2e-3 || math.Abs(s.GapEnd-0.695) > 0.01 {
		t.Fatalf("from %v to %v, %v", s.Levels[0].Q, s.GapEnd, err)
	}
	for i, l := range s.Levels[1:] {
		if l.X < s.Levels[i].X {
			t.Errorf("x falls at %v", l.Q)
		}
	}
}
