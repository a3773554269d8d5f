package plot

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

// unit is a figure with axes from 0 to 1 and one series.
func unit(s Series) *Figure {
	return &Figure{Panels: []Panel{{X: Axis{Min: End(0), Max: End(1)}, Y: Axis{Min: End(0), Max: End(1)}, Series: []Series{s}}}}
}

// drawn are the paths of a unit figure in the colour of its series, and the
// place of a point on the canvas.
func drawn(t *testing.T, s Series) (strokes, fills []vg.Path, at func(x, y float64) vg.Point) {
	t.Helper()
	paths, _ := record(t, unit(s))
	frame, _ := frameOf(t, paths)
	for _, p := range paths {
		if p.color != Color(0) {
			continue
		}
		if p.filled {
			fills = append(fills, p.path)
		} else {
			strokes = append(strokes, p.path)
		}
	}
	size := frame.Size()
	return strokes, fills, func(x, y float64) vg.Point {
		return frame.Min.Add(vg.Point{X: vg.Length(x) * size.X, Y: vg.Length(y) * size.Y})
	}
}

// segments are the pairs of points of a path of separate strokes.
func segments(t *testing.T, path vg.Path) (out [][2]vg.Point) {
	t.Helper()
	for i := 0; i < len(path); i += 2 {
		if path[i].Type != vg.MoveComp || path[i+1].Type != vg.LineComp {
			t.Fatalf("component %d is no stroke", i)
		}
		out = append(out, [2]vg.Point{path[i].Pos, path[i+1].Pos})
	}
	return out
}

func same(a, b vg.Point) bool { return near(a.X, b.X) && near(a.Y, b.Y) }

func TestErrorBars(t *testing.T) {
	strokes, fills, at := drawn(t, Series{
		X: []float64{0.5}, Y: []float64{0.4}, XErr: []float64{0.2}, YErr: []float64{0.1},
	})
	if len(strokes) != 1 || len(fills) != 1 {
		t.Fatalf("%d strokes, %d markers", len(strokes), len(fills))
	}
	cap := panelSizes.cap
	left, right, low, high := at(0.3, 0.4), at(0.7, 0.4), at(0.5, 0.3), at(0.5, 0.5)
	up, along := vg.Point{Y: cap}, vg.Point{X: cap}
	want := [][2]vg.Point{
		{left, right}, {left.Sub(up), left.Add(up)}, {right.Sub(up), right.Add(up)},
		{low, high}, {low.Sub(along), low.Add(along)}, {high.Sub(along), high.Add(along)},
	}
	got := segments(t, strokes[0])
	if len(got) != len(want) {
		t.Fatalf("%d strokes, want %d", len(got), len(want))
	}
	for i := range want {
		if !same(got[i][0], want[i][0]) || !same(got[i][1], want[i][1]) {
			t.Errorf("stroke %d: %v, want %v", i, got[i], want[i])
		}
	}
	// The marker is a circle around the point.
	if top := fills[0][1].Pos; !near(top.X, at(0.5, 0.4).X) || !near(top.Y-at(0.5, 0.4).Y, marker/2.) {
		t.Errorf("top of the marker at %v", top)
	}
}

// A bar that leaves the frame ends at it and has no cap there.
func TestErrorBarsAreCut(t *testing.T) {
	strokes, _, at := drawn(t, Series{X: []float64{0.5}, Y: []float64{0.9}, YErr: []float64{0.3}})
	got := segments(t, strokes[0])
	if len(got) != 2 || !same(got[0][0], at(0.5, 0.6)) || !same(got[0][1], at(0.5, 1)) {
		t.Errorf("%v", got)
	}
}

// Thousands of bars are drawn in parts, with all their lines.
func TestManyBars(t *testing.T) {
	s, lines := Series{}, 0
	for i := range 500 {
		s.X, s.Y, s.YErr = append(s.X, float64(i)/500), append(s.Y, 0.5), append(s.YErr, 0.2)
	}
	strokes, _, _ := drawn(t, s)
	for _, path := range strokes {
		got := len(segments(t, path))
		if lines += got; got > mostLines {
			t.Errorf("%d lines at a time", got)
		}
	}
	if lines != 3*len(s.X) {
		t.Errorf("%d lines", lines)
	}
}

func TestMissingPoints(t *testing.T) {
	nan := math.NaN()
	strokes, fills, _ := drawn(t, Series{
		X:    []float64{0.2, nan, 0.6, 0.8, 2},
		Y:    []float64{0.2, 0.4, nan, 0.8, 0.5},
		XErr: []float64{0.1, 0.1, 0.1, nan, 0.1},
		YErr: []float64{nan, 0.1, 0.1, 0.1, 0.1},
	})
	if len(fills) != 2 { // one out of range, two missing
		t.Errorf("%d markers", len(fills))
	}
	if got := segments(t, strokes[0]); len(got) != 6 { // a bar of x, a bar of y
		t.Errorf("%d strokes of bars", len(got))
	}
}

// Bars that the marker covers would only fray its edge.
func TestShortBarsAreHidden(t *testing.T) {
	strokes, fills, _ := drawn(t, Series{X: []float64{0.5}, Y: []float64{0.5}, YErr: []float64{0.001}})
	if len(strokes) != 0 || len(fills) != 1 {
		t.Errorf("%d strokes, %d markers", len(strokes), len(fills))
	}
}

func TestLinesBreakAtMissingPoints(t *testing.T) {
	nan := math.NaN()
	strokes, _, at := drawn(t, Series{
		X: []float64{0, 0.2, 0.3, 0.4, 0.6, 0.7}, Y: []float64{0, 0.2, nan, 0.4, 0.6, 1.6}, Style: Style{Line: Solid},
	})
	if len(strokes) != 2 || len(strokes[0]) != 2 || len(strokes[1]) != 3 {
		t.Fatalf("%v", strokes)
	}
	if !same(strokes[0][1].Pos, at(0.2, 0.2)) || !same(strokes[1][0].Pos, at(0.4, 0.4)) {
		t.Errorf("%v", strokes)
	}
	if end := strokes[1][2].Pos; !same(end, at(0.64, 1)) { // clipped at the top
		t.Errorf("end at %v", end)
	}
}

func TestDashedBranches(t *testing.T) {
	v := newView(Panel{X: Axis{Min: End(0), Max: End(1)}, Y: Axis{Min: End(0), Max: End(1)}, Series: []Series{{
		X: []float64{0, 0.1, 0.2, 0.3, 0.4}, Y: []float64{0, 0.1, 0.2, 0.3, 0.4},
		Dashed: []bool{false, false, true, false, false},
	}}}, panelSizes, 200, 200)
	v.place(vg.Rectangle{Max: vg.Point{X: 100, Y: 100}})
	got := v.stretches(v.series[0])
	if len(got) != 3 || got[0].line != Solid || got[1].line != Dashed || got[2].line != Solid || len(got[1].points) != 3 {
		t.Errorf("%v", got)
	}
}

// A bar that reaches 0 on a logarithmic axis ends in an arrow at the frame; one that ends above has a cap.
func TestArrowAtZero(t *testing.T) {
	f := &Figure{Panels: []Panel{{Y: Axis{Log: true, Min: End(0.1), Max: End(10)}, Series: []Series{{X: []float64{1, 2}, Y: []float64{1, 1}, YErr: []float64{1, 0.5}}}}}}
	v := f.sheet().axes[0].view
	got := segments(t, v.barPath(v.series[0]))
	low := vg.Point{X: v.x.at(1), Y: v.frame.Min.Y}
	if len(got) != 7 || !same(got[2][0], low) || !same(got[3][0], low) || got[2][1].Y <= low.Y || got[2][1].X-low.X != low.X-got[3][1].X {
		t.Errorf("%v", got)
	}
}

// Markers whose bars are mostly shorter are small, unless their size is given.
func TestSmallMarkers(t *testing.T) {
	s := Series{X: []float64{0.1, 0.5, 0.9}, Y: []float64{0.1, 0.5, 0.9}, YErr: []float64{0.001, 0.001, 0.2}}
	given := s
	given.Style = Style{Marker: Circle, Size: 5}
	long := s
	long.YErr = []float64{0.2, 0.001, 0.2}
	for i, c := range []struct {
		of   Series
		want float64
	}{{s, smallMarker}, {long, marker}, {given, 5}} {
		if got := unit(c.of).sheet().axes[0].view.series[0].Style.Size; got != c.want {
			t.Errorf("series %d: %v, want %v", i, got, c.want)
		}
	}
}

// A curve too short to be seen, or of one point, has markers; of a line they are as wide as it is not.
func TestShortCurves(t *testing.T) {
	line := func(name string, x ...float64) Series {
		s := Series{Name: name, X: x, Y: make([]float64, len(x)), Style: Style{Line: Solid}}
		for i := range x {
			s.Y[i] = x[i] / 2
		}
		return s
	}
	f := &Figure{Panels: []Panel{{Series: []Series{line("long", 0, 0.5, 1), line("short", 0.5, 0.505), line("point", 0.2, math.NaN())}}}}
	page := f.sheet()
	for i, want := range []Marker{NoMarker, Circle, Circle} {
		if got := page.axes[0].view.series[i].Style.Marker; got != want {
			t.Errorf("%s: marker %v, want %v", f.Panels[0].Series[i].Name, got, want)
		}
	}
	if names := legendOf(f); !slices.Equal(names, []string{"long", "short", "point"}) {
		t.Errorf("legend %q", names)
	}
}
