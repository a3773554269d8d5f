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

// successTable has how often searches found a solution: those of a run, or a table of somebody else.
type successTable struct {
	path    string
	columns []string // of a run those of its points
	rows    []successRow

	run  *store.Tables // of the folder of a run, else nil
	plan *plan.Plan

	counted []string          // columns of a table that are about size and success
	sum     [sha256.Size]byte // of its content
}

// successRow is a point of a run with its searches, or a row of a table.
type successRow struct {
	table *successTable
	line  int // of a table
	cells []results.Value

	point    *plan.ShownPoint // of the plan of the run
	kinds    *plan.Point      // the same, decoded
	searches []*search
}

// where is the place of a row for messages.
func (r successRow) where() string {
	if r.line == 0 {
		return r.table.path
	}
	return fmt.Sprintf("%s:%d", r.table.path, r.line)
}

// keys are the paths of the keys that the first columns are about; of a table, the columns.
func (t *successTable) keys() []string {
	if t.plan == nil {
		return t.columns
	}
	return t.plan.Swept
}

// sizeColumns are the columns of a table that say where a curve has its points.
var sizeColumns = []string{"model", "n", "weights", "alpha", "load", "p"}

// readTable reads a table of somebody else. Those of this program do not say which searches they count.
func readTable(ctx context.Context, path string) (*successTable, error) {
	data, err := files.ReadInput(ctx, path, files.Small)
	if err != nil {
		return nil, files.Explain("read", path, err)
	}
	if err := store.SoundTable("success", data); len(data) > 0 && !errors.Is(err, store.ErrForeign) {
		return nil, &say.Error{Where: path, Want: "is a table of fbp, which does not name its searches: want the folder of the run"}
	}
	read, err := results.ReadTSV(bytes.NewReader(data))
	if err != nil {
		return nil, &say.Error{Where: path, Want: fmt.Sprintf("%v; want a table with columns n, alpha, samples and solved", err)}
	}
	t := &successTable{path: path, columns: read.Columns, counted: slices.Concat(sizeColumns, table.SuccessColumns())}
	for _, name := range []string{"n", "alpha", "solved", "samples"} {
		if !slices.Contains(t.columns, name) {
			return nil, &say.Error{Where: t.path, Want: fmt.Sprintf("no column %s: want a table with n, alpha, samples and solved, separated by tabs", name)}
		}
	}
	first := len(read.Meta) + 2
	if read.Name != "" || len(read.Meta) > 0 {
		first++
	}
	for i, cells := range read.Rows {
		t.rows = append(t.rows, successRow{table: t, line: first + i, cells: cells})
	}
	t.sum = contentOf(read)
	return t, nil
}

// contentOf is the same of tables that have the same rows, whatever the order of these and of the columns.
func contentOf(t *results.Table) [sha256.Size]byte {
	var rows []string
	for _, cells := range t.Rows {
		var named []string
		for k, cell := range cells {
			named = append(named, fmt.Sprintf("%q", []string{t.Columns[k], cell.String()}))
		}
		slices.Sort(named)
		rows = append(rows, strings.Join(named, " "))
	}
	slices.Sort(rows)
	return sha256.Sum256([]byte(strings.Join(rows, "\n")))
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

// error is a mistake in a column.
func (r successRow) error(column, want string) error {
	return &say.Error{Where: r.where(), Key: column, Value: r.cell(column).String(), Want: want}
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
