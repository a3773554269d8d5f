package plot

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

// Means that would be printed on each other stand side by side, with the lines that join them: also at loads that differ
// by less than a marker's width, on either axis. Other points of their series stay, and so do theory and what has bars of x.
func TestDodge(t *testing.T) {
	mean := func(x0, y0 float64) Series {
		return Series{X: []float64{x0, 2, 3}, Y: []float64{y0, 1, 2}, YErr: []float64{0.01, 0.01, 0.01}, Style: Style{Marker: Circle, Line: Solid}}
	}
	theory := Series{X: []float64{1, 2, 3}, Y: []float64{1, 1, 2}, Style: Style{Line: Solid}}
	across := mean(1, 1)
	across.XErr = []float64{0.1, 0.1, 0.1}
	a, b, c := mean(1, 1), mean(1.001, 1), mean(1, 5)
	c.Y = []float64{5, 5, 2}
	for _, log := range []bool{false, true} {
		f := &Figure{Panels: []Panel{{X: Axis{Log: log}, Series: []Series{a, b, c, theory, across}}}}
		v := f.sheet().axes[0].view
		for i, want := range [][]int{{-1, -1, -1}, {1, 1, 0}, {0, 0, 1}, {0, 0, 0}, {0, 0, 0}} {
			s := v.series[i]
			for k, side := range want {
				at, place := v.spot(s, k), v.x.at(s.X[k])
				if d := at.X - place; side == 0 && abs(d) > 1e-9 || side != 0 && float64(d)*float64(side) < 1 {
					t.Errorf("log %v: point %d of series %d is %.2f beside its place, want side %d", log, k, i, float64(d), side)
				}
				if !slices.Contains(v.stretches(s)[0].points, at) {
					t.Errorf("log %v: the line of series %d misses its marker", log, i)
				}
			}
		}
		apart := v.spot(v.series[1], 0).X - v.spot(v.series[0], 0).X
		if size := vg.Length(v.series[0].Style.Size); apart < size {
			t.Errorf("log %v: markers of %.2f points are %.2f apart", log, float64(size), float64(apart))
		}
		if got := legendOf(f.settled()); !slices.Equal(got, []string{"shifted along $x$"}) {
			t.Errorf("legend %q", got)
		}
	}
}

// Where places are closer than markers are wide, no marker leaves its own.
func TestDodgeOfDensePlaces(t *testing.T) {
	dense := func() (s Series) {
		for i := range 100 {
			s.X, s.Y, s.YErr = append(s.X, float64(i)), append(s.Y, 1), append(s.YErr, 0.5)
		}
		return s
	}
	f := &Figure{Panels: []Panel{{Series: []Series{dense(), dense(), dense()}}}}
	v := f.sheet().axes[0].view
	unit := float64(v.x.at(1) - v.x.at(0))
	for _, s := range v.series {
		for i := range s.X {
			if d := float64(s.beside(i)); i > 0 && i < 99 && math.Abs(d) > 0.31*unit {
				t.Errorf("point %d is %.2f beside a place %.2f from the next", i, d, unit)
			}
			if at := v.spot(s, i).X; !v.x.holds(v.x.value(at)) {
				t.Errorf("point %d is not in the frame", i)
			}
		}
	}
}
