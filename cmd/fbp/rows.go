package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/results"
)

// successTable is a table of success: that of a run, or one in a file.
type successTable struct {
	path    string
	columns []string
	rows    []successRow
	run     *store.Tables // of the folder of a run, else nil
	plan    *plan.Plan
}

// successRow is a row of a table of success.
type successRow struct {
	table *successTable
	line  int
	cells []results.Value
	point *plan.ShownPoint // of the plan of the run
}

// readSuccess reads the table of success in the folder of a run, or in a file.
func readSuccess(ctx context.Context, path string) (*successTable, error) {
	info, err := files.Stat(path)
	if err != nil {
		return nil, &config.Error{Where: path, Want: fmt.Sprintf("%v: want the folder of a run or a table", files.Cause(err))}
	}
	if info.IsDir() {
		p, err := store.Folder(path).Plan()
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
	table, err := results.ReadTSV(bytes.NewReader(data))
	if err != nil {
		return nil, &config.Error{Where: path, Want: fmt.Sprintf("%v; want a table like success.tsv", err)}
	}
	t := &successTable{path: path}
	return t, t.take(table)
}

// successOfRun reads the table of a run, of whose plan every row has to be.
func successOfRun(f store.Folder, p *plan.Plan) (t *successTable, err error) {
	t = &successTable{path: f.In("success.tsv"), plan: p}
	t.run = f.TablesOf(p)
	table, err := t.run.Read("success")
	if err == nil && table == nil {
		err = &config.Error{Where: string(f), Want: t.run.Absent("success", "; it is made of searches that claim solutions")}
	}
	if err != nil {
		return nil, err
	}
	points := map[string]*plan.ShownPoint{}
	for i, point := range p.Points {
		if point.Pairs { // of the same settings as the searches that they compare
			continue
		}
		points[settingsOf(plan.RowOf(point.Labels()))] = &p.Points[i]
	}
	if err := t.take(table); err != nil {
		return nil, err
	}
	for i, row := range t.rows {
		if len(row.cells) >= len(p.Swept) {
			t.rows[i].point = points[settingsOf(row.cells[:len(p.Swept)])]
		}
		if t.rows[i].point == nil {
			return nil, t.unfit()
		}
	}
	return t, nil
}

// unfit is the error of a table that is not of the plan and the records of its run.
func (t *successTable) unfit() error {
	err := &store.TableError{Folder: store.Folder(t.run.Folder()), Table: "success", Err: errors.New("not of the records that are there")}
	if t.plan.Until == nil && t.run.Lost(err.Folder.Without(t.plan.Tasks)) {
		err.Lost, err.Err = true, errors.New("made of records that are not there any more")
	}
	return err
}

// settingsOf are values of the swept keys as one text.
func settingsOf(row []results.Value) (text string) {
	for _, v := range row {
		text += fmt.Sprintf("%q ", v.String())
	}
	return text
}

// take takes the rows of a table that has the columns of one of success.
func (t *successTable) take(table *results.Table) error {
	t.columns = table.Columns
	for _, name := range []string{"n", "alpha", "solved", "samples"} {
		if !slices.Contains(t.columns, name) {
			return &config.Error{Where: t.path, Want: fmt.Sprintf("no column %s: want a table like success.tsv, with n, alpha, solved and samples, separated by tabs", name)}
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

// column is the index of a column that a flag names.
func (t *successTable) column(flag, name string) (int, error) {
	k := slices.Index(t.columns, name)
	if k < 0 {
		return k, &config.Error{Where: flag, Want: t.path + " has no such column; " + config.DidYouMean(name, t.columns)}
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
			return nil, &config.Error{Where: "--where " + item, Want: "want column=value"}
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
	return &config.Error{Where: path, Want: want}
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
	e := &config.Error{Where: fmt.Sprintf("%s:%d", r.table.path, r.line), Key: column, Want: want}
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
