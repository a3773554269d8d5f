package plot

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"
)

// ofRun is a figure as runs have it: points in two colours, theory in the colour of the
// first, a guide, and the bound.
func ofRun(title string, names []string, shift, end float64, theory string) *Figure {
	points := func(i int, name string) Series {
		return Series{Name: name, X: []float64{1, 2}, Y: []float64{shift, shift + float64(i)}, YErr: []float64{0.1, 0.1},
			Table: "local_entropy", Style: Style{Color: Color(i), Marker: MarkerAt(i)}}
	}
	p := Panel{X: Axis{Label: "d", Min: End(0), Max: End(end), Guides: []float64{end}, Names: []string{"end"}}, Y: Axis{Label: "s"}, Legend: Legend{Title: title}}
	for i, name := range names {
		p.Series = append(p.Series, points(i, name))
	}
	p.Series = append(p.Series,
		Series{Name: theory, X: []float64{0, 1, 2}, Y: []float64{math.NaN(), 1, 2}, Table: "theory_x", Style: Style{Color: Color(0), Line: Solid}},
		Series{Name: allConfigurations, X: []float64{0, end}, Y: []float64{0, end}, Style: Style{Color: color.Black, Line: Dashed}})
	return &Figure{Panels: []Panel{p}}
}

// Figures over each other: points have colours and names of their own, shared theory
// and the bound are there once, and the axis has room for all.
func TestOverlay(t *testing.T) {
	for _, c := range []struct {
		name    string
		figures []*Figure
		legend  string // title: entries
	}{
		{"the same settings", []*Figure{ofRun("", []string{"α = 0.3"}, 0, 3, "theory"), ofRun("", []string{"α = 0.3"}, 1, 4, "theory")},
			"α = 0.3: a | b | theory | all configurations"},
		{"other settings", []*Figure{ofRun("", []string{"α = 0.3"}, 0, 3, "theory"), ofRun("", []string{"α = 0.5"}, 1, 4, "theory")},
			": a: α = 0.3 | b: α = 0.5 | theory | all configurations"},
		{"a shared title", []*Figure{ofRun("N = 51", []string{"α = 0.3", "α = 0.5"}, 0, 3, "theory"), ofRun("N = 51", []string{"α = 0.3", "α = 0.5"}, 1, 4, "theory")},
			"N = 51: a: α = 0.3 | a: α = 0.5 | b: α = 0.3 | b: α = 0.5 | theory | all configurations"},
		{"titles", []*Figure{ofRun("N = 51", []string{"α = 0.3", "α = 0.5"}, 0, 3, ""), ofRun("N = 99", []string{"α = 0.3", "α = 0.5"}, 1, 4, "")},
			": a: N = 51, α = 0.3 | a: N = 51, α = 0.5 | b: N = 99, α = 0.3 | b: N = 99, α = 0.5 | all configurations"},
		{"no names", []*Figure{ofRun("", []string{""}, 0, 3, "theory"), ofRun("", []string{""}, 1, 4, "theory")},
			": a | b | theory | all configurations"},
	} {
		f, err := Overlay([]string{"a", "b"}, c.figures)
		if err != nil {
			t.Fatal(err)
		}
		p := f.Panels[0]
		var entries []string
		var colors []color.Color
		for _, s := range p.Series {
			if s.Name != "" {
				entries = append(entries, s.Name)
			}
			if s.Style.Marker == NoMarker {
				continue
			}
			if slices.Contains(colors, s.Style.Color) {
				t.Errorf("%s: two series of points have one colour", c.name)
			}
			colors = append(colors, s.Style.Color)
		}
		if legend := p.Legend.Title + ": " + strings.Join(entries, " | "); legend != c.legend {
			t.Errorf("%s: %s, want %s", c.name, legend, c.legend)
		}
		if *p.X.Max != 4 || !slices.Equal(p.X.Guides, []float64{3, 4}) || len(p.X.Names) != 2 {
			t.Errorf("%s: axis %+v", c.name, p.X)
		}
		if bound := p.Series[len(p.Series)-1]; slices.Max(bound.X) != 4 {
			t.Errorf("%s: the bound ends at %g", c.name, slices.Max(bound.X))
		}
		if first := c.figures[0].Panels[0]; *first.X.Max != 3 || len(first.X.Guides) != 1 || first.Series[0].Name == entries[0] && entries[0] != "" {
			t.Errorf("%s: the first figure has changed", c.name)
		}
	}
}

// Curves of one name that differ are both there.
func TestOverlayOfOtherTheory(t *testing.T) {
	a, b := ofRun("", []string{"x"}, 0, 3, "theory"), ofRun("", []string{"x"}, 1, 3, "theory")
	b.Panels[0].Series[1].Y = []float64{math.NaN(), 2, 2}
	f, err := Overlay([]string{"a", "b$"}, []*Figure{a, b})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range f.Panels[0].Series {
		names = append(names, s.Name)
	}
	if want := []string{"a", `b\$`, "theory", `b\$: theory`, allConfigurations}; !slices.Equal(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(want))) {
		t.Errorf("%q, want %q", names, want)
	}
}

func TestOverlayRefuses(t *testing.T) {
	a := ofRun("", []string{"x"}, 0, 3, "theory")
	for _, c := range []struct {
		change func(*Figure)
		want   string
	}{
		{func(f *Figure) { f.Panels = append(f.Panels, Panel{}) }, "the figure of b has other panels than that of a"},
		{func(f *Figure) { f.Panels[0].Y.Log = true }, "the figure of b has other axes than that of a"},
		{func(f *Figure) { f.Panels[0].X.Label = "D" }, "the figure of b has other axes than that of a"},
		{func(f *Figure) { f.Panels[0].Inset = &Inset{} }, "the figure of b has other insets than that of a"},
	} {
		b := ofRun("", []string{"x"}, 0, 3, "theory")
		c.change(b)
		if _, err := Overlay([]string{"a", "b"}, []*Figure{a, b}); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
