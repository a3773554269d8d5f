package figure

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"fbp/experiment/plan"
	"fbp/experiment/store"
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

// Make makes the figure of a run from its tables.
func Make(display Display, tables func(name string) (*results.Table, error)) (*plot.Figure, error) {
	b := newPanels(display, tables)
	switch f := display.Figure.(type) {
	case *Panels:
		return b.figure(f)
	case *LocalEntropy:
		return b.known(f.Panels(display.Emitted, display.Theories), "alpha", "n")
	case *Success:
		drawn, err := b.known(f.Panels(nil, nil), "n")
		if err != nil || !f.Guides {
			return drawn, err
		}
		guides, err := b.askedGuides(thresholds(display.Subjects))
		mark(&drawn.Panels[0], guides)
		return drawn, err
	}
	return nil, fmt.Errorf("no way to draw a %T", display.Figure)
}

// known is the figure of a preset of one panel. What all its points have in common, of what is swept and
// of further columns, is the title of the legend, or the name of its only points, after the solver.
func (b *panels) known(f *Panels, columns ...string) (*plot.Figure, error) {
	p := &f.Panels[0]
	s := &p.Series[0]
	t, err := b.tables(s.Table)
	if err != nil {
		return nil, err
	}
	var shared, symbols []string
	if b.Solver != "" && !slices.Contains(t.Columns, variantColumn) {
		shared = append(shared, b.Solver)
	}
	for k, column := range t.Columns {
		swept := slices.ContainsFunc(b.Swept, func(key string) bool { return key == column || lastPart(key) == column })
		symbol := plot.Symbol(column)
		if len(t.Rows) == 0 || !swept && !slices.Contains(columns, column) || s.alongLoad(column) || slices.Contains(symbols, symbol) {
			continue
		}
		value := t.Rows[0][k].String()
		if !slices.ContainsFunc(t.Rows, func(row []results.Value) bool { return row[k].String() != value }) {
			shared, symbols = append(shared, plot.Setting(column, value)), append(symbols, symbol)
		}
	}
	if p.Title = strings.Join(shared, ", "); len(b.parts(*s, t)) == 1 {
		s.Label, p.Title = p.Title, ""
	}
	b.preset = true
	return b.figure(f)
}

// alongLoad tells whether a column is the number of patterns, along which a series runs.
func (s Series) alongLoad(column string) bool {
	return s.X == "alpha" && slices.Contains([]string{"alpha", "p"}, lastPart(column))
}

// lastPart is the last part of the name of a key.
func lastPart(key string) string { return key[strings.LastIndex(key, ".")+1:] }

// mark adds guides to a panel. Those that are about something else are lines of its legend.
func mark(p *plot.Panel, guides []plot.Guide) {
	for _, g := range guides {
		if g.About == "" {
			p.X.Guides, p.X.Names = append(p.X.Guides, g.Value), append(p.X.Names, g.Name)
		}
	}
	for _, g := range guides {
		if g.About != "" {
			style := plot.Style{Color: plot.Color(len(p.Series)), Line: plot.Dashed, Width: 0.6}
			p.Series = append(p.Series, plot.Series{Name: g.Name + " (" + g.About + ")", X: []float64{g.Value, g.Value}, Y: []float64{*p.Y.Min, *p.Y.Max}, Style: style})
		}
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
	if len(subjects) == 0 || slices.ContainsFunc(subjects, func(s plan.Subject) bool { return s.Traits != subjects[0].Traits || s.Labels != "random" }) {
		return nil
	}
	of, known := subjects[0], false
	if c, ok := of.Threshold(); ok {
		c, _ = strconv.ParseFloat(strconv.FormatFloat(c, 'g', 11, 64), 64) // its last digits depend on the processor
		guides, known = []plot.Guide{{Name: `$\alpha_c$`, Value: c}}, true
	}
	if !known || of.Network != model.PerceptronNet || of.Weights != model.BinaryWeights {
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
func (b *panels) askedGuides(guides []plot.Guide) ([]plot.Guide, error) {
	for _, th := range b.Theories {
		for _, column := range slices.Sorted(maps.Keys(guideNames)) {
			if !single(th, column) {
				continue
			}
			name, parts := guideNames[column], th.Curves("")
			t, err := b.tables(th.Table())
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
	k := slices.Index(t.Columns, "note")
	return k >= 0 && len(t.Rows) > 0 && strings.Contains(t.Rows[0][k].String(), "upper bound")
}

// InFolder makes a figure from the tables in a folder. It is nil if the table
// has no rows or does not exist.
func InFolder(display Display, in *store.Tables) (*plot.Figure, error) {
	tables := drawn(in)
	if name := display.Table(); name != "" {
		t, err := tables(name)
		if errors.As(err, new(*missing)) || err == nil && len(t.Rows) == 0 {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return Make(display, tables)
}

// Draw draws a figure from the tables in a folder, in each of the formats, and returns the paths,
// none if there is nothing to draw, and what it cannot show. Among the formats json is the figure as
// numbers, and py the program that draws these. Sums takes the checksums of the files, if it is not nil.
func Draw(display Display, dir string, tables *store.Tables, formats []string, sums store.Sums) (paths, lost []string, err error) {
	figure, err := InFolder(display, tables)
	if err != nil || figure == nil {
		return nil, nil, err
	}
	for _, format := range formats {
		data, name := plot.Program, "figure."+format
		switch format {
		case "py":
		case "json":
			data, err = figure.JSON()
		default:
			data, err = figure.Bytes(format)
		}
		if err == nil {
			err = sums.Write(store.Folder(dir), name, data)
		}
		if err != nil {
			return paths, nil, err
		}
		paths = append(paths, store.Folder(dir).In(name))
	}
	return paths, figure.Lost(), nil
}
