package figure

import (
	"math"
	"slices"
	"sort"

	"fbp/results"
)

// Measured points stand at their load, P over the number of weights, as theory does: at finite N that differs from the
// α of the config by up to one over the number of weights, which can be more than the error of a mean. Legends, titles and
// the key where have α as it is configured.

// alphaColumn is the α of the config; loadColumn is where a point with it stands.
const (
	alphaColumn = "alpha"
	loadColumn  = "load"
)

// columnsOf returns columns of numbers, nil for an empty name; α of a measured table is the load.
func (r run) columnsOf(t *results.Table, measured bool, names ...string) ([][]float64, error) {
	columns := make([][]float64, len(names))
	for i, name := range names {
		if name == "" {
			continue
		}
		if measured && name == alphaColumn {
			if columns[i] = r.loads(t); columns[i] != nil {
				continue
			}
		}
		if measured && name == unfinishedColumn {
			columns[i] = r.unfinished(t, names[0])
			continue
		}
		var err error
		if columns[i], err = t.Column(name); err != nil {
			return nil, err
		}
	}
	return columns, nil
}

// loads are those of the rows of a measured table; of one of samples or pairs, which has no such column, of the points of
// their tasks. They are nil where neither is known.
func (r run) loads(t *results.Table) []float64 {
	x, err := t.Column(loadColumn)
	task := slices.Index(t.Columns, "task")
	if err == nil || task < 0 || r.plan == nil {
		return x
	}
	of := map[string]float64{}
	for _, t := range r.plan.Tasks {
		of[t.ID] = r.plan.Points[t.Point].Load()
	}
	for _, row := range t.Rows {
		load, known := of[row[task].String()]
		if !known {
			load = math.NaN()
		}
		x = append(x, load)
	}
	return x
}

// unfinishedColumn is the fraction of the searches of a point of the sweep that have not ended at a solution after so many
// epochs as that of a row took, or of what else stands along the axis: a column of single searches that no table holds.
const unfinishedColumn = "unfinished"

// unfinished is that column of a table of searches, NaN of a search that failed.
func (r run) unfinished(t *results.Table, along string) []float64 {
	share := slices.Repeat([]float64{math.NaN()}, len(t.Rows))
	took, err := t.Column(along)
	if err != nil {
		return share
	}
	for _, part := range r.parts(Drawn{Table: t.Name, X: along}, t) {
		rows := slices.DeleteFunc(part.Rows, func(row int) bool { return math.IsNaN(took[row]) })
		var solved []float64 // after so many
		for _, row := range rows {
			if cell(t, row, "status") == string(results.Solved) {
				solved = append(solved, took[row])
			}
		}
		slices.Sort(solved)
		for _, row := range rows {
			ended := sort.Search(len(solved), func(i int) bool { return solved[i] > took[row] })
			share[row] = 1 - float64(ended)/float64(len(rows))
		}
	}
	return share
}

// alongLoad tells whether a series runs along P/N.
func (s Drawn) alongLoad() bool { return s.X == alphaColumn || s.X == loadColumn }

// ofPatterns tells whether a column is the number of patterns, along which a series runs.
func (s Drawn) ofPatterns(column string) bool {
	return (s.alongLoad() || s.X == "p") && slices.Contains([]string{alphaColumn, "p"}, lastPart(column))
}

// patternsStay tells whether a series runs along P/N and the table has several of them at one number of patterns, so
// that N changes along its curves. With α of the config, P is that of N, but for rounding.
func (r run) patternsStay(s Drawn, t *results.Table) bool {
	if !s.alongLoad() || slices.ContainsFunc(r.Swept, s.ofPatterns) {
		return false
	}
	first := map[string]int{} // row of a number of patterns
	for row := range t.Rows {
		p := cell(t, row, "p")
		at, seen := first[p]
		if !seen {
			first[p] = row
		}
		differs := func(column string) bool { return cell(t, row, column) != cell(t, at, column) }
		if seen && differs(loadColumn) && (differs(alphaColumn) || !slices.Contains(t.Columns, alphaColumn)) {
			return true
		}
	}
	return false
}
