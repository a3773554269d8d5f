package figure

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fbp/experiment/table"
	"fbp/experiment/theories"
	"fbp/internal/traits"
	"fbp/model"
	"fbp/plot"
	"fbp/results"
	"fbp/theory/catalog"
)

// equal tells whether two series have the same numbers; NaN, where theory has no value, is the same as NaN.
func equal(s, t plot.Series) bool {
	same := func(x, y float64) bool { return x == y || x != x && y != y }
	return slices.EqualFunc(s.X, t.X, same) && slices.EqualFunc(s.Y, t.Y, same)
}

// curve is a curve with the rows of the table that it draws.
type curve struct {
	plot.Series
	drawn    Drawn
	table    string
	label    string
	theory   bool                  // and not points
	settings []theories.NamedValue // in which it differs from others
	group    []theories.NamedValue // those that decide on its colour
	several  bool                  // of a theory that has several curves
	rows     []int
	why      [][]string // by row of the table, why it is not as planned; nil for theory

	in      int                   // its group
	follows bool                  // it is theory at the values of points
	rest    []theories.NamedValue // those that the points do not have
}

// curves are the curves of one series of the config.
func (b *panels) curves(r run, s Drawn) (curves []curve, err error) {
	name := s.Table
	if s.Theory != "" {
		name = r.theoryOf(s.Theory).Table()
	}
	t, err := r.tables(name)
	if errors.As(err, new(*missing)) && r.emits(name) {
		return nil, nil // no sample has such readings: none lasted until the first
	}
	if err != nil {
		return nil, err
	}
	columns, err := r.columnsOf(t, s.Table != "", s.X, s.Y, s.XBar, s.YBar, s.Dashed, s.YLow, s.YHigh)
	if err != nil && s.Table != "" && r.mayLack(s.Y) {
		return nil, nil // no sample has such a number: there was no test set, for one
	}
	if err != nil {
		return nil, err
	}
	var why [][]string
	if s.Table != "" {
		why = marks(t, s.Y, r.Samples)
	}
	parts := r.parts(s, t)
	for _, part := range parts {
		c := s.curve(name, part, t, columns)
		if th := r.theoryOf(s.Theory); th != nil {
			c.label, c.several = cmp.Or(c.label, b.ofTheory(th, part.Settings)), len(parts) > 1
			if c.group = telling(part, parts); !c.several {
				c.group = append(slices.Clone(part.Settings), theories.NamedValue{Name: "theory", Value: th.Kind})
			}
		} else {
			c.label = cmp.Or(c.label, b.only)
		}
		if r.Default && s.Table != "" && s.Y == "density" {
			c.bin(t)
		}
		c.why = why
		curves = append(curves, c)
	}
	return curves, nil
}

// telling are the settings that tell a curve from others of its series.
func telling(c theories.Curve, of []theories.Curve) []theories.NamedValue {
	return slices.DeleteFunc(slices.Clone(c.Settings), func(s theories.NamedValue) bool {
		return !slices.ContainsFunc(of, func(o theories.Curve) bool { return differs(o.Settings, s) })
	})
}

// ofTheory is the label of a curve of theory that the figure does not name: that of the theory, and
// beside measured points in what it is about something else. That a theory is one of many hidden
// units can be left to its label.
func (b *panels) ofTheory(th *theories.Theory, settings []theories.NamedValue) string {
	var parts []string
	if th.Label != "" {
		parts = append(parts, th.Label)
	}
	for _, own := range th.Unlike(settings) {
		if b.measured && (own.Name != "hidden" || th.Label == "") {
			if own.Name == "network" {
				own.Value = traits.Network(own.Value)
			}
			parts = append(parts, plot.Setting(own.Name, own.Value))
		}
	}
	return strings.Join(parts, ", ")
}

// curve is the curve of a part of the table t of that name, without its style.
func (s Drawn) curve(name string, part theories.Curve, t *results.Table, columns [][]float64) (c curve) {
	c.drawn, c.label, c.table, c.theory, c.settings, c.group = s, s.Label, name, s.Theory != "", part.Settings, part.Settings
	if s.Table == model.SuccessPanel.Table || s.Y == unfinishedColumn { // whose rows are in another order
		part.Rows = slices.Clone(part.Rows)
		slices.SortStableFunc(part.Rows, func(i, j int) int { return cmp.Compare(columns[0][i], columns[0][j]) })
	}
	c.draw(part.Rows, len(t.Rows), columns)
	if c.theory {
		c.cut(t)
		c.step()
	}
	if s.XFactor != 0 {
		for _, list := range [][]float64{c.X, c.XErr} {
			for i := range list {
				list[i] *= s.XFactor
			}
		}
	}
	if s.Negate {
		for i := range c.Y {
			c.Y[i] = -c.Y[i]
		}
	}
	return c
}

// draw takes in these rows of a table of so many.
func (c *curve) draw(rows []int, count int, columns [][]float64) {
	for _, row := range rows {
		if row >= count {
			continue
		}
		c.rows = append(c.rows, row)
		for i, to := range []*[]float64{&c.X, &c.Y, &c.XErr, &c.YErr} {
			if columns[i] != nil {
				*to = append(*to, columns[i][row])
			}
		}
		if columns[4] != nil {
			if c.Dashed = append(c.Dashed, columns[4][row] < 0); c.drawn.Dashed != c.drawn.Y { // which an axis shows
				c.Broken = plot.Symbol(c.drawn.Dashed) + " < 0"
			}
		}
		if low, high := columns[5], columns[6]; low != nil && high != nil {
			c.YDown, c.YErr = append(c.YDown, columns[1][row]-low[row]), append(c.YErr, high[row]-columns[1][row])
		}
	}
}

// cut ends a curve of theory where its branch ends or it has no solution, and dashes it beyond capacity, where typical
// instances have no such solutions, unless the config cuts it there too.
func (c *curve) cut(t *results.Table) {
	for i, row := range c.rows {
		switch status := cell(t, row, "status"); {
		case status == catalog.StatusEnds || status == catalog.StatusNoSolution || status == catalog.StatusBeyond && c.drawn.Beyond == "cut":
			c.Y[i] = math.NaN()
		case status == catalog.StatusBeyond:
			if c.Dashed == nil {
				c.Dashed = make([]bool, len(c.X))
			}
			if !c.Dashed[i] {
				c.Dashed[i], c.Broken = true, "beyond capacity"
			}
		}
	}
}

// step lets a density jump where it is 0 on one side of its last other value: it has both values there.
func (c *curve) step() {
	for i := len(c.X) - 1; i > 0 && c.drawn.Y == "density"; i-- {
		x, before, y := c.X[i], c.Y[i-1], c.Y[i]
		if before > 0 {
			x = c.X[i-1]
		}
		if !(before == 0 && y > 0 || before > 0 && y == 0) {
			continue
		}
		c.X, c.Y = slices.Insert(c.X, i, x), slices.Insert(c.Y, i, 0)
		if c.Dashed != nil {
			c.Dashed = slices.Insert(c.Dashed, i, c.Dashed[i])
		}
	}
}

// chosen are the words by which a series chooses what it draws, as legends have them.
func (s Drawn) chosen() []theories.NamedValue {
	chosen := []theories.NamedValue{{Name: "y", Value: plot.Symbol(s.Y)}, {Name: "of", Value: s.Of}}
	all, _ := s.conditions()
	for _, c := range all {
		chosen = append(chosen, theories.NamedValue{Name: "where " + c.column, Value: plot.Setting(c.column, fmt.Sprint(c.value))})
	}
	return slices.DeleteFunc(chosen, func(s theories.NamedValue) bool { return s.Value == "" })
}

// variantColumn is the column of variants, ofColumn that of replicas; layers of weights and powers of stabilities are
// curves of their own.
const (
	variantColumn = "variant"
	ofColumn      = results.Of
	layerColumn   = "layer"
	powerColumn   = "power" // of the stabilities by which solutions count
)

// cell is a cell of a table as text, "" if there is no such column.
func cell(t *results.Table, row int, column string) string {
	if k := slices.Index(t.Columns, column); k >= 0 {
		return t.Rows[row][k].String()
	}
	return ""
}

// wants tells whether a series of a measured table draws a row.
func (s Drawn) wants(t *results.Table, row int) bool {
	if s.Variant != "" && cell(t, row, variantColumn) != s.Variant || s.Of != "" && cell(t, row, ofColumn) != s.Of {
		return false
	}
	all, err := s.conditions()
	return err == nil && !slices.ContainsFunc(all, func(c condition) bool { return !c.meets(t, row) })
}

// several tells whether the rows of a series have more than one value of a column, which those without samples lack.
func (s Drawn) several(t *results.Table, column string) bool {
	seen := map[string]bool{}
	for row := range t.Rows {
		if value := cell(t, row, column); value != "" && s.wants(t, row) {
			seen[value] = true
		}
	}
	return len(seen) > 1
}

// ofMeasuredMargin tells whether a key is the margin of solutions around a reference.
func ofMeasuredMargin(key string) bool {
	return strings.HasPrefix(key, "measure.") && strings.HasSuffix(key, ".kappa")
}

// parts divides a table into curves: a theory along x, a measured table by the
// swept keys.
func (r run) parts(s Drawn, t *results.Table) []theories.Curve {
	if s.Theory != "" {
		th := r.theoryOf(s.Theory)
		return th.Curves(th.Along(s.X))
	}
	keys := r.Swept
	if s.Table == table.AtTable {
		keys = append(slices.Clone(keys), "distance")
	}
	for _, column := range []string{layerColumn, powerColumn} {
		if s.X != column && s.several(t, column) {
			keys = append(slices.Clone(keys), column)
		}
	}
	if r.patternsStay(s, t) {
		keys = slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return key == "model.n" })
	}
	return theories.CurvesOf(len(t.Rows), func(row int) (settings []theories.NamedValue, ok bool) {
		settings = slices.Clone(r.own)
		for _, key := range keys {
			k := max(slices.Index(t.Columns, key), slices.Index(t.Columns, lastPart(key)))
			if k >= 0 && t.Columns[k] != s.X && !s.ofPatterns(key) {
				if key == "model.kappa" && slices.ContainsFunc(keys, ofMeasuredMargin) {
					key = "kappa_ref" // the margin of the solutions around it is another one
				}
				settings = append(settings, theories.NamedValue{Name: key, Value: t.Rows[row][k].String()})
			}
		}
		return settings, s.wants(t, row)
	})
}
