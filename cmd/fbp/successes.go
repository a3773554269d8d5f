package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math"
	"slices"

	"fbp/fitting"
	"fbp/internal/say"
	"fbp/results"
)

// successes are searches, and rows of tables, fitted apart by the model and by the values of a column.
type successes struct {
	where  where
	by     string // the column, "" for one group of each model
	groups []fitted
	seen   map[seenKey]string // the value of every other column of tables in a group
	loads  bool               // x is P/N in every row
	model  string             // of the rows that are read

	tables  map[[sha256.Size]byte]string // paths of those that are read
	sources map[place]*successTable
	found   map[foundKey]*found
	slots   map[slot]*found
	order   []*found
	firsts  map[int]successRow // of runs, by group
}

// seenKey is a key of the rows of a group.
type seenKey struct{ model, group, key string }

// place is a number of inputs at a load of a group.
type place struct {
	group   int
	n, load float64
}

// newSuccesses has read nothing yet.
func newSuccesses(by string, w where) *successes {
	return &successes{where: w, by: by, loads: true, seen: map[seenKey]string{}, tables: map[[sha256.Size]byte]string{},
		sources: map[place]*successTable{}, found: map[foundKey]*found{}, slots: map[slot]*found{}, firsts: map[int]successRow{}}
}

// read adds the rows of a path.
func (s *successes) read(ctx context.Context, path string, stderr io.Writer) error {
	t, err := readSuccess(ctx, path)
	if err != nil {
		return err
	}
	if t.run != nil {
		if err := sayNotes(ctx, stderr, t.run); err != nil {
			return err
		}
		s.model = t.model()
	} else if first, twice := s.tables[t.sum]; twice {
		tell(stderr, "%s is the table %s, and counts once", path, first)
		return nil
	} else {
		s.tables[t.sum] = path
	}
	if s.by != "" {
		if _, err := t.column("--by "+s.by, s.by); err != nil {
			return err
		}
	}
	if err := s.where.filter(t); err != nil {
		return err
	}
	again := 0
	for _, row := range t.rows {
		if t.run == nil {
			err = s.add(row)
		} else {
			err = s.addSearches(row, &again)
		}
		if err != nil {
			return err
		}
	}
	if again > 0 {
		tell(stderr, "%s: %d of its searches were read before, and count once", path, again)
	}
	return nil
}

// from refuses a place at which a table of success of some run may have the searches of another source: it does not
// tell which they are.
func (s *successes) from(at place, row successRow) error {
	first := s.sources[at]
	if first == nil {
		s.sources[at] = row.table
	} else if first != row.table && (first.ours || row.table.ours) {
		return &say.Error{Where: row.table.path, Want: fmt.Sprintf("may have searches that are in %s too: want the folders of runs, in which each has its name", first.path)}
	}
	return nil
}

// add adds a row of a table, if it has samples or searches that failed.
func (s *successes) add(row successRow) error {
	n, point, load, err := pointOf(row)
	failed, err := failedOf(row, err)
	if err != nil || point.Trials == 0 && failed == 0 {
		return err
	}
	about := s.model
	if cell := row.cell("model"); cell != results.Missing {
		about = cell.String()
	}
	g := s.group(about, row.cell(s.by))
	if err := s.alike(&s.groups[g], row); err != nil {
		return err
	}
	if math.IsNaN(load) {
		s.loads = false
	} else {
		point.X = load
	}
	if err := s.from(place{g, n, point.X}, row); err != nil {
		return err
	}
	s.put(g, n, point, failed)
	return nil
}

// put adds a point to the size of a group, unless it has no trials, and searches that failed.
func (s *successes) put(group int, n float64, point fitting.Point, failed int) {
	g := &s.groups[group]
	at, known := slices.BinarySearchFunc(g.Sizes, n, func(a fitting.Size, n float64) int { return cmp.Compare(a.N, n) })
	if !known {
		g.Sizes = slices.Insert(g.Sizes, at, fitting.Size{N: n})
	}
	if g.Sizes[at].Failed += failed; point.Trials > 0 {
		g.Sizes[at].Points = append(g.Sizes[at].Points, point)
	}
}

// failedOf is the number of searches of a row that failed, unless it has a mistake already.
func failedOf(row successRow, err error) (int, error) {
	r := numbers{row: row, err: err}
	if n := r.get("n_failed", 0, most); n > 0 {
		return int(n), r.err
	}
	return 0, r.err
}

// withoutPoints drops the sizes and the groups of which all searches failed: there is nothing to fit.
func (s *successes) withoutPoints() {
	for i := range s.groups {
		g := &s.groups[i]
		g.Sizes = slices.DeleteFunc(g.Sizes, func(size fitting.Size) bool { return len(size.Points) == 0 })
	}
	s.groups = slices.DeleteFunc(s.groups, func(g fitted) bool { return len(g.Sizes) == 0 })
}

// group is the index of the group of a model and a value of the column.
func (s *successes) group(model string, value results.Value) int {
	i := slices.IndexFunc(s.groups, func(g fitted) bool { return g.Model == model && g.By == value })
	if i < 0 {
		i = len(s.groups)
		s.groups = append(s.groups, fitted{Model: model, By: value, Name: value.String()})
	}
	return i
}

// models are those of the groups, each once.
func models(groups []fitted) (names []string) {
	for _, g := range groups {
		if !slices.Contains(names, g.Model) {
			names = append(names, g.Model)
		}
	}
	return names
}

// alike refuses a row of a table that differs from those of its group in more than N and α.
func (s *successes) alike(g *fitted, row successRow) error {
	keys := row.table.columns[:slices.Index(row.table.columns, "solved")]
	for k, name := range keys {
		if slices.Contains([]string{"model", "n", "alpha", "load", "p", "weights", s.by}, name) {
			continue
		}
		value, at := row.cells[k].String(), seenKey{g.Model, g.Name, name}
		if before, has := s.seen[at]; has && before != value {
			return row.error("", fmt.Sprintf("%s is %s here and %s before, and one curve cannot be both: want %s", name, value, before, say.Command("--where %s or --by %s", name+"="+before, name)))
		}
		s.seen[at] = value
	}
	return nil
}

// pointOf is what a row of a table says: N, and how often searches at α found a solution; load is P/N, NaN if it
// is not known.
func pointOf(row successRow) (n float64, p fitting.Point, load float64, err error) {
	r := numbers{row: row}
	n, p.X, p.Trials = r.need("n", 1, most), r.need("alpha", 0, most), r.need("samples", 0, most)
	if p.Trials > 0 {
		p.Solved = r.need("solved", 0, p.Trials)
	}
	weights, patterns := r.get("weights", 1, most), r.get("p", 0, most)
	if math.IsNaN(weights) {
		weights = n
	}
	// α may be rounded to two digits, and P to a whole number.
	if expected := p.X * weights; math.Abs(patterns-expected) > 1+0.02*expected {
		r.wrong("p", fmt.Sprintf("alpha = %g of %g weights are %.4g patterns: want p = P, the number of patterns, and where weights are not n, their number as weights", p.X, weights, expected))
	}
	return n, p, patterns / weights, r.err
}

// fit fits all groups; scales tells whether one of them has a limit.
func (s *successes) fit() (scales bool) {
	for i := range s.groups {
		g := &s.groups[i]
		for _, size := range g.Sizes {
			g.Curves = append(g.Curves, fitting.FitLogistic(size.Points))
		}
		g.Limit, g.Scales = fitting.FitScaling(g.Sizes, g.Curves)
		scales = scales || g.Scales
	}
	return scales
}
