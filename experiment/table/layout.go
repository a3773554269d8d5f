package table

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fbp/experiment/plan"
	"fbp/results"
)

// Finish makes the tables, sorted by name, after the last task. They lack theory if ctx ended.
func (a *Aggregate) Finish(ctx context.Context) []*results.Table {
	a.closePoint(ctx)
	return slices.DeleteFunc(a.made(), func(t *results.Table) bool {
		return len(t.Rows) == 0 && (t.Name == "success" || t.Name == "summary")
	})
}

// made are all tables.
func (a *Aggregate) made() []*results.Table {
	tables := []*results.Table{a.samples.table(a, "samples", false), a.successTable()}
	if a.pairs.names != nil {
		tables = append(tables, a.pairs.table(a, "pairs", true))
	}
	if len(a.samples.names) > 0 {
		tables = append(tables, a.summaryTable())
	}
	for _, name := range slices.Sorted(maps.Keys(a.tables)) {
		tables = append(tables, a.table(name))
	}
	slices.SortFunc(tables, func(x, y *results.Table) int { return strings.Compare(x.Name, y.Name) })
	return tables
}

// table is one table with its columns.
func (a *Aggregate) table(name string) *results.Table {
	g, l := a.tables[name], a.layouts[name]
	m := meansOf(l)
	for _, r := range g.done {
		for i, n := range r.numbers {
			m.see(g.values[i], n, r.samples)
		}
	}
	columns := slices.Concat(g.at, m.columns(g.values), extraColumns(l), countColumns(l))
	t, lead := a.begin(name, g.pairs, columns, meanSizes(l)...)
	t.Meta = append(t.Meta, a.notes[name]...)
	done := g.done
	for point := range a.plan.Points {
		rows, rest := splitPoint(done, point)
		if len(rows) == 0 && a.tallies[point].records() > 0 && a.makes(point, g.kind) {
			// No sample of this point got here. A row without coordinates
			// says so: samples are counted, never dropped.
			rows = []finishedRow{{point: point}}
		}
		for _, r := range rows {
			cells := lead.cells(a.plan.Points[point])
			cells = append(cells, r.cells(g, m)...)
			t.Rows = append(t.Rows, append(cells, counts(l, g, r, a.tallies[point])...))
		}
		if words := inWords(g, l, rows); words != "" {
			t.Meta = append(t.Meta, lead.wordsOf(a.plan.Points[point])+words)
		}
		done = rest
	}
	return t
}

// extraColumns are those of a table after its values: of one with a control variate,
// the value with less noise; of one that theory knows of, its value; of what is 0 in the mean, how many
// standard errors it is.
func extraColumns(l results.Layout) (columns []string) {
	switch {
	case l.Zero != nil:
		for _, name := range l.Zero {
			columns = append(columns, name+"_sigmas")
		}
	case l.Theory != "":
		columns = []string{l.Theory + "_theory"}
	case l.Control != nil:
		columns = []string{l.Control.Value + "_cv", l.Control.Value + "_cv_sem"}
	}
	return columns
}

// tasksApart are the columns that tell the tasks of a point apart, samples or pairs of them, and
// what makes their cells.
func (a *Aggregate) tasksApart(pairs bool) (columns []string, cells func(plan.Task) []results.Value) {
	if pairs {
		return a.plan.PairColumns(), a.plan.PairCells
	}
	return a.plan.SampleColumns(), a.plan.SampleCells
}

// note takes in the lines about the numbers of a table of the present point.
func (a *Aggregate) note(name string) {
	if a.now != nil && a.notes[name] == nil {
		a.notes[name] = a.now.layouts[name].Notes
	}
}

// makes tells whether a point of the sweep makes a kind of measurement; "" is the
// search.
func (a *Aggregate) makes(point int, kind string) bool {
	return kind == "" || a.plan.At(point).Measured(kind)
}

// splitPoint takes the rows of a point off the front.
func splitPoint(rows []finishedRow, point int) (of, rest []finishedRow) {
	n := 0
	for n < len(rows) && rows[n].point == point {
		n++
	}
	return rows[:n], rows[n:]
}

// cells are a row's coordinates, values and extra columns. Columns that a later
// record brought are missing in earlier rows.
func (r *finishedRow) cells(g *gathered, m means) []results.Value {
	cells, l := coordinates(g.at, r.at), m.layout
	for i, name := range g.values {
		s, n := results.Summarize(nil), 0
		if i < len(r.values) {
			s, n = r.values[i], r.numbers[i]
		}
		cells = append(cells, m.cells(name, s, n)...)
	}
	if l.Zero != nil {
		return append(cells, r.sigmas(g, l)...)
	}
	for i := range extraColumns(l) {
		cells = append(cells, numberAt(r.extra, i))
	}
	return cells
}

// coordinates are the cells of coordinates, of which an early row can have fewer than there are columns.
func coordinates(columns []string, at []float64) (cells []results.Value) {
	for i, name := range columns {
		if name == results.Of && i < len(at) {
			cells = append(cells, results.OfWord(at[i]))
			continue
		}
		cells = append(cells, numberAt(at, i))
	}
	return cells
}

// numberAt is a number of a row as a cell, missing where the row has none.
func numberAt(x []float64, i int) results.Value {
	if i >= len(x) {
		return results.Missing
	}
	return results.Num(x[i])
}

// metaOf are the lines that say what a table is a function of.
func metaOf(p *plan.Plan) []string {
	lines := []string{"name: " + p.Name, "config: " + p.Config, fmt.Sprintf("seed: %d", p.Seed), fmt.Sprintf("physics: %d", p.Physics)}
	if p.Until != nil && len(p.Tasks) > 0 {
		lines = append(lines, "samples: "+p.Until.Rule(p.Samples))
	}
	return lines
}

// meta are those lines, how much is missing, and how much failed.
func (a *Aggregate) meta() []string {
	lines := metaOf(a.plan)
	if a.missing > 0 {
		lines = append(lines, fmt.Sprintf("missing: %d tasks", a.missing))
	}
	if failed := a.failed(); failed > 0 {
		lines = append(lines, fmt.Sprintf("failed: %d tasks", failed))
	}
	return lines
}

// failed counts the tasks whose search failed: no mean and no probability has them.
func (a *Aggregate) failed() (n int) {
	for _, t := range a.tallies {
		n += t.failed
	}
	return n
}
