package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"fbp/experiment"
	"fbp/experiment/config"
	"fbp/experiment/store"
	"fbp/fitting"
	"fbp/internal/files"
	"fbp/internal/traits"
	"fbp/model"
	"fbp/results"
)

// successes are the rows of tables of success, fitted apart by the model and by the values of a column.
type successes struct {
	where  where
	by     string // the column, "" for one group of each model
	groups []fitted
	seen   map[seenKey]string // the value of every other key in a group
	loads  bool               // x is P/N in every row
	model  string             // of the rows that are read
}

// seenKey is a key of the rows of a group.
type seenKey struct{ model, group, key string }

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
		if s.model, err = modelIn(path); err != nil {
			return err
		}
	}
	if s.by != "" {
		if _, err := t.column("--by "+s.by, s.by); err != nil {
			return err
		}
	}
	if err := s.where.filter(t); err != nil {
		return err
	}
	for _, row := range t.rows {
		if err := s.add(row); err != nil {
			return err
		}
	}
	return nil
}

// add adds a row, if it has samples or searches that failed.
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
	if err := s.alike(g, row); err != nil {
		return err
	}
	at, found := slices.BinarySearchFunc(g.Sizes, n, func(a fitting.Size, n float64) int { return cmp.Compare(a.N, n) })
	if !found {
		g.Sizes = slices.Insert(g.Sizes, at, fitting.Size{N: n})
	}
	g.Sizes[at].Failed += failed
	if point.Trials == 0 {
		return nil
	}
	if math.IsNaN(load) {
		s.loads = false
	} else {
		point.X = load
	}
	g.Sizes[at].Points = append(g.Sizes[at].Points, point)
	return nil
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

// group is the group of a model and a value of the column.
func (s *successes) group(model string, value results.Value) *fitted {
	i := slices.IndexFunc(s.groups, func(g fitted) bool { return g.Model == model && g.By == value })
	if i < 0 {
		i = len(s.groups)
		s.groups = append(s.groups, fitted{Model: model, By: value, Name: value.String()})
	}
	return &s.groups[i]
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

// modelIn says what the searches in the folder of a run are on: "perceptron, binary, κ = 0", with all that there are
// if the run varies them.
func modelIn(dir string) (string, error) {
	file := store.Folder(dir).In("config.toml")
	text, err := files.ReadFile(file, files.Small)
	if err != nil {
		return "", files.Explain("read", file, err)
	}
	d, err := config.Parse(file, string(text))
	if err != nil {
		return "", err
	}
	var all []string
	for _, s := range experiment.Standard().Subjects(d) {
		words := []string{traits.Network(s.Network), s.Weights, s.Activation, s.Layout, s.Function, fmt.Sprintf("κ = %v", s.Kappa), s.Labels}
		if s.Hidden > 1 {
			words[0] += fmt.Sprintf(" of %d", s.Hidden)
		}
		words = slices.DeleteFunc(words, func(w string) bool { return w == "" || w == model.LinearUnits || w == traits.Random })
		if about := strings.Join(words, ", "); !slices.Contains(all, about) {
			all = append(all, about)
		}
	}
	about := strings.Join(all, "; ")
	for _, path := range furtherKeys {
		section, key, _ := strings.Cut(path, ".")
		keys, _ := d.Root[section].(config.Tree)
		if value := fmt.Sprint(keys[key]); keys[key] != nil && value != "binary" && value != "0" {
			about += fmt.Sprintf(", %s = %s", key, value)
		}
	}
	return about, nil
}

// furtherKeys are those of models and patterns that change success, and that theory has no words for; those that are
// swept, or differ by variant, have columns.
var furtherKeys = []string{"model.need", "model.layers", "instance.inputs", "instance.bias", "instance.label_bias", "instance.label_noise"}

// alike refuses a row that differs from those of its group in more than N and α.
func (s *successes) alike(g *fitted, row successRow) error {
	keys := row.table.columns[:slices.Index(row.table.columns, "solved")]
	for k, name := range keys {
		if slices.Contains([]string{"model", "n", "alpha", "load", "p", "weights", s.by}, name) {
			continue
		}
		value, at := row.cells[k].String(), seenKey{g.Model, g.Name, name}
		if before, has := s.seen[at]; has && before != value {
			return row.error("", fmt.Sprintf("%s is %s here and %s before, and one curve cannot be both: want %s", name, value, before, config.Command("--where %s or --by %s", name+"="+before, name)))
		}
		s.seen[at] = value
	}
	return nil
}

// pointOf is what a row says: N, and how often searches at α found a solution; load is P/N, NaN if it
// is not known. Several searches of a sample count as the number of independent ones that their
// interval is Wilson's of.
func pointOf(row successRow) (n float64, p fitting.Point, load float64, err error) {
	r := numbers{row: row}
	n, p.X, p.Trials = r.need("n", 1, most), r.need("alpha", 0, most), r.need("samples", 0, most)
	if p.Trials > 0 {
		p.Solved = r.need("solved", 0, p.Trials)
	}
	chance := r.get("probability", 0, 1)
	worth, ok := results.WilsonTrials(chance, r.get("probability_low", 0, 1), r.get("probability_high", 0, 1))
	if ok && worth < p.Trials*(1-1e-9) {
		p.Solved, p.Trials = chance*worth, worth
	}
	if row.point != nil {
		return n, p, row.point.Load(), r.err
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
