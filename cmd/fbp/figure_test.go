package main

import (
	"math"
	"strings"
	"testing"

	"fbp/experiment"
	"fbp/results"
)

// only is a folder with one table, whatever its name.
func only(t *results.Table) func(string) (*results.Table, error) {
	return func(string) (*results.Table, error) { return t, nil }
}

// Every figure that a config can name is drawn by figureOf.
func TestEveryFigureIsDrawn(t *testing.T) {
	for kind, construct := range experiment.Standard().Figures {
		_, err := figureOf(experiment.Display{Figure: construct()}, only(&results.Table{Name: "empty", Columns: []string{"x"}}))
		if err != nil && strings.Contains(err.Error(), "no way to draw") {
			t.Errorf("figure %q: %v", kind, err)
		}
	}
}

// Swept keys that are not the size make series of their own, whatever their
// place among the columns.
func TestSeriesOfASweep(t *testing.T) {
	table := &results.Table{Name: "local_entropy", Columns: strings.Fields(
		"alpha y n rho overlap distance distance_std entropy entropy_std n_samples")}
	for _, y := range []float64{5, 20} {
		for _, rho := range []float64{0.1, 0.5} {
			table.Rows = append(table.Rows, []results.Value{results.Num(0.5), results.Num(y), results.Int(51), results.Num(rho),
				results.Num(0.5), results.Num(0.3 / rho / 10), results.Num(0.01), results.Num(math.Sqrt(y) / 20), results.Num(0.01), results.Int(3)})
		}
	}
	figure, err := figureOf(experiment.Display{Figure: &experiment.LocalEntropyFigure{Bars: "std"}}, only(table))
	if err != nil {
		t.Fatal(err)
	}
	points := 0
	for _, s := range figure.Panels[0].Series {
		if len(s.XErr) == 2 {
			points++
		}
	}
	if points != 2 {
		t.Errorf("%d series of points, want one for each y", points)
	}
}
