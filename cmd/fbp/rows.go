package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/results"
)

// successTable is how often searches found a solution: those of a run, or a table of somebody else.
type successTable struct {
	path    string
	columns []string
	rows    []successRow
	run     *store.Tables // of the folder of a run, else nil
	plan    *plan.Plan
	sum     [sha256.Size]byte // of the file of a table
	ours    bool              // of a run, but without its searches
}

// successRow is a row of it.
type successRow struct {
	table *successTable
	line  int // of a table
	cells []results.Value

	point    *plan.ShownPoint // of the plan of the run
	kinds    *plan.Point      // the same, decoded
	searches []search
}

// readSuccess reads the searches in the folder of a run, or a table in a file.
func readSuccess(ctx context.Context, path string) (*successTable, error) {
	info, err := files.Stat(path)
	if err != nil {
		return nil, &say.Error{Where: path, Want: fmt.Sprintf("%v: want the folder of a run or a table", files.Cause(err))}
	}
	if info.IsDir() {
		p, err := readable(path)
		if err != nil {
			return nil, err
		}
		return successOfRun(store.Folder(path), p)
	}
	data, err := files.ReadInput(ctx, path, files.Small)
	if err != nil {
		return nil, files.Explain("read", path, err)
	}
	if err := store.SoundTable("success", data); len(data) > 0 && err != nil && !errors.Is(err, store.ErrForeign) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	read, err := results.ReadTSV(bytes.NewReader(data))
	if err != nil {
		return nil, &say.Error{Where: path, Want: fmt.Sprintf("%v; want a table with columns n, alpha, samples and solved", err)}
	}
	t := &successTable{path: path, sum: sha256.Sum256(data)}
	t.ours = read.Name == "success" && slices.ContainsFunc(read.Meta, func(line string) bool { return strings.HasPrefix(line, "config: ") })
	if t.ours && slices.Contains(read.Meta, table.SeveralSearches) {
		return nil, &say.Error{Where: path, Want: "has several searches of a sample, which are not independent: want the folder of its run, which tells them apart"}
	}
	return t, t.take(read)
}

// take takes the rows of a table that has the columns of one of success.
func (t *successTable) take(table *results.Table) error {
	t.columns = table.Columns
	for _, name := range []string{"n", "alpha", "solved", "samples"} {
		if !slices.Contains(t.columns, name) {
			return &say.Error{Where: t.path, Want: fmt.Sprintf("no column %s: want a table with n, alpha, samples and solved, separated by tabs", name)}
		}
	}
	first := len(table.Meta) + 2
	if table.Name != "" || len(table.Meta) > 0 {
		first++
	}
	for i, cells := range table.Rows {
		t.rows = append(t.rows, successRow{table: t, line: first + i, cells: cells})
	}
	return nil
}

// column is the index of a column that a flag names; that of a swept key has its path too.
func (t *successTable) column(flag, name string) (int, error) {
	k := slices.Index(t.columns, name)
	if k < 0 && t.plan != nil {
		k = slices.Index(t.plan.Swept, name)
	}
	if k < 0 {
		return k, &say.Error{Where: flag, Want: t.path + " has no such column; " + say.DidYouMean(name, t.columns)}
	}
	return k, nil
}

// where are the choices of --where: of a column, values of which a row has one.
type where []choice

type choice struct {
	column string
	values []string
}

// whereOf reads the flags.
func whereOf(list []string) (w where, err error) {
	for _, item := range list {
		column, value, ok := strings.Cut(item, "=")
		if !ok || column == "" {
			return nil, &say.Error{Where: "--where " + item, Want: "want column=value"}
		}
		i := slices.IndexFunc(w, func(c choice) bool { return c.column == column })
		if i < 0 {
			i, w = len(w), append(w, choice{column: column})
		}
		w[i].values = append(w[i].values, value)
	}
	return w, nil
}

// filter leaves the rows of a table that have one of the values of each column.
func (w where) filter(t *successTable) error {
	for _, c := range w {
		k, err := t.column("--where "+c.column+"="+c.values[0], c.column)
		if err != nil {
			return err
		}
		t.rows = slices.DeleteFunc(t.rows, func(r successRow) bool {
			return !slices.ContainsFunc(c.values, func(value string) bool { return isCell(value, r.cells[k]) })
		})
	}
	return nil
}

// nothing is the error of tables of which no row is left.
func (w where) nothing(path string) error {
	want := "no row with samples"
	for _, c := range w {
		want += fmt.Sprintf(", %s = %s", c.column, strings.Join(c.values, " or "))
	}
	return &say.Error{Where: path, Want: want}
}

// isCell tells whether a value of --where is that of a cell: the same number, or the same text.
func isCell(value string, cell results.Value) bool {
	if x, number := cell.Float(); number {
		y, err := strconv.ParseFloat(value, 64)
		return err == nil && x == y
	}
	return value == cell.String()
}

// cell is that of a column, missing where the table has none.
func (r successRow) cell(name string) results.Value {
	if k := slices.Index(r.table.columns, name); k >= 0 {
		return r.cells[k]
	}
	return results.Missing
}

// float is the number in a column, NaN where there is none.
func (r successRow) float(name string) float64 {
	if x, number := r.cell(name).Float(); number {
		return x
	}
	return math.NaN()
}

// error is a mistake in a column, or "" for the row.
func (r successRow) error(column, want string) error {
	e := &say.Error{Where: fmt.Sprintf("%s:%d", r.table.path, r.line), Key: column, Want: want}
	if column != "" {
		e.Value = r.cell(column).String()
	}
	return e
}

// numbers reads numbers of a row up to the first that is wrong.
type numbers struct {
	row successRow
	err error
}

// whole are the columns that count something.
var whole = []string{"n", "weights", "p", "samples", "solved", "n_failed"}

// most is above every number of such a column.
const most = 1e15

// get is the number in a column, NaN if there is none.
func (r *numbers) get(name string, low, high float64) float64 {
	cell := r.row.cell(name)
	if r.err != nil || cell == results.Missing {
		return math.NaN()
	}
	x, number := cell.Float()
	counts := slices.Contains(whole, name)
	if number && x >= low && x <= high && !(counts && x != math.Trunc(x)) {
		return x
	}
	kind := "a number"
	if counts {
		kind = "a whole number"
	}
	r.wrong(name, fmt.Sprintf("want %s from %g to %g", kind, low, high))
	return math.NaN()
}

// need is the number in a column that has to have one.
func (r *numbers) need(name string, low, high float64) float64 {
	x := r.get(name, low, high)
	if math.IsNaN(x) {
		r.wrong(name, "is empty or nan: want a number")
	}
	return x
}

// wrong is the error of a column, unless there is one before it.
func (r *numbers) wrong(name, want string) { r.err = cmp.Or(r.err, r.row.error(name, want)) }
