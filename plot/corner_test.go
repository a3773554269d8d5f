package plot

import (
	"math"
	"slices"
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
		if box, n := taken.place(frame, size, order...); n != 0 || box != cornerBox(frame, size, free) {
			t.Errorf("with corner %q free: %v covers %d", free, box, n)
		}
	}
	var taken crowd
	for _, corner := range order { // all taken: somewhere else
		taken.points = append(taken.points, at[corner])
	}
	if _, n := taken.place(frame, size, order...); n != 0 {
		t.Errorf("%d points are covered away from the corners", n)
	}
	taken.points = nil
	if box, n := taken.place(frame, size, BottomLeft, TopRight); n != 0 || box != cornerBox(frame, size, BottomLeft) {
		t.Errorf("asked for and free: %v covers %d", box, n)
	}
	taken.boxes = append(taken.boxes, cornerBox(frame, size, TopRight))
	if box, _ := taken.place(frame, size, TopRight, TopLeft); box == cornerBox(frame, size, TopRight) {
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
		if box.Min.X < 0 || box.Max.X > s.width || box.Max.Y > s.height || box.Min.Y < frame.Max.Y {
			t.Errorf("corner %v: legend %v, frame %v, page %v by %v", corner, box, frame, s.width, s.height)
		}
		width, _, _ := a.view.labelX().box()
		height, _, _ := a.view.labelY().box()
		if middle := frame.Min.Add(frame.Max).Scale(0.5); middle.X+width/2 > s.width || middle.Y+height/2 > s.height {
			t.Errorf("corner %v: labels of %v and %v around %v leave the page", corner, width, height, middle)
		}
	}
}

// A frame in which nothing is to be seen says why, one with something or a map does not.
func TestNoData(t *testing.T) {
	one := func(y float64) []Series {
		return []Series{{X: []float64{1}, Y: []float64{y}, Style: Style{Marker: Circle}}}
	}
	for name, c := range map[string]struct {
		panel Panel
		want  string
	}{
		"point":      {Panel{Series: one(1)}, ""},
		"nan":        {Panel{Series: one(math.NaN())}, "no data"},
		"none":       {Panel{}, "no data"},
		"legend":     {Panel{Series: []Series{{Name: "a"}}}, "no data"},
		"map":        {Panel{Map: mapOf(2, func(x, y float64) float64 { return x })}, ""},
		"log":        {Panel{Y: Axis{Log: true}, Series: one(0)}, "no data above 0, on a logarithmic axis"},
		"one of two": {Panel{Y: Axis{Log: true}, Series: append(one(0), one(1)...)}, ""},
		"outside":    {Panel{Y: Axis{Min: End(2)}, Series: one(1)}, "no data between the ends of the axes"},
		"beneath":    {Panel{Y: Axis{Log: true, Min: End(2)}, Series: append(one(0), one(1)...)}, "no data between the ends of the axes"},
		"crossing":   {Panel{X: Axis{Min: End(0), Max: End(1)}, Series: []Series{{X: []float64{-1, 2}, Y: []float64{0, 1}}}}, ""},
	} {
		f := &Figure{Panels: []Panel{c.panel}}
		if got := f.sheet().axes[0].view.bare(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if c.want != "" && !slices.ContainsFunc(recordedTexts(t, f), func(text string) bool { return text == c.want }) {
			t.Errorf("%s: the frame does not say so", name)
		}
	}
}

// recordedTexts are the texts of a figure.
func recordedTexts(t *testing.T, f *Figure) (texts []string) {
	_, texts = record(t, f)
	return texts
}

// Points that logarithmic axes cannot show are counted, also those that are marked, each once.
func TestLost(t *testing.T) {
	s := Series{X: []float64{0, 1, 2, math.NaN()}, Y: []float64{1, 0, -1, 1}, Style: Style{Marker: Circle, Line: Solid}}
	parts := marked(s, true, false, true, false)
	theory := Series{X: []float64{1, 2}, Y: []float64{0, 3}, Style: Style{Line: Solid}}
	f := &Figure{Panels: []Panel{
		{Label: "(a)", Y: Axis{Log: true}, Series: append(parts, theory)},
		{X: Axis{Log: true}, Y: Axis{Log: true}, Series: []Series{s}, Inset: &Inset{X: Axis{Log: true}, Series: []Series{s}}},
		{Series: []Series{s}},
	}}
	want := []string{"panel (a): 3 of 5 points are not drawn: y ≤ 0 on a logarithmic axis", "panel 2: 3 of 3 points are not drawn: x ≤ 0 or y ≤ 0 on a logarithmic axis",
		"inset of panel 2: 1 of 3 points are not drawn: x ≤ 0 on a logarithmic axis"}
	if got := f.Lost(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// The label of a panel lies on no marker or line, wherever these leave a corner: one for
// all panels, or one of its own, or beside one; else its place is over the frame.
func TestLabelsLieOnNothing(t *testing.T) {
	axis := Axis{Min: End(0), Max: End(1)}
	at := func(xy ...float64) Panel {
		s := Series{Style: Style{Marker: Circle}}
		for i := 0; i < len(xy); i += 2 {
			s.X, s.Y = append(s.X, xy[i]), append(s.Y, xy[i+1])
		}
		return Panel{X: axis, Y: axis, Series: []Series{s}}
	}
	topLeft, topRight, bottomLeft, bottomRight := []float64{0.06, 0.92}, []float64{0.94, 0.92}, []float64{0.06, 0.08}, []float64{0.94, 0.08}
	most := slices.Concat(topLeft, topRight, bottomLeft)
	row := func(y float64) (xy []float64) {
		for i := range 21 {
			xy = append(xy, float64(i)/20, y)
		}
		return xy
	}
	for name, panels := range map[string][]Panel{
		"one corner for all": {at(most...), at(topLeft...)},
		"their own":          {at(most...), at(bottomRight...), at(topLeft...)},
		"beside a corner":    {at(slices.Concat(most, bottomRight)...), at(topLeft...)},
		"no place":           {at(slices.Concat(row(0.92), row(0.08))...), at(topLeft...)},
	} {
		for i := range panels {
			panels[i].Label = string([]rune{'(', rune('a' + i), ')'})
			panels[i].Legend.Hide = true
		}
		f := &Figure{WidthCM: TwoColumns, Panels: panels}
		page := f.sheet()
		for i, a := range page.axes {
			width, high, deep := a.label.box()
			box := grown(vg.Rectangle{Min: a.labelAt.Sub(vg.Point{Y: deep}), Max: a.labelAt.Add(vg.Point{X: width, Y: high})}, 1.3) // the radius of a marker
			for k, x := range panels[i].Series[0].X {
				if p := (vg.Point{X: a.view.x.at(x), Y: a.view.y.at(panels[i].Series[0].Y[k])}); p.X > box.Min.X && p.X < box.Max.X && p.Y > box.Min.Y && p.Y < box.Max.Y {
					t.Errorf("%s: the label %s lies on the point %v", name, a.label.text, p)
				}
			}
			if over := a.labelAt.Y >= a.view.frame.Max.Y; over != (name == "no place" && i == 0) {
				t.Errorf("%s: the label %s is over its frame: %v", name, a.label.text, over)
			}
			if box.Max.Y > page.height-edge {
				t.Errorf("%s: the label %s leaves the page", name, a.label.text)
			}
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

// A legend whose corner is given goes to another one where guides or data are in it, and over the frame if none is free.
func TestLegendBesideGuides(t *testing.T) {
	for _, p := range []Panel{
		{Y: Axis{Min: End(0), Max: End(1), Guides: []float64{0.8, 0.9}}},
		{X: Axis{Min: End(0), Max: End(1), Guides: []float64{0.9}}, Y: Axis{Min: End(0), Max: End(1)}},
		{X: Axis{Guides: []float64{0.1, 0.3, 0.5, 0.7, 0.9}, Names: []string{"a", "b", "c", "d", "e"}}, Y: Axis{Min: End(0), Max: End(1), Guides: []float64{0.2, 0.4, 0.6, 0.8}}},
	} {
		p.X.Min, p.X.Max = End(0), End(1)
		p.Legend.Corner = TopRight
		p.Series = []Series{{Name: "name", X: []float64{0, 1}, Y: []float64{0, 0.1}}}
		a := (&Figure{Panels: []Panel{p}}).sheet().axes[0]
		for _, g := range a.view.guides() {
			if g.from.X <= a.box.Max.X && g.to.X >= a.box.Min.X && g.from.Y <= a.box.Max.Y && g.to.Y >= a.box.Min.Y {
				t.Errorf("guide %v crosses the legend %v", g, a.box)
			}
		}
		if a.box.Max.X > a.view.frame.Max.X || a.covers {
			t.Errorf("legend %v in %v", a.box, a.view.frame)
		}
	}
}

// A legend over the frame stands over the power of ten of the axis of y too.
func TestLegendOverFactor(t *testing.T) {
	f := &Figure{Panels: []Panel{{Legend: Legend{Corner: Above}, Series: []Series{
		{Name: "one", X: []float64{0, 1}, Y: []float64{1e-4, 2e-4}, Style: Style{Line: Solid}}, {Name: "two", X: []float64{0, 1}, Y: []float64{1e-4, 3e-4}, Style: Style{Line: Dashed}},
	}}}}
	for _, columns := range []int{1, 3} {
		f.Columns = columns
		st := f.sheet().axes[0]
		if room := st.view.factorRoom(); room == 0 || st.box.Min.Y < st.view.frame.Max.Y+room {
			t.Errorf("%d columns: the legend begins at %v, the frame ends at %v and its factor takes %v", columns, st.box.Min.Y, st.view.frame.Max.Y, room)
		}
	}
}
