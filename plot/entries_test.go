package plot

import (
	"math"
	"slices"
	"testing"
)

// A legend names only what its frame shows, and a joined series with its line.
func TestLegendNamesWhatIsDrawn(t *testing.T) {
	nan, points := math.NaN(), Style{Marker: Circle}
	line := Style{Line: Solid}
	f := &Figure{Panels: []Panel{{X: Axis{Min: End(0), Max: End(1)}, Y: Axis{Min: End(0), Max: End(1)}, Series: []Series{
		{Name: "missing", X: []float64{0.5}, Y: []float64{nan}, Style: points},
		{Name: "outside", X: []float64{2}, Y: []float64{0.5}, Style: points},
		{Name: "across", X: []float64{-1, 2}, Y: []float64{0.5, 0.5}, Style: line},
		{Name: "beside", X: []float64{-1, -0.5}, Y: []float64{0.5, 0.5}, Style: line},
		{Name: "one point", X: []float64{0.5}, Y: []float64{0.5}, Style: line},
		{Name: "only here"},
	}}}}
	if got := legendOf(f); !slices.Equal(got, []string{"across", "one point", "only here"}) {
		t.Errorf("legend %q", got)
	}
	f = &Figure{Panels: []Panel{{Map: &Map{X: []float64{0, 1}, Y: []float64{0, 1}, Z: [][]float64{{0, 1}, {1, 2}}}, Series: []Series{
		{Name: "on the map", X: []float64{0.5}, Y: []float64{0.5}, Style: points}, {Name: "off the map", X: []float64{5}, Y: []float64{5}, Style: points},
	}}}}
	if got := legendOf(f); !slices.Equal(got, []string{"on the map"}) {
		t.Errorf("legend %q", got)
	}
	joined := Series{Name: "joined", X: []float64{0.1, 0.2}, Y: []float64{0.1, 0.2}, Style: Style{Marker: Square, Line: DashDotted, Color: Color(2)}}
	f = &Figure{Panels: []Panel{{Series: marked(joined, true, true)}}}
	if e := f.entries()[0]; len(e) != 2 || e[0].Name != "joined" || e[0].Style.Line != DashDotted || e[0].Style.Hollow || e[1].Name != "fewer than 3 samples" || e[1].Style.Marker != Square || e[1].Style.Color != Color(2) || !e[1].Style.Hollow {
		t.Errorf("legend of a joined series: %+v", e)
	}
	f = &Figure{Panels: []Panel{{Series: []Series{joined}, Inset: &Inset{Series: marked(joined, true, true)}}}}
	if e := f.entries()[0]; len(e) != 2 || e[1].Name != "fewer than 3 samples" {
		t.Errorf("hollow markers in an inset: %+v", e)
	}
	f = &Figure{Panels: []Panel{{X: Axis{Min: End(0.15), Max: End(0.3)}, Series: marked(joined, true, false)}}}
	if e := f.entries()[0]; len(e) != 1 {
		t.Errorf("the part of a series that the frame shows: %+v", e)
	}
}

// What hollow markers mean is said in some panel, though legends are hidden, and where
// these are drawn.
func TestHiddenLegendsSayWhatMarkersMean(t *testing.T) {
	s := Series{Name: "points", X: []float64{1, 2}, Y: []float64{1, 2}, Style: Style{Marker: Circle, Color: Color(0)}}
	marked, plain := marked(s, false, true), []Series{s}
	hidden := Legend{Hide: true, Title: "hidden too"}
	names := func(panels ...Panel) (all [][]string) {
		for i := range panels {
			all = append(all, nil)
			for _, e := range (&Figure{Panels: panels}).entries()[i] {
				all[i] = append(all[i], e.Name)
			}
		}
		return all
	}
	why := "fewer than 3 samples"
	for _, c := range []struct {
		panels []Panel
		want   [][]string
	}{
		{[]Panel{{Series: marked, Legend: hidden}, {Series: marked, Legend: hidden}, {Series: plain}}, [][]string{{why}, nil, {"points"}}},
		{[]Panel{{Series: marked, Legend: hidden}, {Series: marked}}, [][]string{nil, {"points", why}}},
		{[]Panel{{Series: marked, Legend: hidden, X: Axis{Min: End(0), Max: End(1.5)}}}, [][]string{nil}},
	} {
		if got := names(c.panels...); !slices.EqualFunc(got, c.want, slices.Equal[[]string]) {
			t.Errorf("legends %q, want %q", got, c.want)
		}
	}
	f := &Figure{Panels: []Panel{{Series: marked, Legend: hidden}}}
	if box := f.sheet().axes[0].legend; box.title != "" || len(box.entries) != 1 {
		t.Errorf("legend %q of %d entries", box.title, len(box.entries))
	}
}

// A panel with several looks that no legend of the figure explains is told; one that looks as another panel with a legend is not.
func TestUnexplained(t *testing.T) {
	at := func(name string, i int) Series {
		return Series{Name: name, X: []float64{0, 1}, Y: []float64{0, 1}, Style: Style{Marker: MarkerIn(i), Color: Color(i)}}
	}
	f := &Figure{Panels: []Panel{{Series: []Series{at("a", 0), at("b", 1)}}, {Series: []Series{at("", 0), at("", 1)}, Legend: Legend{Hide: true}}, {Series: []Series{at("", 2)}}}}
	if got := f.Lost(); len(got) != 0 {
		t.Errorf("%q", got)
	}
	f.Panels[1].Series = append(f.Panels[1].Series, at("", 3))
	if got := f.Lost(); len(got) != 1 || got[0] != "panel 2: no legend has an entry for 1 of its 3 colours, shapes and lines" {
		t.Errorf("%q", got)
	}
}

// What the dashes of a line mean is said once, where the frame shows some, and not of lines that are dashed as a whole.
func TestDashesAreExplained(t *testing.T) {
	s := Series{Name: "a", X: []float64{0, 1, 2}, Y: []float64{-1, 0, 1}, Dashed: []bool{true, false, false}, Broken: "$S$ < 0", Style: Style{Line: Solid}}
	whole := Series{Name: "b", X: s.X, Y: s.Y, Style: Style{Line: Dashed}}
	f := &Figure{Panels: []Panel{{Series: []Series{s, s, whole}}, {Series: []Series{s}, Legend: Legend{Hide: true}}}}
	all := f.entries()
	if got := all[0]; len(got) != 4 || got[3].Name != s.Broken || got[3].Style.Line != Dashed || len(all[1]) != 0 {
		t.Errorf("%+v", all)
	}
	f.Panels[0].X.Min = End(1.5)
	if all = f.entries(); len(all[0]) != 3 || len(all[1]) != 1 {
		t.Errorf("%+v", all)
	}
}
