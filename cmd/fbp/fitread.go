package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/store"
	"fbp/fitting"
	"fbp/internal/files"
	"fbp/results"
)

// successes are the rows of tables of success that are to be fitted.
type successes struct {
	where  []choice                 // rows that are taken
	had    map[string][]string      // the values that the columns of where have
	by     string                   // column by whose values rows are fitted apart; "" for together
	tables [][]byte                 // those read, without what depends on where they are
	runs   []*store.Tables          // of the folders read
	groups []*successGroup          // in the order of their first rows
	of     map[string]*successGroup // by the value of the column
	loads  bool                     // x is P/N in every row
}

// noSuccess is what the table of success needs.
const noSuccess = "; it is made of searches that claim solutions"

// mostValues is the largest number of values of a column that a message names.
const mostValues = 20

// successGroup are rows that one curve for each N is to describe.
type successGroup struct {
	value results.Value     // of the column of --by
	seen  map[string]string // the value of every other key beside n and alpha
	sizes []fitting.Size    // by N
}

// group is that of a value, empty at first.
func (s *successes) group(value results.Value) *successGroup {
	g, has := s.of[value.String()]
	if !has {
		g = &successGroup{value: value, seen: map[string]string{}}
		s.groups, s.of[value.String()] = append(s.groups, g), g
	}
	return g
}

// successTable is a table with where it comes from.
type successTable struct {
	*results.Table
	path string
	run  *store.Tables                           // nil of a table outside
	head int                                     // lines before the rows
	load func(n, weights, alpha float64) float64 // P/N, NaN if it is not known
}

func unknownLoad(_, _, _ float64) float64 { return math.NaN() }

// read adds the folder of a run, whose table is verified, or a table.
func (s *successes) read(ctx context.Context, path string) error {
	info, err := files.Stat(path)
	if err != nil {
		return &config.Error{Where: path, Want: fmt.Sprintf("%v: want the folder of a run or a table", files.Cause(err))}
	}
	t := successTable{path: path, load: unknownLoad}
	if info.IsDir() {
		err = t.ofRun(store.Folder(path))
	} else {
		err = t.ofFile(ctx)
	}
	if err != nil {
		return err
	}
	if t.run != nil {
		s.runs = append(s.runs, t.run)
	}
	var body bytes.Buffer
	if err := (&results.Table{Columns: t.Columns, Rows: t.Rows}).WriteTSV(&body); err != nil {
		return err
	}
	if slices.ContainsFunc(s.tables, func(b []byte) bool { return bytes.Equal(b, body.Bytes()) }) {
		return &config.Error{Where: path, Want: "the same rows as in another path: want each search once"}
	}
	s.tables = append(s.tables, body.Bytes())
	return s.take(t)
}

// ofRun is the table of a run, with P/N of its plan.
func (t *successTable) ofRun(f store.Folder) error {
	p, err := f.Plan()
	if err != nil {
		return err
	}
	t.path = f.In("success.tsv")
	if t.run, err = f.TablesOf(p, nil); err != nil {
		return err
	}
	if t.Table, err = t.run.Read("success"); err != nil {
		return err
	}
	if t.Table == nil {
		return &config.Error{Where: string(f), Want: t.run.Absent("success", noSuccess)}
	}
	t.head = 1 + len(t.Meta) + 1
	t.load = func(n, weights, alpha float64) float64 {
		for _, point := range p.Points {
			if float64(point.N) == n && point.Alpha == alpha && float64(cmp.Or(point.Weights, point.N)) == weights {
				return point.Load()
			}
		}
		return math.NaN()
	}
	return nil
}

// ofFile is a table in a file, with or without a checksum. That of a run is the one of its plan.
func (t *successTable) ofFile(ctx context.Context) error {
	if f := store.Folder(filepath.Dir(t.path)); filepath.Base(t.path) == "success.tsv" {
		if there, err := files.Exists(f.In("plan.json")); err == nil && there {
			path := t.path
			err := t.ofRun(f)
			t.path, t.load = path, unknownLoad
			return err
		}
	}
	data, err := files.ReadInput(ctx, t.path, files.Small)
	if err != nil {
		return files.Explain("read", t.path, err)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // of spreadsheets
	if err := store.SoundTable("success", data); len(data) > 0 && err != nil && !errors.Is(err, store.ErrForeign) {
		return fmt.Errorf("%s: %w", t.path, err)
	}
	if t.Table, err = results.ReadTSV(bytes.NewReader(data)); err != nil {
		return &config.Error{Where: t.path, Want: fmt.Sprintf("%v; want a table like success.tsv", err)}
	}
	t.head = len(t.Meta) + 1
	if bytes.HasPrefix(data, []byte("#")) {
		t.head++
	}
	return nil
}

// take adds the rows of a table.
func (s *successes) take(t successTable) error {
	column := map[string]int{}
	for k, name := range t.Columns {
		column[name] = k
	}
	for _, name := range []string{"n", "alpha", "solved", "samples"} {
		if _, has := column[name]; !has {
			return &config.Error{Where: t.path, Want: fmt.Sprintf("no column %s: want a table like success.tsv, with n, alpha, solved and samples, separated by tabs", name)}
		}
	}
	for _, c := range s.where {
		if _, has := column[c.column]; !has {
			return &config.Error{Where: "--where " + c.column + "=" + c.values[0], Want: t.path + " has no such column; " + config.DidYouMean(c.column, t.Columns)}
		}
	}
	if _, has := column[s.by]; s.by != "" && !has {
		return &config.Error{Where: "--by " + s.by, Want: t.path + " has no such column; " + config.DidYouMean(s.by, t.Columns)}
	}
	for i, row := range t.Rows {
		r := successRow{t, fmt.Sprintf("%s:%d", t.path, t.head+i+1), row, column}
		if err := s.takeRow(r); err != nil {
			return err
		}
	}
	return nil
}

// takeRow adds a row, unless --where leaves it out or it has no samples.
func (s *successes) takeRow(r successRow) error {
	taken := true
	for _, c := range s.where {
		cell := r.cells[r.column[c.column]]
		if text := cell.String(); len(s.had[c.column]) < mostValues && !slices.Contains(s.had[c.column], text) {
			s.had[c.column] = append(s.had[c.column], text)
		}
		taken = taken && c.takes(cell)
	}
	if !taken {
		return nil
	}
	value := results.Missing
	if s.by != "" {
		value = r.cells[r.column[s.by]]
	}
	g := s.group(value)
	if err := g.alike(r, s.by); err != nil {
		return err
	}
	n, p, err := r.point()
	if err != nil || p.Trials == 0 {
		return err
	}
	if load, known, err := r.load(n, p.X); err != nil {
		return err
	} else if known {
		p.X = load
	} else {
		s.loads = false
	}
	at, found := slices.BinarySearchFunc(g.sizes, n, func(a fitting.Size, n float64) int { return cmp.Compare(a.N, n) })
	if !found {
		g.sizes = slices.Insert(g.sizes, at, fitting.Size{N: n})
	}
	g.sizes[at].Points = append(g.sizes[at].Points, p)
	return nil
}

// alike refuses a row that differs from those before in more than N, α and the column by.
func (g *successGroup) alike(r successRow, by string) error {
	for k, name := range r.table.Columns[:r.column["solved"]] {
		if slices.Contains([]string{"n", "alpha", "p", "weights", by}, name) {
			continue
		}
		value := r.cells[k].String()
		if before, has := g.seen[name]; has && before != value {
			return &config.Error{Where: r.where, Want: fmt.Sprintf("%s is %s here and %s before, and one curve cannot be both: want %s", name, value, before, config.Command("--where %s or --by %s", name+"="+before, name))}
		}
		g.seen[name] = value
	}
	return nil
}

// cutWhere is one choice of --where.
func cutWhere(item string) (column, value string, err error) {
	column, value, ok := strings.Cut(item, "=")
	if !ok || column == "" {
		err = &config.Error{Where: "--where " + item, Want: "want column=value"}
	}
	return column, value, err
}

// means tells whether a value of --where is that of a cell: the same number, or the same text.
func means(value string, cell results.Value) bool {
	if x, number := cell.Float(); number {
		y, err := strconv.ParseFloat(value, 64)
		return err == nil && x == y
	}
	return value == cell.String()
}
