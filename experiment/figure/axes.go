package figure

import (
	"fmt"
	"slices"
	"strings"

	"fbp/plot"
	"fbp/results"
)

// axis returns the axis with the name, symbol and unit of its column as label, unless it has one: of all columns, along y,
// whose points have no line of theory beside them.
func (r run) axis(a plot.Axis, series []Drawn, which string) plot.Axis {
	if a.Label != "" || len(series) == 0 {
		return a
	}
	s := series[0]
	points := func(o Drawn) bool { return o.Table != "" && o.X == s.X }
	if k := slices.IndexFunc(series, points); which == "x" && k >= 0 { // which stand at P/N
		s = series[k]
	}
	labels := []string{r.axisLabel(s, which)}
	theory := func(o Drawn) bool { return o.Table == "" }
	if which == "y" && !slices.ContainsFunc(series, theory) {
		for _, o := range series[1:] {
			if l := r.axisLabel(o, which); !slices.Contains(labels, l) {
				labels = append(labels, l)
			}
		}
	}
	a.Label = strings.Join(labels, ", ")
	return a
}

// axisLabel is name, symbol and unit of the column of a series along an axis.
func (r run) axisLabel(s Drawn, which string) string {
	column := s.column(which)
	return strings.Replace(plot.AxisLabel(column, r.unit(s.Table, column)), plot.Symbol(column), r.symbol(s, which), 1)
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

// symbol is that of the column along an axis, with its sign or factor: of distances d, half of one minus the overlap, or
// D = |x − w|²/2N of spherical weights, which is one minus the overlap.
func (r run) symbol(s Drawn, which string) string {
	symbol, factor := plot.Symbol(s.column(which)), ""
	if s.column(which) == "distance" && s.Table != "" {
		if t, err := r.tables(s.Table); err == nil && spherical(t) {
			symbol = "$D$"
		}
	}
	switch {
	case which == "y" && s.Negate:
		factor = "−"
	case which == "x" && s.XFactor != 0 && s.XFactor != 1:
		factor = fmt.Sprint(s.XFactor)
	}
	switch inside, formula := strings.CutPrefix(symbol, "$"); {
	case factor == "":
		return symbol
	case formula:
		return "$" + factor + inside
	}
	return factor + " " + symbol
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
		own.Label = r.symbol(s, which)
		if len(p.Series) > 0 && p.Series[0].column(which) == column && r.symbol(p.Series[0], which) == own.Label && outer.Label != "" {
			own.Label, _, _ = strings.Cut(outer.Label, " (")
		}
	}
	return own
}

// spherical reports whether the distances in a table are those of spherical
// weights: only their entropies are also given without that of all configurations.
func spherical(t *results.Table) bool { return slices.Contains(t.Columns, "normalized") }
