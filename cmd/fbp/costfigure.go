package main

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"fbp/internal/say"
	"fbp/plot"
	"fbp/results"
)

// rowHeight is that of a row of panels against N, in centimetres: six are a page.
const rowHeight = 4.2

// costRow is a row of the table of costs.
type costRow struct {
	table          *results.Table
	cells          []results.Value
	panel, solver  string // its α, and what else of the sweep but N where that is the axis
	panelAt, color int
}

func (r costRow) at(name string) float64 {
	if i := slices.Index(r.table.Columns, name); i >= 0 {
		if x, known := r.cells[i].Float(); known {
			return x
		}
	}
	return math.NaN()
}

// costFigure draws the costs of the rows whose seconds are known, with a panel for each α and a marker for each solver: against N,
// where there are several, else success against seconds.
func costFigure(swept []string, table *results.Table) (*plot.Figure, error) {
	rows, panels := costRows(swept, table)
	if len(rows) == 0 {
		return nil, &say.Error{Where: "--figure", Want: "no search whose time is known, to draw"}
	}
	f := &plot.Figure{}
	if len(panels) > 1 {
		f.WidthCM, f.Columns = plot.TwoColumns, min(len(panels), 3)
	}
	if len(panels) == 4 { // rows of one quantity
		f.Columns = 2
	}
	if !several(rows) {
		f.Panels = costPanels(rows, panels, plot.Axis{Label: "seconds per search", Log: true}, probability(), successAgainstSeconds)
		return f, nil
	}
	n := plot.Axis{Label: "$N$", Log: true}
	for _, quantity := range []struct{ label, column, low, high string }{
		{"seconds per solution", "seconds_per_solution", "seconds_per_solution_low", "seconds_per_solution_high"},
		{"updates of messages per search", "message_updates", "", ""},
		{"updates of weights per search", "weight_updates", "", ""},
	} {
		if !slices.ContainsFunc(rows, func(r costRow) bool { return r.at(quantity.column) > 0 }) {
			continue
		}
		against := func(s *plot.Series, r costRow) {
			y := r.at(quantity.column)
			if y == 0 {
				return // no attempt was needed, and a logarithmic axis has no place for it
			}
			up, down := r.at(quantity.column+"_sem"), r.at(quantity.column+"_sem")
			if quantity.low != "" {
				up, down = r.at(quantity.high)-y, y-r.at(quantity.low)
			}
			s.X, s.Y, s.YErr, s.YDown = append(s.X, r.at("n")), append(s.Y, y), append(s.YErr, up), append(s.YDown, down)
		}
		own := costPanels(rows, panels, n, plot.Axis{Label: quantity.label, Log: true}, against)
		for k := range own {
			own[k].Legend.Hide = len(f.Panels)+k > 0
			for i := range own[k].Series {
				own[k].Series[i].Style.Line = plot.Dotted // for the eye
			}
		}
		sameRange(own)
		f.Panels = append(f.Panels, own...)
	}
	if f.Columns > 1 {
		f.HeightCM = rowHeight * math.Ceil(float64(len(f.Panels))/float64(f.Columns))
	}
	return f, nil
}

// sameRange gives panels of one quantity the same axes: decades that hold every point that a logarithmic axis can have.
func sameRange(panels []plot.Panel) {
	x, y := [2]float64{math.Inf(1), math.Inf(-1)}, [2]float64{math.Inf(1), math.Inf(-1)}
	for _, p := range panels {
		for _, s := range p.Series {
			for i := range s.X {
				if s.Y[i] > 0 {
					x = [2]float64{min(x[0], s.X[i]), max(x[1], s.X[i])}
					y = [2]float64{min(y[0], s.Y[i]), max(y[1], s.Y[i])}
					if s.YErr[i] > 0 { // one sample has no error
						y[1] = max(y[1], s.Y[i]+s.YErr[i])
					}
				}
			}
		}
	}
	from, to := x[0]/1.25, x[1]*1.25
	low, high := math.Pow(10, math.Floor(math.Log10(y[0]))), math.Pow(10, math.Floor(math.Log10(y[1]))+1)
	for k := range panels {
		panels[k].X.Min, panels[k].X.Max, panels[k].Y.Min, panels[k].Y.Max = &from, &to, &low, &high
	}
}

// costRows are the rows whose seconds are known, and the names of the panels that they are in.
func costRows(swept []string, table *results.Table) (rows []costRow, panels []string) {
	var solvers []string
	for _, cells := range table.Rows {
		r := costRow{table: table, cells: cells}
		if !(r.at("seconds") > 0) {
			continue
		}
		rows = append(rows, r)
	}
	sizes := several(rows)
	for i := range rows {
		r := &rows[i]
		var solver []string
		for k := range swept {
			setting := plot.Setting(table.Columns[k], r.cells[k].String())
			switch name := table.Columns[k]; {
			case name == "alpha":
				r.panel = setting
			case name != "n" || !sizes:
				solver = append(solver, setting)
			}
		}
		r.solver = strings.Join(solver, ", ")
		r.panelAt, r.color = indexIn(&panels, r.panel), indexIn(&solvers, r.solver)
	}
	return rows, panels
}

// several tells whether rows are of several N, which are an axis then.
func several(rows []costRow) bool {
	return slices.ContainsFunc(rows, func(r costRow) bool { return math.Abs(r.at("n")-rows[0].at("n")) > 0 })
}

// costPanels are panels with a series for each solver, to which add adds its rows, or not.
func costPanels(rows []costRow, names []string, x, y plot.Axis, add func(*plot.Series, costRow)) []plot.Panel {
	panels := make([]plot.Panel, len(names))
	for k, name := range names {
		panels[k] = plot.Panel{Label: name, X: x, Y: y, Legend: plot.Legend{Hide: k > 0}}
		of := map[string]*plot.Series{}
		var order []*plot.Series
		for _, r := range slices.SortedStableFunc(slices.Values(rows), func(a, b costRow) int { return cmp.Compare(a.at("n"), b.at("n")) }) {
			if r.panelAt != k {
				continue
			}
			s := of[r.solver]
			if s == nil {
				s = &plot.Series{Name: r.solver, Style: plot.Style{Color: plot.Color(r.color), Marker: plot.MarkerIn(r.color)}}
				of[r.solver], order = s, append(order, s)
			}
			var why []string
			if r.at("n_failed") > 0 {
				why = []string{plot.WithoutFailed}
			}
			add(s, r)
			if len(s.X) > len(s.Why) {
				s.Why = append(s.Why, why)
			}
		}
		for _, s := range order {
			if len(s.X) == 0 {
				continue
			}
			panels[k].Series = append(panels[k].Series, *s)
		}
	}
	return panels
}

// successAgainstSeconds adds the point of a row.
func successAgainstSeconds(s *plot.Series, r costRow) {
	success := r.at("probability")
	s.X, s.Y, s.XErr = append(s.X, r.at("seconds")), append(s.Y, success), append(s.XErr, r.at("seconds_sem"))
	s.YErr, s.YDown = append(s.YErr, r.at("probability_high")-success), append(s.YDown, success-r.at("probability_low"))
}

// indexIn is the index of a name in a list, to which it is added if it is new.
func indexIn(list *[]string, name string) int {
	i := slices.Index(*list, name)
	if i < 0 {
		i, *list = len(*list), append(*list, name)
	}
	return i
}
