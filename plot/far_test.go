package plot

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestFarInLaTeX: lengths of TeX end at 16383 pt, so that a line which leaves the frame by
// a million frames is cut, at a place of its own; a log axis has no zero.
func TestFarInLaTeX(t *testing.T) {
	f := &Figure{Panels: []Panel{{
		X: Axis{Log: true, Min: End(1), Max: End(100), Guides: []float64{10}}, Y: Axis{Min: End(0), Max: End(1), Guides: []float64{0.5}},
		Legend: Legend{Corner: Above},
		Series: []Series{
			{Name: "line", X: []float64{1, 10, 100}, Y: []float64{-1e6, 0.5, 1e6}},
			{Name: "bars", X: []float64{2, 10}, Y: []float64{0.5, 1e6}, YErr: []float64{1e6, 1}, XErr: []float64{5, 5}, Style: Style{Line: NoLine, Marker: Circle}},
		},
	}}}
	script, err := f.Script("pgfplots")
	if err != nil {
		t.Fatal(err)
	}
	text := string(script)
	if strings.Contains(text, "{axis cs:0,") {
		t.Error("a guide starts at 0 on a log axis")
	}
	if !strings.Contains(text, "{axis cs:1,0.5}") || !strings.Contains(text, "{axis cs:10,0}") {
		t.Error("the guides are not drawn from the ends of the axes")
	}
	rows := regexp.MustCompile(`(?m)^([-+.e0-9]+) ([-+.e0-9]+)( [-+.e0-9 ]+)?$`).FindAllStringSubmatch(text, -1)
	for _, row := range rows {
		for _, number := range strings.Fields(row[0])[1:] {
			if y, err := strconv.ParseFloat(number, 64); err != nil || y < -10.1 || y > 11.1 {
				t.Errorf("%q lies far outside", row[0])
			}
		}
	}
	if len(rows) != 4 { // the line's three, and one of the points
		t.Errorf("%d rows:\n%s", len(rows), text)
	}
	if !strings.Contains(text, "legend columns=-1") {
		t.Error("a legend in one line is not")
	}
}
