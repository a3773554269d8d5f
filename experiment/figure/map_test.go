package figure

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"fbp/plot"
	"fbp/results"
)

// planar has a map of the rows of a variant.
const planar = measured + `[[variant]]
name = "a"
[[variant]]
name = "b"
[figure]
kind = "panels"
[[figure.panel]]
equal = true
map = { table = "local_entropy", x = "rho", y = "overlap", z = "distance", variant = "b", levels = [0.1, 0.3], marks = [[0, 0], [1, 0], [0.5, 1]] }
`

// A map has the rows of its variant on a grid, in whatever order they stand; a place without a row is
// missing. Its marks are circles, with a line around them.
func TestMapOfTable(t *testing.T) {
	table := rows(t, "variant rho overlap distance\nb 1 0 0.2\nb 0 0 0.1\na 0 0 9\nb 1 2 0.4\n")
	f := panelsOf(t, planar, map[string]*results.Table{"local_entropy": table})
	p := f.Panels[0]
	if fmt.Sprint(p.Map.X, p.Map.Y, p.Map.Levels) != "[0 1] [0 2] [0.1 0.3]" || p.Map.Label != "distance $d$" || !p.Equal {
		t.Errorf("%+v", p.Map)
	}
	if z := p.Map.Z; z[0][0] != 0.1 || z[0][1] != 0.2 || !math.IsNaN(z[1][0]) || z[1][1] != 0.4 {
		t.Errorf("%v", z)
	}
	if p.X.Label != `field towards the solution $\rho$` || p.Y.Label != "overlap $q$" {
		t.Errorf("axes %q, %q", p.X.Label, p.Y.Label)
	}
	if len(p.Series) != 2 || fmt.Sprint(p.Series[0].X, p.Series[1].X) != "[0 1 0.5 0] [0 1 0.5]" || p.Series[1].Style.Marker != plot.Circle {
		t.Errorf("%+v", p.Series)
	}

	twice := rows(t, "variant x y error\nb 1 0 0.2\nb 1 0 0.1\n")
	b := run{tables: func(string) (*results.Table, error) { return twice, nil }}
	m := Map{Table: "plane", X: "x", Y: "y", Z: "error"}
	if _, err := b.plane(&m); err == nil || !strings.Contains(err.Error(), "plane: a map has one value at x = 1, y = 0, and the table has several") {
		t.Error(err)
	}
}

// Thresholds and the bound want series that they belong to.
func TestPanelsWithoutSeries(t *testing.T) {
	theory := "\n[[theory]]\nname = \"rs\"\nkind = \"rs\"\nalpha = [0.1, 0.2]\n[figure]\nkind = \"panels\"\n[[figure.panel]]\nbound = true\nseries = [{ theory = \"rs\", x = \"alpha\", y = \"q\" }]\n"
	for config, want := range map[string]string{
		strings.Replace(planar, "equal", "thresholds", 1): "want series along alpha",
		measured + theory: "want a series of a measured table",
		measured + "[figure]\nkind = \"panels\"\n[[figure.panel]]\nequal = true\ny = { log = true }\nseries = [{ table = \"local_entropy\", x = \"distance\", y = \"entropy\" }]\n": "want no logarithmic axis, along",
		measured + "[figure]\nkind = \"panels\"\n[[figure.panel]]\nbound = true\nx = { log = true }\nseries = [{ table = \"local_entropy\", x = \"distance\", y = \"entropy\" }]\n": "want no logarithmic axis of x",
	} {
		if _, err := displayOf(t, config); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
