package plot

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

func TestCornerIsTheFreeOne(t *testing.T) {
	frame := vg.Rectangle{Max: vg.Point{X: 200, Y: 100}}
	size := vg.Point{X: 60, Y: 30}
	order := []Corner{TopRight, TopLeft, BottomRight, BottomLeft}
	at := map[Corner]vg.Point{TopRight: {X: 170, Y: 80}, TopLeft: {X: 20, Y: 80}, BottomRight: {X: 170, Y: 20}, BottomLeft: {X: 20, Y: 20}}
	for _, free := range order {
		var taken crowd
		for _, corner := range order {
			if corner != free {
				taken.points = append(taken.points, at[corner])
			}
		}
		if box, n := taken.place(frame, size, Auto, order...); n != 0 || box != cornerBox(frame, size, free) {
			t.Errorf("with corner %d free: %v covers %d", free, box, n)
		}
	}
	var taken crowd
	for _, corner := range order { // all taken: somewhere else
		taken.points = append(taken.points, at[corner])
	}
	if _, n := taken.place(frame, size, Auto, order...); n != 0 {
		t.Errorf("%d points are covered away from the corners", n)
	}
	if box, n := taken.place(frame, size, TopLeft, order...); n != 1 || box != cornerBox(frame, size, TopLeft) {
		t.Errorf("asked for: %v covers %d", box, n)
	}
	taken.boxes = append(taken.boxes, cornerBox(frame, size, TopRight))
	taken.points = taken.points[1:] // the top right has no data but the box
	if box, _ := taken.place(frame, size, Auto, TopRight, TopLeft); box == cornerBox(frame, size, TopRight) {
		t.Error("a box is covered rather than a point")
	}
}

// A rising line leaves the top left, a falling one the top right.
func TestLegendAvoidsLines(t *testing.T) {
	for _, c := range []struct {
		y    []float64
		want Corner
	}{{[]float64{0, 1}, TopLeft}, {[]float64{1, 0}, TopRight}, {[]float64{0.95, 0.95}, BottomRight}} {
		v := newView(Panel{X: Axis{Min: End(0), Max: End(1)}, Y: Axis{Min: End(0), Max: End(1)}, Series: []Series{{Name: "name", X: []float64{0, 1}, Y: c.y}}}, panelSizes, 240, 160)
		v.place(vg.Rectangle{Max: vg.Point{X: 200, Y: 120}})
		taken := v.crowd(draw.NewCanvas(new(recorder.Canvas), 200, 120))
		l, box, _ := newLegend(Legend{}, v.series, v.sizes.legend).fitted(v.frame, taken, Auto)
		if box != cornerBox(v.frame, l.room, c.want) {
			t.Errorf("line %v: legend at %v", c.y, box)
		}
	}
}

// What is longer than the figure has room for is set smaller, not cut off: labels of axes, and
// legends in the frame or over it.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("a long text ", 12)
	for _, corner := range []Corner{Auto, TopLeft, Above} {
		f := &Figure{Panels: []Panel{{X: Axis{Label: long}, Y: Axis{Label: long}, Legend: Legend{Corner: corner},
			Series: []Series{{Name: long, X: []float64{0, 1}, Y: []float64{1e-7, 2e-7}}, {Name: "short", X: []float64{0, 1}, Y: []float64{0, 1e-7}}}}}}
		s := f.settled().sheet()
		a := s.axes[0]
		frame, box := a.view.frame, a.box
		if box.Min.X < 0 || box.Max.X > s.width || box.Max.Y > s.height || (box.Min.Y >= frame.Max.Y) != (corner != TopLeft) {
			t.Errorf("corner %v: legend %v, frame %v, page %v by %v", corner, box, frame, s.width, s.height)
		}
		width, _, _ := a.view.labelX().box()
		height, _, _ := a.view.labelY().box()
		if middle := frame.Min.Add(frame.Max).Scale(0.5); middle.X+width/2 > s.width || middle.Y+height/2 > s.height {
			t.Errorf("corner %v: labels of %v and %v around %v leave the page", corner, width, height, middle)
		}
	}
}

// A frame without a point says so, one with a point or a map does not.
func TestNoData(t *testing.T) {
	at := []float64{1}
	for name, p := range map[string]Panel{"": {Series: []Series{{X: at, Y: at}}}, "nan": {Series: []Series{{X: at, Y: []float64{math.NaN()}}}}, "none": {},
		"map": {Map: &Map{}}} {
		v := &view{series: p.Series, plane: p.Map}
		if bare := name == "nan" || name == "none"; v.bare() != bare {
			t.Errorf("%q: bare %v", name, v.bare())
		}
	}
}

// The labels of panels leave a corner to a legend that was asked to lie there.
func TestLabelAvoidsLegend(t *testing.T) {
	p := Panel{Label: "(a)", Legend: Legend{Corner: TopLeft}}
	v := newView(Panel{X: Axis{Min: End(0), Max: End(1)}, Y: Axis{Min: End(0), Max: End(1)}, Series: []Series{{Name: "name", X: []float64{0, 1}, Y: []float64{0, 0.1}}}}, panelSizes, 240, 160)
	v.place(vg.Rectangle{Max: vg.Point{X: 200, Y: 120}})
	st := drawInside(draw.NewCanvas(new(recorder.Canvas), 200, 120), []Panel{p}, []*view{v}, [][]Series{v.series})[0]
	if st.box != cornerBox(v.frame, st.legend.room, TopLeft) {
		t.Errorf("legend at %v", st.box)
	}
	if at := panelLabel(p, v).cornerBox(v.frame, TopRight); st.labelAt.X != at.Min.X {
		t.Errorf("label at %v, legend at %v", st.labelAt, st.box)
	}
}

// Bands are taken inside as well as at their edges.
func TestPolygonIsFilledWithPoints(t *testing.T) {
	var taken crowd
	taken.addPolygon([]vg.Point{{}, {X: 50}, {X: 50, Y: 50}, {Y: 50}})
	inner := vg.Rectangle{Min: vg.Point{X: 20, Y: 20}, Max: vg.Point{X: 30, Y: 30}}
	if n := taken.covered(inner); n < 20 {
		t.Errorf("%d points in the middle", n)
	}
	if n := taken.covered(grown(inner, 60)); n != len(taken.points) {
		t.Errorf("%d of %d points around", n, len(taken.points))
	}
}

// Panels share the sides of their frames and the corner of their labels.
func TestPanelsAreAligned(t *testing.T) {
	line := func(y float64) []Series { return []Series{{X: []float64{0, 1}, Y: []float64{0, y}}} }
	f := &Figure{Columns: 1, Panels: []Panel{
		{Label: "(a)", Y: Axis{Label: "$y$"}, Series: line(1)}, {Label: "(b)", Series: line(1000)},
	}}
	paths, texts := record(t, f)
	var frames []vg.Rectangle
	for i := range paths {
		p := paths[i].path
		if len(p) > 20 && !paths[i].filled && p[4].Type == vg.CloseComp {
			frames = append(frames, vg.Rectangle{Min: p[0].Pos, Max: p[2].Pos})
		}
	}
	if len(frames) != 2 || !near(frames[0].Min.X, frames[1].Min.X) || !near(frames[0].Max.X, frames[1].Max.X) || frames[0].Min.Y < frames[1].Max.Y {
		t.Errorf("frames %v", frames)
	}
	if len(texts) < 4 || texts[len(texts)-2] != "(a)" || texts[len(texts)-1] != "(b)" {
		t.Errorf("texts %q", texts)
	}
}

// A legend whose corner is given lies beside the guides that cross this corner, not on
// them.
func TestLegendBesideGuides(t *testing.T) {
	for _, p := range []Panel{
		{Y: Axis{Min: End(0), Max: End(1), Guides: []float64{0.8, 0.9}}},
		{X: Axis{Min: End(0), Max: End(1), Guides: []float64{0.9}}, Y: Axis{Min: End(0), Max: End(1)}},
	} {
		p.X.Min, p.X.Max = End(0), End(1)
		p.Legend.Corner = TopRight
		p.Series = []Series{{Name: "name", X: []float64{0, 1}, Y: []float64{0, 0.1}}}
		a := (&Figure{Panels: []Panel{p}}).sheet().axes[0]
		for _, g := range a.view.guides() {
			if g[0].X <= a.box.Max.X && g[1].X >= a.box.Min.X && g[0].Y <= a.box.Max.Y && g[1].Y >= a.box.Min.Y {
				t.Errorf("guide %v crosses the legend %v", g, a.box)
			}
		}
		if f := a.view.frame; a.box.Max.X > f.Max.X || a.box.Min.Y < (f.Min.Y+f.Max.Y)/2 {
			t.Errorf("legend %v is far from the top right of %v", a.box, f)
		}
	}
}
