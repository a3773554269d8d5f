package figure

import (
	"slices"
	"testing"

	"fbp/experiment/plan"
	"fbp/plot"
	"fbp/results"
)

// loaded is a figure along α of two tables that have P/N, or of samples, which stand at the points of a plan.
const loaded = swept + `[figure]
kind = "panels"
[[figure.panel]]
thresholds = true
series = [{ table = "success", x = "alpha", y = "probability" }, { table = "biased_bp", x = "load", y = "sweeps" }]
[[figure.panel]]
series = [{ table = "samples", x = "alpha", y = "q" }]
[[figure.panel]]
series = [{ table = "success", x = "p", y = "probability", where = "alpha = 0.4" }]
`

// Points stand at P/N, whatever the config asks for: at N = 21 and α = 0.2, 0.4 these are 4/21 and 8/21.
func TestPointsAtTheirLoad(t *testing.T) {
	display, err := displayOf(t, loaded)
	if err != nil {
		t.Fatal(err)
	}
	display.plan = &plan.Plan{Tasks: []plan.Task{{ID: "a"}, {ID: "b", Point: 1}, {ID: "c", Point: 1}}}
	display.plan.Points = []plan.ShownPoint{{N: 21, P: 4}, {N: 21, P: 8}}
	low, high := 4./21, 8./21
	tables := map[string]*results.Table{
		"success":   rows(t, "alpha n load p probability\n0.2 21 0.19047619047619047 4 1\n0.4 21 0.38095238095238093 8 0.5\n"),
		"biased_bp": rows(t, "alpha load p sweeps\n0.2 0.19047619047619047 4 1\n0.4 0.38095238095238093 8 0.5\n"),
		"samples":   rows(t, "alpha sample task q\n0.2 0 a 0.1\n0.4 0 b 0.2\n0.4 1 c 0.3\n"),
	}
	f, err := madeOf(display, func(name string) (*results.Table, error) { return tables[name], nil })
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][][]float64{{{low, high}, {low, high}}, {{low, high, high}}, {{8}}} {
		for k, x := range want {
			if got := f.Panels[i].Series[k].X; !slices.Equal(got, x) {
				t.Errorf("panel %d, series %d: at %v, want %v", i, k, got, x)
			}
		}
	}
}

// The axis is that of the points, also where theory is drawn first: of theory alone it is α.
func TestAxisOfLoad(t *testing.T) {
	theory, points := Drawn{Theory: "s", X: "alpha", Y: "q"}, Drawn{Table: "summary", X: "alpha", Y: "q"}
	for want, series := range map[string][]Drawn{"load $P/N$": {theory, points}, `load $\alpha$`: {theory, {Table: "pairs", X: "overlap", Y: "q"}}} {
		if got := (run{}).axis(plot.Axis{}, series, "x").Label; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Points of two quantities name both, those with a line of theory the first.
func TestAxisOfTwoQuantities(t *testing.T) {
	barrier, overlap := Drawn{Table: "summary", X: "alpha", Y: "barrier"}, Drawn{Table: "summary", X: "alpha", Y: "overlap"}
	one, other := (run{}).axis(plot.Axis{}, []Drawn{barrier}, "y").Label, (run{}).axis(plot.Axis{}, []Drawn{overlap}, "y").Label
	for want, series := range map[string][]Drawn{
		one + ", " + other: {barrier, overlap, barrier},
		one:                {barrier, overlap, {Theory: "s", X: "alpha", Y: "q"}},
	} {
		if got := (run{}).axis(plot.Axis{}, series, "y").Label; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
