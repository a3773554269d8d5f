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
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/results"
)

// fits are those of the searches of runs and of the rows of tables, apart by the model and by the values of a column.
type fits struct {
	where  where
	by     string // the column, "" for one group of each model
	groups []fitted
	loads  bool                         // x is P/N everywhere
	tables map[[sha256.Size]byte]string // paths of those that are read
}

// read adds what is in a path: the folder of a run, or a table.
func (s *fits) read(ctx context.Context, path string, stderr io.Writer) error {
	info, err := files.Stat(path)
	if err != nil {
		return &say.Error{Where: path, Want: fmt.Sprintf("%v: want the folder of a run or a table", files.Cause(err))}
	}
	if !info.IsDir() {
		t, err := readTable(ctx, path)
		if err != nil {
			return err
		}
		if first, twice := s.tables[t.sum]; twice {
			tell(stderr, "%s is the table %s, and counts once", path, first)
			return nil
		}
		s.tables[t.sum] = path
		return s.choose(t, s.addRow)
	}
	t, err := readRun(path)
	if err != nil {
		return err
	}
	if err := sayNotes(ctx, stderr, t.run); err != nil {
		return err
	}
	model, twice := t.model(), 0
	err = s.choose(t, func(row successRow, by results.Value) error {
		again, err := s.group(model, by).pool.add(row)
		twice += again
		return err
	})
	sayTwice(stderr, path, twice)
	return err
}

// choose adds the rows of a table that --where leaves, each with its value of the column of --by.
func (s *fits) choose(t *successTable, add func(row successRow, by results.Value) error) error {
	k := -1
	if s.by != "" {
		var err error
		if k, err = t.column("--by "+s.by, s.by); err != nil {
			return err
		}
		t.counted = append(t.counted, s.by)
	}
	if err := s.where.filter(t); err != nil {
		return err
	}
	for _, row := range t.rows {
		by := results.Missing
		if k >= 0 {
			by = row.cells[k]
		}
		if err := add(row, by); err != nil {
			return err
		}
	}
	return nil
}

// addRow adds a row of a table, if it has samples or searches that failed.
func (s *fits) addRow(row successRow, by results.Value) error {
	n, weights, point, err := pointOf(row)
	r := numbers{row: row, err: err}
	failed := r.get("n_failed", 0, most)
	if r.err != nil || point.Trials == 0 && !(failed > 0) {
		return r.err
	}
	g := s.group(row.cell("model").String(), by)
	if err := g.pool.sameKind(row); err != nil {
		return err
	}
	if was := g.weights[n]; was > 0 && was != weights {
		return row.error("weights", fmt.Sprintf("another row with n = %g has %g weights, and one curve cannot be both: want a fit of each", n, was))
	}
	g.weights[n] = weights
	s.loads = s.loads && row.cell("p") != results.Missing
	if !(failed > 0) {
		failed = 0
	}
	g.put(n, point, int(failed))
	return nil
}

// group is the group of a model and a value of the column.
func (s *fits) group(model string, by results.Value) *fitted {
	i := slices.IndexFunc(s.groups, func(g fitted) bool { return g.Model == model && g.Name == by.String() })
	if i < 0 {
		i = len(s.groups)
		s.groups = append(s.groups, fitted{Model: model, By: by, Name: by.String(), pool: newPool("curve", "want a fit of each"), weights: map[float64]float64{}})
	}
	return &s.groups[i]
}

// put adds a point to its size, unless it has no trials, and searches that failed.
func (g *fitted) put(n float64, point fitting.Trial, failed int) {
	at, known := slices.BinarySearchFunc(g.Sizes, n, func(a fitting.Size, n float64) int { return cmp.Compare(a.N, n) })
	if !known {
		g.Sizes = slices.Insert(g.Sizes, at, fitting.Size{N: n})
	}
	if g.Sizes[at].Failed += failed; point.Trials > 0 {
		g.Sizes[at].Points = append(g.Sizes[at].Points, point)
	}
}

// finish makes points of the searches of runs, and drops sizes and groups of which all searches failed. Several searches
// of a sample count as the number of independent ones that their errors over samples say.
func (s *fits) finish() {
	for i := range s.groups {
		g := &s.groups[i]
		for _, list := range alike(g.pool.order, (*search).place) {
			trials, failed := trialsOf(list)
			p := fitting.Trial{X: list[0].point.Load(), Solved: float64(trials.Solved), Trials: float64(trials.All)}
			if chance, worth := trials.Worth(); worth < p.Trials*(1-1e-9) {
				p.Solved, p.Trials = chance*worth, worth
			}
			g.put(float64(list[0].point.N), p, failed)
		}
		g.Sizes = slices.DeleteFunc(g.Sizes, func(size fitting.Size) bool { return len(size.Points) == 0 })
	}
	s.groups = slices.DeleteFunc(s.groups, func(g fitted) bool { return len(g.Sizes) == 0 })
}

// fit fits all groups; scales tells whether one of them has a limit.
func (s *fits) fit() (scales bool) {
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

// models are those of the groups, each once.
func models(groups []fitted) (names []string) {
	for _, g := range groups {
		if !slices.Contains(names, g.Model) {
			names = append(names, g.Model)
		}
	}
	return names
}

// pointOf is what a row of a table says: N, the number of weights, and how often searches at P/N, or at α where P is not known, found a solution.
func pointOf(row successRow) (n, weights float64, p fitting.Trial, err error) {
	r := numbers{row: row}
	n, p.X, p.Trials = r.need("n", 1, most), r.need("alpha", 0, most), r.need("samples", 0, most)
	if p.Trials > 0 {
		p.Solved = r.need("solved", 0, p.Trials)
	}
	weights = r.get("weights", 1, most)
	patterns := r.get("p", 0, most)
	if math.IsNaN(weights) {
		weights = n
	}
	// α may be rounded to two digits, and P to a whole number.
	if expected := p.X * weights; math.Abs(patterns-expected) > 1+0.02*expected {
		r.wrong("p", fmt.Sprintf("alpha = %g of %g weights are %.4g patterns: want p = P, the number of patterns, and where weights are not n, their number as weights", p.X, weights, expected))
	}
	if !math.IsNaN(patterns) {
		p.X = patterns / weights
	}
	return n, weights, p, r.err
}
