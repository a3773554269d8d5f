package figure

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/say"
	"fbp/internal/traits"
	"fbp/model"
	"fbp/plot"
	"fbp/results"
	"fbp/theory/franzparisi"
)

// drawn reads the tables of a run by name; a missing table is an error.
func drawn(tables *store.Tables) func(name string) (*results.Table, error) {
	read := map[string]*results.Table{}
	return func(name string) (*results.Table, error) {
		if t, known := read[name]; known {
			return t, nil
		}
		t, err := tables.Read(name)
		if err == nil && t == nil {
			err = &missing{tables.Folder(), name}
		}
		if err == nil {
			read[name] = t
		}
		return t, err
	}
}

// missing is the error of a table that is not there.
type missing struct{ dir, table string }

func (m *missing) Error() string { return fmt.Sprintf("%s: there is no table %s.tsv", m.dir, m.table) }

// Declared is a figure that says which panels it stands for.
type Declared interface {
	plan.Figure
	// AsPanels are those panels, of searches that may emit such readings beside such theory.
	AsPanels([]results.Layout, []*plan.Theory) *Panels
}

// newRun is a run with such tables.
func newRun(display Display, tables func(name string) (*results.Table, error)) run {
	return run{Display: display, tables: tables, panels: display.Figure.(Declared).AsPanels(display.Emitted, display.Theories)}
}

// drawing is the figure of runs that have the same panels.
func drawing(runs ...run) (*plot.Figure, error) {
	b := panels{runs: runs, groupLooks: newGroupLooks(runs[0].panels.Colors)}
	return b.figure()
}

// title is that of the legend of the k-th panel. If the program makes it, it is what all measured points have
// in common, and if these are one curve their label. What else all those of one of several runs have is in
// their names.
func (b *panels) title(k int, p Panel) (title string, err error) {
	if p.Title != automatic {
		return p.Title, nil
	}
	var shared [][]plan.Setting
	var of []int // the run of each
	count := 0
	for i, r := range b.runs {
		for _, s := range r.panels.Panels[k].Series {
			if s.Table == "" {
				continue
			}
			t, err := r.tables(s.Table)
			if err != nil {
				return "", err
			}
			shared, of, count = append(shared, r.shared(s, t)), append(of, i), count+len(r.parts(s, t, b.chosen))
		}
	}
	var common []string
	for i, settings := range shared {
		for _, s := range settings {
			setting, r := plot.Setting(s.Name, s.Value), &b.runs[of[i]]
			switch {
			case !slices.ContainsFunc(shared, func(other []plan.Setting) bool { return !slices.Contains(other, s) }):
				if i == 0 {
					common = append(common, setting)
				}
			case len(b.runs) > 1 && !r.sweeps(s.Name) && !slices.Contains(r.own, s):
				r.own = append(r.own, s)
			}
		}
	}
	if title = strings.Join(common, ", "); count == 1 {
		b.only, title = title, ""
	}
	return title, nil
}

// sweeps tells whether the config of a run sweeps what has the symbol of a name.
func (r run) sweeps(name string) bool {
	return slices.ContainsFunc(r.Swept, func(key string) bool { return plot.Symbol(key) == plot.Symbol(name) })
}

// shared is the solver of a run, and what all rows of a table have in common of what is swept, of α and of N.
func (r run) shared(s Drawn, t *results.Table) (shared []plan.Setting) {
	if r.Solver != "" && !slices.Contains(t.Columns, variantColumn) {
		shared = append(shared, plan.Setting{Name: "solver", Value: r.Solver})
	}
	for _, column := range t.Columns {
		swept := slices.ContainsFunc(r.Swept, func(key string) bool { return key == column || lastPart(key) == column })
		known := slices.ContainsFunc(shared, func(s plan.Setting) bool { return plot.Symbol(s.Name) == plot.Symbol(column) })
		if (swept || column == "alpha" || column == "n") && !s.ofPatterns(column) && !known && one(t, column) {
			shared = append(shared, plan.Setting{Name: column, Value: cell(t, 0, column)})
		}
	}
	return shared
}

// lastPart is the last part of the name of a key.
func lastPart(key string) string { return key[strings.LastIndex(key, ".")+1:] }

// guides are the thresholds of all runs.
func (b *panels) guides() (guides []plot.Guide, err error) {
	for _, r := range b.runs {
		own, err := b.askedGuides(r, thresholds(r.Subjects))
		if err != nil {
			return nil, err
		}
		for _, g := range own {
			if !slices.Contains(guides, g) {
				guides = append(guides, g)
			}
		}
	}
	return guides, nil
}

// mark adds guides to a panel. Those that are about something else are lines of its legend, if the
// y axis has ends for them.
func mark(p *plot.Panel, guides []plot.Guide) {
	for _, g := range guides {
		if g.About != "" {
			g.Name += " (" + g.About + ")"
		}
		if g.About == "" || p.Y.Min == nil || p.Y.Max == nil {
			p.X.Guides, p.X.Names = append(p.X.Guides, g.Value), append(p.X.Names, g.Name)
			continue
		}
		style := plot.Style{Color: plot.Color(len(p.Series)), Line: plot.Dashed, Width: 0.6}
		p.Series = append(p.Series, plot.Series{Name: g.Name, X: []float64{g.Value, g.Value}, Y: []float64{*p.Y.Min, *p.Y.Max}, Style: style})
	}
}

// alphaU is that of the perceptron with margin 0, to save a fifth of a second: the value
// of fbp theory alpha-u.
const alphaU = 0.729032810544

// thresholds are the values of α to be marked where all points are about one architecture, one
// margin and random patterns: up to α_c there are solutions, and up to α'_u typical ones of
// the maximum margin of binary perceptrons are in a wide flat region. What theory does not know is
// not marked.
func thresholds(subjects []plan.Subject) (guides []plot.Guide) {
	if len(subjects) == 0 || slices.ContainsFunc(subjects, func(s plan.Subject) bool { return s.Traits != subjects[0].Traits || !s.Random() }) {
		return nil
	}
	of, known := subjects[0], false
	if c, ok := of.Threshold(); ok {
		c, _ = strconv.ParseFloat(strconv.FormatFloat(c, 'g', 11, 64), 64) // its last digits depend on the processor
		guides, known = []plot.Guide{{Name: `$\alpha_c$`, Value: c}}, true
	}
	if !known || of.Network != traits.Perceptron || of.Weights != model.BinaryWeights {
		return guides
	}
	u := alphaU
	if of.Kappa != 0 {
		reference, _, err := franzparisi.AlphaU(of.Kappa)
		if err != nil {
			return guides
		}
		u = reference.Alpha
	}
	return append([]plot.Guide{{Name: `$\alpha\prime_u$`, Value: u}}, guides...)
}

// guideNames are the columns of theory that are thresholds of α.
var guideNames = map[string]string{"alpha_c": `$\alpha_c$`, "alpha_u": `$\alpha\prime_u$`, "alpha_at": `$\alpha_{\mathrm{AT}}$`}

// single tells whether a theory is one value of a threshold.
func single(th *plan.Theory, column string) bool {
	return th.Has(column) && !th.Has("alpha") && len(th.Curves("")) == 1
}

// askedGuides adds the thresholds that the theories of a config have in a single row, with what they
// are about instead of the experiment.
func (b *panels) askedGuides(r run, guides []plot.Guide) ([]plot.Guide, error) {
	for _, th := range r.Theories {
		for _, column := range slices.Sorted(maps.Keys(guideNames)) {
			if !single(th, column) {
				continue
			}
			name, parts := guideNames[column], th.Curves("")
			t, err := r.tables(th.Table())
			if err != nil {
				return nil, err
			}
			values, err := t.Column(column)
			if err != nil {
				return nil, err
			}
			about := b.ofTheory(th, parts[0].Settings)
			if isBound(t) {
				about = strings.TrimPrefix(about+", upper bound", ", ")
			}
			known := func(g plot.Guide) bool { return g.About == about && math.Abs(g.Value-values[0]) < 1e-6 }
			if len(values) == 1 && !math.IsNaN(values[0]) && !slices.ContainsFunc(guides, known) {
				guides = append(guides, plot.Guide{Name: name, About: about, Value: values[0]})
			}
		}
	}
	return guides, nil
}

// isBound tells whether the note of the first row calls its value an upper bound.
func isBound(t *results.Table) bool {
	return len(t.Rows) > 0 && strings.Contains(cell(t, 0, "note"), "upper bound")
}

// inFolder is a run with the tables in its folder; ok is false if there is nothing to draw: the table
// has no rows or does not exist.
func inFolder(display Display, in *store.Tables) (r run, ok bool, err error) {
	r = newRun(display, drawn(in))
	if name := display.Table(); name != "" {
		t, err := r.tables(name)
		if errors.As(err, new(*missing)) || err == nil && len(t.Rows) == 0 {
			return r, false, nil
		}
		if err != nil {
			return r, false, err
		}
	}
	return r, true, nil
}

// InFolder makes a figure from the tables in a folder, nil if there is nothing to draw.
func InFolder(display Display, in *store.Tables) (*plot.Figure, error) {
	r, ok, err := inFolder(display, in)
	if err != nil || !ok {
		return nil, err
	}
	f, err := drawing(r)
	if f != nil {
		f.Made = in.Maker()
	}
	return f, err
}

// File is a file of a figure in a folder: besides pictures, json is the figure as numbers, and py the program that
// draws these.
func File(f *plot.Figure, format string) ([]byte, error) {
	switch format {
	case "py":
		return plot.Program, nil
	case "json":
		return f.JSON()
	}
	return f.Bytes(format)
}

// Draw draws a figure from the tables in a folder, in each of the formats, and returns the paths,
// none if there is nothing to draw, and what it cannot show. Drawing ends with ctx.
func Draw(ctx context.Context, display Display, tables *store.Tables, formats []string) (paths, lost []string, err error) {
	figure, err := say.Heeding(ctx, say.ErrInterrupted, func() (*plot.Figure, error) { return InFolder(display, tables) })
	if err != nil || figure == nil {
		return nil, nil, err
	}
	for _, format := range formats {
		if ctx.Err() != nil {
			return paths, nil, say.ErrInterrupted
		}
		path := store.Folder(tables.Folder()).In("figure." + format)
		data, err := say.Heeding(ctx, say.ErrInterrupted, func() ([]byte, error) { return File(figure, format) })
		if err == nil {
			err = store.WriteFile(path, data)
		}
		if err != nil {
			return paths, nil, err
		}
		paths = append(paths, path)
	}
	return paths, figure.Lost(), nil
}
