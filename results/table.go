package results

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Table is the data of a figure: named columns, one row per point.
type Table struct {
	Name    string
	Meta    []string // lines under the name: "config: <hash>", "seed: 1", "physics: 1"
	Columns []string
	Rows    [][]Value // every row as long as Columns
	Blank   string    // a missing number: empty, or "nan" as in tables of theory
	Texts   []string  // columns of texts: what is missing there is empty whatever Blank is
}

// Column is the column of that name as numbers, Missing as NaN. An unknown name
// and a text in the column are errors.
func (t *Table) Column(name string) ([]float64, error) {
	k := slices.Index(t.Columns, name)
	if k < 0 {
		return nil, fmt.Errorf("table %s has no column %q (it has %s)", t.Name, name, strings.Join(t.Columns, ", "))
	}
	column := make([]float64, len(t.Rows))
	for i, row := range t.Rows {
		if k >= len(row) {
			return nil, fmt.Errorf("table %s, row %d: %d cells, want %d", t.Name, i+1, len(row), len(t.Columns))
		}
		x, ok := row[k].Float()
		if !ok && row[k] != Missing {
			return nil, fmt.Errorf("table %s, row %d: %s is %q, not a number", t.Name, i+1, name, row[k])
		}
		if !ok {
			x = math.NaN()
		}
		column[i] = x
	}
	return column, nil
}

// check returns an error if the shape of t is wrong.
func (t *Table) check() error {
	if err := checkColumns(t.Columns); err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return fmt.Errorf("table %s, row %d: %d cells, want %d", t.Name, i+1, len(row), len(t.Columns))
		}
	}
	if bare(t.Blank) != Missing {
		return fmt.Errorf("table %s: a missing cell written as %q would be read as something else", t.Name, t.Blank)
	}
	return nil
}

// WithoutEmpty is the table without the columns that are empty in every row, if it has rows.
func (t *Table) WithoutEmpty() *Table {
	out := *t
	out.Columns, out.Rows = nil, make([][]Value, len(t.Rows))
	for k, name := range t.Columns {
		if len(t.Rows) > 0 && !slices.ContainsFunc(t.Rows, func(row []Value) bool { return row[k] != Missing }) {
			continue
		}
		out.Columns = append(out.Columns, name)
		for i, row := range t.Rows {
			out.Rows[i] = append(out.Rows[i], row[k])
		}
	}
	return &out
}

// blank is a missing cell of column k.
func (t *Table) blank(k int) string {
	if t.Blank != "" && slices.Contains(t.Texts, t.Columns[k]) {
		return ""
	}
	return t.Blank
}
