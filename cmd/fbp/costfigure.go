package main

import (
	"slices"
	"strings"

	"fbp/internal/say"
	"fbp/plot"
	"fbp/results"
)

// costFigure is success against seconds, of the rows whose seconds are known: a panel for each α, a marker
// for each solver.
func costFigure(swept []string, table *results.Table) (*plot.Figure, error) {
	f := &plot.Figure{}
	var panels, names []string
	known := false
	for _, row := range table.Rows {
		number := func(name string) float64 { x, _ := row[slices.Index(table.Columns, name)].Float(); return x }
		if row[slices.Index(table.Columns, "seconds")] == results.Missing {
			continue
		}
		known = known || number("seconds") > 0
		panel, solver := "", []string{}
		for k := range swept {
			setting := plot.Setting(table.Columns[k], row[k].String())
			if table.Columns[k] == "alpha" {
				panel = setting
			} else {
				solver = append(solver, setting)
			}
		}
		name := strings.Join(solver, ", ")
		k, i := indexIn(&panels, panel), indexIn(&names, name)
		if k == len(f.Panels) {
			f.Panels = append(f.Panels, plot.Panel{Label: panel, X: plot.Axis{Label: "seconds per search", Log: true},
				Y: probability(), Legend: plot.Legend{Hide: k > 0}})
		}
		success := number("probability")
		s := plot.Series{Name: name, X: []float64{number("seconds")}, Y: []float64{success}, XErr: []float64{number("seconds_sem")},
			YErr: []float64{number("probability_high") - success}, YDown: []float64{success - number("probability_low")},
			Style: plot.Style{Color: plot.Color(i), Marker: plot.MarkerAt(i), Size: 3.6}}
		if number("n_failed") > 0 {
			s.Style.Hollow, s.Why = true, []string{plot.WithoutFailed}
		}
		f.Panels[k].Series = append(f.Panels[k].Series, s)
	}
	if !known {
		return nil, &say.Error{Where: "--figure", Want: "no search whose time is known, to draw"}
	}
	if len(f.Panels) > 1 {
		f.WidthCM, f.Columns = plot.TwoColumns, min(len(f.Panels), 3)
	}
	return f, nil
}

// indexIn is the index of a name in a list, to which it is added if it is new.
func indexIn(list *[]string, name string) int {
	i := slices.Index(*list, name)
	if i < 0 {
		i, *list = len(*list), append(*list, name)
	}
	return i
}
