package plot

import (
	"math"
	"slices"
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
