package figure

import (
	"fmt"
	"path/filepath"
	"slices"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/theories"
	"fbp/internal/say"
	"fbp/plot"
)

// Several draws the figures of several runs as one, which have the same panels and axes; sets are changes of their
// configs; tables are those it has read, of each run.
func Several(dirs []string, c *plan.Catalog, sets ...string) (figure *plot.Figure, tables []*store.Tables, err error) {
	var runs []run
	var notes []string // of what is not drawn of each
	names := runNames(dirs)
	for i, dir := range dirs {
		p, err := store.Folder(dir).Decoded(c)
		if err != nil {
			return nil, nil, err
		}
		display, err := DisplayOf(dir, p, c, sets...)
		if err != nil {
			return nil, nil, err
		}
		if display.Figure == nil {
			return nil, nil, &say.Error{Where: dir, Want: Undeclared}
		}
		in := store.Folder(dir).Tables(p)
		r, own, ok, err := inFolder(display, in)
		if err != nil {
			return nil, nil, err
		}
		if !ok {
			return nil, nil, &say.Error{Where: dir, Want: display.Absent(in)}
		}
		if len(dirs) > 1 {
			r.own = []theories.NamedValue{{Name: "run", Value: names[i]}}
		}
		runs, tables = append(runs, r), append(tables, in)
		for _, note := range own {
			notes = append(notes, names[i]+": "+note)
		}
		if differs := otherPanels(runs[0], r); differs != "" {
			return nil, nil, &say.Error{Want: fmt.Sprintf("the figure of %s has other %s than that of %s", names[i], differs, names[0])}
		}
	}
	if figure, err = drawing(runs...); err == nil {
		figure.Notes = append(figure.Notes, notes...)
	}
	return figure, tables, err
}

// otherPanels says what the figures of two runs do not have in common that are drawn as one, "" for nothing. A map has its
// panel for itself.
func otherPanels(a, b run) string {
	if len(a.panels.Panels) != len(b.panels.Panels) {
		return "panels"
	}
	for i, p := range a.panels.Panels {
		q := b.panels.Panels[i]
		alike := func(s, t plot.Axis) bool { return s.Label == t.Label && s.Log == t.Log }
		switch {
		case p.Map != nil || q.Map != nil:
			return "maps"
		case (p.Inset == nil) != (q.Inset == nil):
			return "insets"
		case !slices.EqualFunc(a.axes(p), b.axes(q), alike):
			return "axes"
		}
	}
	return ""
}

// axes are those of a panel and of its inset, with their labels.
func (r run) axes(p Panel) []plot.Axis {
	axes := []plot.Axis{r.axis(p.X, p.Series, "x"), r.axis(p.Y, p.Series, "y")}
	if p.Inset != nil {
		axes = append(axes, r.insetAxis(p.Inset, p, "x"), r.insetAxis(p.Inset, p, "y"))
	}
	return axes
}

// runNames name runs by the last parts of their folders, as many as tell them apart.
func runNames(dirs []string) []string {
	whole := make([]string, len(dirs))
	for i, dir := range dirs {
		whole[i] = filepath.Clean(dir)
		if abs, err := filepath.Abs(dir); err == nil && whole[i] == "." {
			whole[i] = abs
		}
	}
	names := slices.Clone(whole)
	for i := range names {
		names[i] = filepath.Base(whole[i])
	}
	if sorted := slices.Sorted(slices.Values(names)); len(slices.Compact(sorted)) < len(names) {
		return whole
	}
	return names
}
