package plot

import (
	"math"
	"slices"
	"strconv"
	"testing"
)

// Markers that lie on each other are drawn side by side; others stay, and so do lines and numbers.
func TestDodge(t *testing.T) {
	at := func(y ...float64) Series {
		return Series{X: []float64{1, 2, 3}, Y: y, Style: Style{Marker: Circle, Line: Solid}}
	}
	line := at(1, 1, 1)
	line.Style.Marker = NoMarker
	before := []Series{at(1, 1, 0), at(1, 0.5, 0), at(0.7, 0.4, 0.2), line}
	const half = 2. / 50 / 2
	logHalf := math.Log(3) / 50 / 2
	for _, c := range []struct {
		log   bool
		aside []float64
	}{{false, []float64{-half, half, 0, 0}}, {true, []float64{-logHalf, logHalf, 0, 0}}} {
		axis := Axis{Log: c.log}
		got := Dodge(axis, Axis{}, before)
		for i, want := range c.aside {
			if s := got[i]; math.Abs(s.Aside-want) > 1e-15 || !slices.Equal(s.X, []float64{1, 2, 3}) {
				t.Errorf("log %v: series %d at %v, %v beside it, want %v", c.log, i, s.X, s.Aside, want)
			}
		}
		f := &Figure{Panels: []Panel{{X: axis, Series: got}}}
		v := f.sheet().axes[0].view
		for i, s := range v.series {
			for k, stretch := range v.stretches(s)[0].points {
				if x := v.x.at(s.X[k]); stretch.X != x {
					t.Errorf("log %v: the line of series %d is at %v, not at %v", c.log, i, stretch.X, x)
				}
			}
			if at := v.x.at(s.beside(1, c.log)); at < v.x.lo || i == 0 && at >= v.x.at(1) || i == 1 && at <= v.x.at(1) {
				t.Errorf("log %v: the marker of series %d is at %v", c.log, i, at)
			}
		}
	}
	if got := Dodge(Axis{}, Axis{}, nil); len(got) != 0 {
		t.Error("series out of nothing")
	}
}

// The figure of success dodges: two sizes that always succeed are both seen.
func TestSuccessDodges(t *testing.T) {
	table := columns{"alpha": {0.3, 0.5, 0.3, 0.5}, "probability": {1, 1, 1, 1}, "probability_low": {0.7, 0.7, 0.7, 0.7},
		"probability_high": {1, 1, 1, 1}, "samples": {10, 10, 10, 10}}
	f, err := Success(table, []Key{{"model.n", []string{"101", "101", "201", "201"}}}, SuccessOptions{Samples: 10})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := f.Panels[0].Series[0], f.Panels[0].Series[1]; a.Aside >= 0 || b.Aside <= 0 || a.X[0] != 0.3 || a.Y[0] != 1 {
		t.Errorf("markers beside %v and %v by %v and %v", a.X, b.X, a.Aside, b.Aside)
	}
}

// Points of many sizes move by less than a quarter of the way to the next α, and stay in the frame.
func TestSuccessOfManySizes(t *testing.T) {
	for _, alphas := range [][]float64{{0.4, 0.6}, {0.4, 0.6, 0.65, 0.9}} {
		table, sizes := columns{}, []string(nil)
		for n := range 10 {
			for _, alpha := range alphas {
				for name, value := range map[string]float64{"alpha": alpha, "probability": 1, "probability_low": 0.7, "probability_high": 1, "samples": 10} {
					table[name] = append(table[name], value)
				}
				sizes = append(sizes, strconv.Itoa(101+10*n))
			}
		}
		f, err := Success(table, []Key{{"model.n", sizes}}, SuccessOptions{Samples: 10})
		if err != nil {
			t.Fatal(err)
		}
		p, gap := f.Panels[0], leastGap([]Series{{X: alphas}}, 1)
		for _, s := range p.Series {
			for i := range s.X {
				x := s.beside(s.X[i], false)
				if x < *p.X.Min || x > *p.X.Max || math.Abs(x-alphas[i]) > gap/4+1e-12 {
					t.Errorf("a point of α = %g is at %g in %g…%g", alphas[i], x, *p.X.Min, *p.X.Max)
				}
			}
		}
	}
}
