package figure

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/table"
	"fbp/experiment/theories"
	"fbp/internal/say"
	"fbp/plot"
	"fbp/results"
)

// panelCheck finds what a figure asks for and the config does not have, and what
// cannot be drawn. Errors name the place.
type panelCheck struct {
	doc      *config.Document
	theories map[string]*theories.Theory
	names    []string                  // of the theories
	tables   map[string]*results.Table // without rows; nil: not known
}

// CheckIn finds the mistakes of a figure before any work is done.
func (f *Panels) CheckIn(d *config.Document, p *plan.Plan, theories []*theories.Theory) error {
	return check(f, d, p, theories, "")
}

// check finds the mistakes of a figure of any kind as panels. Otherwise is what is wrong if the config
// does not make the table of the panel that a kind stands for, "" for a kind of other panels.
func check(f *Panels, d *config.Document, of *plan.Plan, all []*theories.Theory, otherwise string) error {
	at, _ := plan.DistancesOf(d) // refused elsewhere
	p := panelCheck{doc: d, theories: map[string]*theories.Theory{}, tables: table.Empty(of, at, all)}
	if otherwise != "" && p.tables != nil && p.tables[f.Panels[0].measured()] == nil {
		kind, _ := d.Root["figure"].(config.Tree)
		return d.Fault("figure.kind", config.Show(kind["kind"]), otherwise)
	}
	for _, th := range all {
		p.names, p.theories[th.Name] = append(p.names, th.Name), th
	}
	for _, variant := range slices.Sorted(maps.Keys(f.Colors)) {
		if variants := p.variants(); !slices.Contains(variants, variant) {
			return d.Fault(config.Join("figure.colors", variant), "", "there is no [[variant]] of this name; "+say.DidYouMean(variant, variants))
		}
	}
	for i := range f.Panels {
		if err := p.panel(config.Element("figure.panel", i), &f.Panels[i]); err != nil {
			return err
		}
	}
	var fault *plot.Fault
	if err := f.bare().Check(); errors.As(err, &fault) {
		value := ""
		if fault.Value != nil {
			value = config.Show(fault.Value)
		}
		return d.Fault(config.Join("figure", fault.Path), value, fault.Want)
	}
	return checkNames(d, all)
}

// bare is the figure before there are tables: all that a config says of how it looks.
func (f *Panels) bare() *plot.Figure {
	labels := func(all []Drawn) (series []plot.Series) {
		for _, s := range all {
			series = append(series, plot.Series{Name: s.Label})
		}
		return series
	}
	out := f.page()
	for _, p := range f.Panels {
		panel := p.frame()
		panel.Series = labels(p.Series)
		if panel.Inset != nil {
			panel.Inset.Series = labels(p.Inset.Series)
		}
		if p.Map != nil {
			plane := p.Map.Map
			plane.X, plane.Y, plane.Z = []float64{0, 1}, []float64{0, 1}, [][]float64{{0, 1}, {1, 2}}
			panel.Map = &plane
		}
		out.Panels = append(out.Panels, panel)
	}
	return out
}

// frame is a panel without what it draws.
func (p Panel) frame() plot.Panel {
	out := p.Panel
	out.Legend = plot.Legend{Title: p.Title, Corner: plot.Corner(p.Legend)}
	if p.Legend == "none" {
		out.Legend.Corner, out.Legend.Hide = plot.Auto, true
	}
	if p.Inset != nil {
		inset := p.Inset.Inset
		out.Inset = &inset
	}
	return out
}

func (p *panelCheck) panel(path string, panel *Panel) error {
	switch {
	case len(panel.Series) == 0 && panel.Map == nil:
		return p.missing(path, "series", "want a list of { theory = \"...\", x = \"...\", y = \"...\" }")
	case panel.Thresholds && (len(panel.Series) == 0 || !panel.Series[0].alongLoad()):
		return p.fault(path, "thresholds", true, "want series along alpha")
	case panel.Bound && panel.measured() == "":
		return p.fault(path, "bound", true, "want a series of a measured table")
	case panel.Bound && panel.X.Log:
		return p.fault(path, "bound", true, "want no logarithmic axis of x, which begins at 0")
	case panel.Equal && (panel.X.Log || panel.Y.Log):
		return p.fault(path, "equal", true, "want no logarithmic axis, along which units have no one length")
	case panel.Residual && (!slices.ContainsFunc(panel.Series, Drawn.hasBarOfY) || !slices.ContainsFunc(panel.Series, Drawn.ofTheory)):
		return p.fault(path, "residual", true, "want a series with bars of y, and one of theory")
	}
	if panel.Map != nil {
		if err := p.mapped(config.Join(path, "map"), panel.Map); err != nil {
			return err
		}
	}
	for i, s := range panel.all() {
		at := config.Element(config.Join(path, "series"), i)
		if k := i - len(panel.Series); k >= 0 {
			at = config.Element(config.Join(path, "inset.series"), k)
		}
		if err := p.series(at, s); err != nil {
			return err
		}
	}
	return nil
}

// fault is a mistake in a key of a table of the config, and missing one that has to be given.
func (p *panelCheck) fault(at, key string, value any, want string) error {
	return p.doc.Fault(config.Join(at, key), config.Show(value), want)
}

func (p *panelCheck) missing(at, key, want string) error {
	return &say.Error{Where: p.doc.Origin(at), Key: config.Join(at, key), Want: "missing; " + want}
}

// seriesColumn is a key of a series that names a column.
type seriesColumn struct{ key, name string }

// columns are the columns that a series draws.
func (s Drawn) columns() []seriesColumn {
	return []seriesColumn{{"x", s.X}, {"y", s.Y}, {"x_bar", s.XBar}, {"y_bar", s.YBar}, {"y_low", s.YLow}, {"y_high", s.YHigh}, {"dashed", s.Dashed}}
}

func (p *panelCheck) series(at string, s Drawn) error {
	d := p.doc
	if (s.Theory == "") == (s.Table == "") {
		return &say.Error{Where: d.Origin(at), Key: at, Want: "want theory or table, one of them"}
	}
	for _, c := range s.columns()[:2] {
		if c.name == "" {
			return p.missing(at, c.key, "want the name of a column")
		}
	}
	if s.Line == "none" && (s.Marker == "none" || s.Marker == "" && !s.barred()) {
		return p.fault(at, "line", s.Line, "want a line or a marker")
	}
	if (s.YLow == "") != (s.YHigh == "") || s.YLow != "" && (s.YBar != "" || s.Negate) {
		return p.fault(at, "y_low", s.YLow, "want y_low and y_high together, without y_bar and negate")
	}
	if err := p.rows(at, s); err != nil {
		return err
	}
	name, owner := s.Table, s.Table
	if s.Theory != "" {
		th, known := p.theories[s.Theory]
		if !known {
			return p.fault(at, "theory", s.Theory, "there is no [[theory]] of this name; "+say.DidYouMean(s.Theory, p.names))
		}
		name, owner = th.Table(), th.Kind
	}
	return p.table(at, name, owner, s.columns())
}

// table checks that there will be a table, of a kind of theory or of its own name, with these columns.
func (p *panelCheck) table(at, name, owner string, columns []seriesColumn) error {
	if p.tables == nil {
		return nil
	}
	t, known := p.tables[name]
	if !known {
		hint := say.DidYouMean(name, slices.Sorted(maps.Keys(p.tables)))
		if name == table.AtTable {
			hint = "ask for it: [collect] at = { distance = [0.01, 0.02] }"
		}
		return p.fault(at, "table", name, "this config makes no such table; "+hint)
	}
	for _, c := range columns {
		switch {
		case c.name == "" || c.name == alphaColumn && slices.Contains(t.Columns, loadColumn) || c.name == unfinishedColumn && slices.Contains(t.Columns, "status"):
		case !slices.Contains(t.Columns, c.name):
			return p.fault(at, c.key, c.name, fmt.Sprintf("%s has no such column; %s", owner, say.DidYouMean(c.name, t.Columns)))
		case slices.Contains(t.Texts, c.name):
			return p.fault(at, c.key, c.name, "this column holds text; want one of numbers")
		}
	}
	return nil
}

// variants are the names of the variants of the config.
func (p *panelCheck) variants() (names []string) {
	for _, v := range p.doc.Variants {
		names = append(names, v.Name)
	}
	return names
}

// rows checks the words by which a series chooses rows of a table.
func (p *panelCheck) rows(at string, s Drawn) error {
	variants := p.variants()
	switch {
	case s.Theory != "" && s.Variant != "":
		return p.fault(at, "variant", s.Variant, "a theory has no variants")
	case s.Theory == "" && s.Beyond != "":
		return p.fault(at, "beyond", s.Beyond, "points have no such rows: want a theory")
	case s.Theory != "" && s.Of != "":
		return p.fault(at, "of", s.Of, "a theory has no replicas")
	case s.Variant != "" && !slices.Contains(variants, s.Variant):
		return p.fault(at, "variant", s.Variant, "there is no [[variant]] of this name; "+say.DidYouMean(s.Variant, variants))
	case s.Of != "" && p.tables != nil && (p.tables[s.Table] == nil || !slices.Contains(p.tables[s.Table].Columns, results.Of)):
		return p.fault(at, "of", s.Of, "this table tells no replicas from a reference")
	}
	return p.where(at, s)
}

// page is the figure without its panels.
func (f *Panels) page() *plot.Figure {
	page := f.Figure
	if page.WidthCM == 0 && page.Columns > 1 {
		page.WidthCM = plot.TwoColumns
	}
	return &page
}

// checkNames finds what a legend would name and the font cannot show: variants, texts of a
// sweep, labels of theories.
func checkNames(d *config.Document, theories []*theories.Theory) error {
	for i, v := range d.Variants {
		if err := plot.CheckLabel(plainText(v.Name)); err != nil {
			return &say.Error{Where: d.Origin(config.Join(config.Element("variant", i), "name")), Key: "variant.name", Value: config.Show(v.Name), Want: err.Error()}
		}
	}
	for _, axis := range d.Sweep {
		for i, cell := range plan.Cells(axis.Values) {
			text, _ := cell.(string)
			if err := plot.CheckLabel(plainText(text)); err != nil {
				return &say.Error{Where: axis.Where, Key: axis.Path, Value: config.Show(axis.Values[i]), Want: err.Error()}
			}
		}
	}
	for _, th := range theories {
		if err := plot.CheckLabel(th.Label); err != nil {
			return d.Fault(config.Join(config.Join("theory", th.Name), "label"), config.Show(th.Label), err.Error())
		}
	}
	return nil
}

// plainText is a label that shows a text as it is.
func plainText(text string) string {
	return plot.Setting(variantColumn, text)
}
