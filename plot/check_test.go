package plot

import (
	"strings"
	"testing"
)

func TestWriteRefuses(t *testing.T) {
	panel := func(p Panel) *Figure { return &Figure{Panels: []Panel{p}} }
	series := func(s Series) *Figure { return panel(Panel{Series: []Series{s}}) }
	one := []float64{1}
	for _, c := range []struct {
		figure *Figure
		want   string
	}{
		{&Figure{}, "without panels"},
		{&Figure{WidthCM: -1, Panels: []Panel{{}}}, "negative"},
		{&Figure{WidthCM: 1, Panels: []Panel{{}}}, "at least"},
		{panel(Panel{X: Axis{Min: End(2), Max: End(1)}}), "panel[0].x.to = 1: want to > from = 2"},
		{panel(Panel{Y: Axis{Min: End(0), Max: End(1), Log: true}}), "panel[0].y.from = 0: want from > 0"},
		{panel(Panel{X: Axis{Label: "$x"}}), `panel[0].x.label = "$x": `},
		{panel(Panel{Label: "∇"}), "no '∇'"},
		{panel(Panel{Legend: Legend{Title: `$\what$`}}), `unknown command \what`},
		{panel(Panel{Inset: &Inset{Left: End(0.8), Width: 0.5}}), "panel[0].inset.width = 0.5: want at most"},
		{panel(Panel{Inset: &Inset{Series: []Series{{X: one}}}}), "panel[0].inset.series[0]: 0 values of y"},
		{series(Series{Name: "s", X: one}), "panel[0].series[0]: 0 values of y"},
		{series(Series{X: one, Y: one, YErr: []float64{1, 2}}), "2 values of YErr for 1 points"},
		{series(Series{X: one, Y: one, Dashed: []bool{true, true}}), "Dashed"},
		{series(Series{Name: "$", X: one, Y: one}), "label"},
	} {
		_, err := c.figure.Bytes("svg")
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "plot: ") {
			t.Errorf("%v, want …%s…", err, c.want)
		}
	}
}

// Extremes of data and size must neither hang nor give numbers that no reader
// of SVG understands.
func TestExtremes(t *testing.T) {
	for _, v := range [][]float64{{0}, {1e300, 1}, {-1e280, 1e280}, {1e-300, 1e-280}, {5e-324}, {1, 1 + 1e-15}, {1e9, 1e9 + 1e-6}, {}} {
		for _, log := range []bool{false, true} {
			f := &Figure{WidthCM: 2.5, HeightCM: 2.5, Panels: []Panel{{
				Label: "(a)", X: Axis{Log: log, Label: "$x$"}, Y: Axis{Log: log, Label: "$y$"},
				Series: []Series{{Name: "a name that is wider than the figure", X: v, Y: v, XErr: v, YErr: v}, {X: v, Y: v, Style: Style{Line: Solid}}},
				Inset:  &Inset{Series: []Series{{X: v, Y: v}}},
			}}}
			svg := string(render(t, f, "svg"))
			for _, bad := range []string{"NaN", "Inf"} {
				if strings.Contains(svg, bad) {
					t.Errorf("%v log=%v: %s in the SVG", v, log, bad)
				}
			}
		}
	}
}
