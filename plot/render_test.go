package plot

import (
	"image/color"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// render answers the bytes of a figure.
func render(t *testing.T, f *Figure, format string) []byte {
	t.Helper()
	data, err := f.Bytes(format)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// stroke is one stroked or filled path with the colour it was drawn in.
type stroke struct {
	path   vg.Path
	color  color.Color
	filled bool
}

// record draws a figure on a canvas that remembers it: paths outside of text,
// and the texts.
func record(t *testing.T, f *Figure) (paths []stroke, texts []string) {
	t.Helper()
	if err := f.Check(); err != nil {
		t.Fatal(err)
	}
	var rec recorder.Canvas
	w, h := f.size()
	f.draw(draw.NewCanvas(&rec, w, h))
	var now color.Color
	for _, a := range rec.Actions {
		switch a := a.(type) {
		case *recorder.SetColor:
			now = a.Color
		case *recorder.Stroke:
			paths = append(paths, stroke{a.Path, now, false})
		case *recorder.Fill:
			paths = append(paths, stroke{a.Path, now, true})
		case *recorder.FillString:
			texts = append(texts, a.String)
		}
	}
	return paths, texts
}

// frameOf finds the frame: the first black stroke that starts as a rectangle,
// with its ticks.
func frameOf(t *testing.T, paths []stroke) (frame vg.Rectangle, ticks vg.Path) {
	t.Helper()
	for _, p := range paths {
		if !p.filled && p.color == color.Black && len(p.path) > 5 && p.path[4].Type == vg.CloseComp {
			return vg.Rectangle{Min: p.path[0].Pos, Max: p.path[2].Pos}, p.path[5:]
		}
	}
	t.Fatal("no frame")
	return
}

// near compares lengths in points; the coordinates come from a few operations
// on numbers of order 100.
func near(a, b vg.Length) bool { return abs(a-b) < 1e-9 }

// legendOf are the names in the legend of the first panel.
func legendOf(f *Figure) (names []string) {
	for _, e := range f.entries()[0] {
		names = append(names, e.Name)
	}
	return names
}

// marked is a series in which some points are of fewer samples.
func marked(s Series, few ...bool) []Series {
	for _, is := range few {
		var why []string
		if is {
			why = []string{FewerThan + "3 samples"}
		}
		s.Why = append(s.Why, why)
	}
	return []Series{s}
}

// sheet is a laid out figure: its panels and insets.
type sheet struct {
	width, height vg.Length
	axes          []stage
}

// sheet lays a figure out, on a canvas that draws nothing.
func (f *Figure) sheet() sheet {
	f = f.settled()
	w, h := f.size()
	s := sheet{width: w, height: h}
	for _, st := range f.draw(draw.NewCanvas(new(recorder.Canvas), w, h)) {
		s.axes = append(s.axes, st)
		if st.inset != nil {
			s.axes = append(s.axes, stage{view: st.inset})
		}
	}
	return s
}
