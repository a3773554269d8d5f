package figure

import (
	"slices"
	"strings"

	"fbp/plot"
	"fbp/results"
)

// axis returns the axis with the symbol of its column and the unit of a measured value as
// label, unless it has one.
func (r run) axis(a plot.Axis, series []Drawn, which string) plot.Axis {
	if a.Label == "" && len(series) > 0 {
		column := series[0].X
		if which == "y" {
			column = series[0].Y
		}
		label := plot.Symbol(column)
		if name := series[0].Table; column == "distance" && name != "" { // a theory has none
			if t, err := r.tables(name); err == nil {
				label = distanceSymbol(t)
			}
		}
		a.Label = withUnit(label, r.unit(series[0].Table, column))
	}
	return a
}

// insetAxis is an axis of an inset, with the label of the panel's axis if it shows the same
// column; the unit is left to the panel, for an inset is small.
func (r run) insetAxis(in *Inset, p Panel, which string) plot.Axis {
	if len(in.Series) == 0 {
		return plot.Axis{}
	}
	if len(p.Series) == 0 { // a map
		p.Series = []Drawn{{}}
	}
	own, outer, same := in.X, p.X, in.Series[0].X == p.Series[0].X
	if which == "y" {
		own, outer, same = in.Y, p.Y, in.Series[0].Y == p.Series[0].Y && in.Series[0].Negate == p.Series[0].Negate
	}
	if own.Label == "" && same {
		own.Label = outer.Label
	}
	axis := r.axis(own, in.Series, which)
	if label, unit, ok := strings.Cut(axis.Label, " ("); ok && strings.HasSuffix(unit, ")") && (which == "x" && in.X.Label == "" || which == "y" && in.Y.Label == "") {
		axis.Label = label
	}
	return axis
}

// withUnit is the label of an axis with a unit, if it has one.
func withUnit(label, unit string) string {
	if unit == "" {
		return label
	}
	return label + " (" + unit + ")"
}

// distanceSymbol is the symbol of the column distance of a table, as a label: d,
// half of one minus the overlap, or D = |x − w|²/2N of spherical weights, which is
// one minus the overlap.
func distanceSymbol(t *results.Table) string {
	if spherical(t) {
		return "$D$"
	}
	return plot.Symbol("distance")
}

// spherical reports whether the distances in a table are those of spherical
// weights: only their entropies are also given without that of all configurations.
func spherical(t *results.Table) bool { return slices.Contains(t.Columns, "normalized") }
