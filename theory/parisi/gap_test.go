package parisi

import (
	"errors"
	"math"
	"slices"
	"testing"

	"fbp/internal/slow"
	"fbp/theory"
)

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
	if v, _, _ := l.convolve(l.u[last], 1, 10, 0, l.u[last], make([]float64, len(l.u))); !math.IsNaN(v.f) {
		t.Error(v)
	}
}

// Check: x(q) with a gap | the least entropy over steps that rise on a fixed grid, without a free end of the gap; 64 cells | q_m 1e-3, gap_end .01
func TestGaps(t *testing.T) {
	slow.Only(t)
	for _, want := range []struct{ kappa, capacity, alpha, first, x, mean, end float64 }{
		{-1.6, 45.9583, 36, .38857, .28265, .7718444, .7635}, {-1.5, 36.368708, 25, .44434, .3864, .683972, .675},
		{-1.9, 96.232448, 90, .26583, .0961, .919723, .9127},
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
	for _, alpha := range []float64{20, 21} {
		if _, err := c.At(alpha); !errors.Is(err, errGapEnd) {
			t.Errorf("kappa = -1.5, alpha = %v: %v", alpha, err)
		}
	}
}

// Before x begins to rise behind a gap one step is stable. Its entropy is that of 16 steps that rise.
func TestOneStep(t *testing.T) {
	for _, want := range []struct{ kappa, alpha, entropy, first, last, x float64 }{
		{-1.9, 60, -1.81788229, .32123, .7967, .58114}, {-1.9, 50, -1.48932735, .35026, .5396, .7791}, {-2, 80, -1.90627182, .28428, .8325, .58298},
	} {
		p := problem{kappa: want.kappa, alpha: want.alpha}
		near := Chain{[]float64{1 - want.first - 0.05, 1 - want.last}, []float64{0.5}}
		s, ok := p.oneStep(near)
		if !ok {
			t.Errorf("%+v: %+v", want, s)
			continue
		}
		for _, v := range []struct{ got, want, close float64 }{
			{s.Entropy, want.entropy, 5e-8}, {s.Levels[0].Q, want.first, 1e-4}, {s.Levels[0].X, want.x, 1e-3}, {s.GapEnd, want.last, 1e-3},
		} {
			if math.Abs(v.got-v.want) > v.close {
				t.Errorf("%+v: %v, want %v", want, v.got, v.want)
			}
		}
	}
	p := problem{kappa: -1.5, alpha: 25}
	if s, ok := p.oneStep(Chain{[]float64{0.55, 0.2}, []float64{0.4}}); ok {
		t.Errorf("beyond the second instability: %+v", s.Levels)
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
