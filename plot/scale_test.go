package plot

import (
	"math"
	"testing"
)

func TestLimits(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name           string
		axis           Axis
		values         []float64
		wantLo, wantHi float64
	}{
		{"asked for", Axis{Min: End(0), Max: End(3)}, []float64{7}, 0, 3},
		{"margin", Axis{}, []float64{1, 2}, 0.96, 2.04},
		{"not across zero", Axis{}, []float64{0.01, 1}, 0, 1.0396},
		{"not across zero from below", Axis{}, []float64{-1, 0}, -1.04, 0},
		{"both signs", Axis{}, []float64{-1, 1}, -1.08, 1.08},
		{"missing", Axis{}, []float64{1, nan, math.Inf(1), 2, 1e300}, 0.96, 2.04},
		{"one value", Axis{}, []float64{5}, 4, 6},
		{"only zero", Axis{}, []float64{0}, -1, 1},
		{"nothing", Axis{}, nil, 0, 1},
		{"from alone", Axis{Min: End(-1)}, []float64{2, 4}, -1, 4.2},
		{"from zero alone", Axis{Min: End(0)}, []float64{2, 4}, 0, 4.16},
		{"from zero, and only zero", Axis{Min: End(0)}, []float64{0}, 0, 1},
		{"to alone", Axis{Max: End(6)}, []float64{2, 4}, 1.84, 6},
		{"to zero alone", Axis{Max: End(0)}, []float64{-4, -2, 3}, -4.16, 0},
		{"from alone, among data", Axis{Min: End(3)}, []float64{-9, 1, 4, 5}, 3, 5.08},
		{"from alone, at the one value", Axis{Min: End(5)}, []float64{5}, 5, 6},
		{"from alone, beyond the data", Axis{Min: End(3)}, []float64{1, 2}, 3, 6},
		{"to alone, below the data", Axis{Max: End(-2)}, []float64{1, 2}, -4, -2},
		{"to zero alone, below the data", Axis{Max: End(0)}, []float64{1, 2}, -1, 0},
		{"from alone, of nothing", Axis{Min: End(-1)}, nil, -1, 0},
		{"to alone, of nothing", Axis{Max: End(6)}, nil, 0, 6},
		{"log, from alone", Axis{Log: true, Min: End(1)}, []float64{0.5, 10, 100}, 1, math.Pow(100, 1.04)},
		{"log, to alone", Axis{Log: true, Max: End(1)}, []float64{0, 0.01, 10}, math.Pow(100, -1.04), 1},
		{"log, from alone, beyond the data", Axis{Log: true, Min: End(3)}, []float64{1, 2}, 3, 300},
		{"log, to alone, of nothing", Axis{Log: true, Max: End(1)}, nil, 0.01, 1},
		{"log", Axis{Log: true}, []float64{-1, 0, 1, 100}, math.Pow(100, -0.04), math.Pow(100, 1.04)},
		{"log of one value", Axis{Log: true}, []float64{1}, math.Exp(-0.1), math.Exp(0.1)},
		{"log of nothing", Axis{Log: true}, []float64{-1}, 0.1, 10},
	} {
		var e extent
		for _, v := range c.values {
			c.axis.addTo(&e, v)
		}
		lo, hi := c.axis.limits(e)
		// a handful of roundings of numbers of order 100
		if math.Abs(lo-c.wantLo) > 1e-12 || math.Abs(hi-c.wantHi) > 1e-12 {
			t.Errorf("%s: %g…%g, want %g…%g", c.name, lo, hi, c.wantLo, c.wantHi)
		}
		if !(lo < hi) {
			t.Errorf("%s: %g…%g is empty", c.name, lo, hi)
		}
	}
}

// Error bars count, and y looks only at what x shows.
func TestRanges(t *testing.T) {
	s := []Series{
		{X: []float64{1, 2, 50}, Y: []float64{1, 2, 1000}, XErr: []float64{0.5, math.NaN(), 1}, YErr: []float64{0, 3, 0}},
		{X: []float64{2}, Y: []float64{-4}},
	}
	x, y := ranges(Axis{}, Axis{}, s)
	if x.min != 0 || math.Abs(x.max-(51+0.04*50.5)) > 1e-12 {
		t.Errorf("x %g…%g", x.min, x.max)
	}
	if y.min >= -4 || y.max <= 1000 {
		t.Errorf("y %g…%g", y.min, y.max)
	}
	if _, y = ranges(Axis{Min: End(0), Max: End(10)}, Axis{}, s); y.min >= -4 || y.min < -5 || y.max <= 5 || y.max > 6 {
		t.Errorf("detail: y %g…%g", y.min, y.max)
	}
}

// A bar that ends nearly at zero does not stretch a logarithmic axis; one that ends clear of it does.
func TestRangesOfLogarithms(t *testing.T) {
	for down, want := range map[float64]float64{2 - 1e-16: 1, 1.99: 0.01, 3: 1} {
		_, y := ranges(Axis{}, Axis{Log: true}, []Series{{X: []float64{1, 2}, Y: []float64{2, 1}, YErr: []float64{1, 0}, YDown: []float64{down, 0}}})
		if y.min > want || y.min < 0.6*want {
			t.Errorf("a bar down by %g: from %g, want about %g", down, y.min, want)
		}
	}
}

func TestScale(t *testing.T) {
	s := scale{min: 1, max: 100, log: true, lo: 10, hi: 30}
	for _, c := range []struct {
		v    float64
		want float64
	}{{1, 10}, {10, 20}, {100, 30}, {1000, 40}} {
		if got := s.at(c.v); math.Abs(float64(got)-c.want) > 1e-12 {
			t.Errorf("%g at %v, want %g", c.v, got, c.want)
		}
	}
	for _, v := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if finite(s.at(v)) || s.holds(v) {
			t.Errorf("%g has a place", v)
		}
	}
	if at, cut := s.clamped(-3); at != 10 || !cut {
		t.Errorf("−3 on a logarithmic axis: %v %v", at, cut)
	}
	if !s.holds(1) || !s.holds(100) || s.holds(101) {
		t.Error("ends of the axis")
	}
}
