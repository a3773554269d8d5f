package figure

import (
	"slices"
	"strings"

	"fbp/plot"
	"fbp/results"
)

// axis returns the axis with the name, symbol and unit of its column as label, unless it has one.
func (r run) axis(a plot.Axis, series []Drawn, which string) plot.Axis {
	if a.Label == "" && len(series) > 0 {
		s := series[0]
		column := s.column(which)
		a.Label = plot.AxisLabel(column, r.unit(s.Table, column))
		if symbol := r.symbol(s, column); symbol != plot.Symbol(column) {
			a.Label = strings.Replace(a.Label, plot.Symbol(column), symbol, 1)
		}
	}
	return a
}

// column is that along an axis. Points of a load stand at P/N.
func (s Drawn) column(which string) string {
	switch {
	case which == "y":
		return s.Y
	case s.X == alphaColumn && s.Table != "":
		return loadColumn
	}
	return s.X
}

// symbol is that of a column: of distances d, half of one minus the overlap, or D = |x − w|²/2N of spherical weights, which is one
// minus the overlap.
func (r run) symbol(s Drawn, column string) string {
	if column == "distance" && s.Table != "" {
		if t, err := r.tables(s.Table); err == nil && spherical(t) {
			return "$D$"
		}
	}
	return plot.Symbol(column)
}

// insetAxis is an axis of an inset: with the label of the panel's axis if it shows the same column, but for the unit, or the
// symbol of its own, for an inset is small.
func (r run) insetAxis(in *Inset, p Panel, which string) plot.Axis {
	if len(in.Series) == 0 {
		return plot.Axis{}
	}
	own, outer := in.X, p.X
	if which == "y" {
		own, outer = in.Y, p.Y
	}
	s := in.Series[0]
	if column := s.column(which); own.Label == "" {
		own.Label = r.symbol(s, column)
		if len(p.Series) > 0 && p.Series[0].column(which) == column && p.Series[0].Negate == s.Negate && outer.Label != "" {
			own.Label, _, _ = strings.Cut(outer.Label, " (")
		}
	}
	return own
}

// spherical reports whether the distances in a table are those of spherical
// weights: only their entropies are also given without that of all configurations.
func spherical(t *results.Table) bool { return slices.Contains(t.Columns, "normalized") }
