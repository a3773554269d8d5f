package figure

import (
	"fmt"
	"path/filepath"
	"slices"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/say"
	"fbp/plot"
)

// Several draws the figure of several runs, whose figures are of one kind and have the same axes;
// sets are changes of their configs; tables are those it has read, of each run.
func Several(dirs []string, c *plan.Catalog, sets ...string) (figure *plot.Figure, tables []*store.Tables, err error) {
	runs, names := make([]run, len(dirs)), runNames(dirs)
	first := ""
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
			return nil, nil, &say.Error{Where: dir, Want: "its config asks for no figure"}
		}
		kind := kindOf(display.Figure, c)
		if i == 0 {
			first = kind
		}
		if kind != first {
			return nil, nil, &say.Error{Where: dir, Want: fmt.Sprintf("its figure is of kind %q, that of %s of kind %q: want figures of one kind", kind, dirs[0], first)}
		}
		in, ok := store.Folder(dir).TablesOf(p), false
		if runs[i], ok, err = inFolder(display, in); err != nil {
			return nil, nil, err
		}
		tables = append(tables, in)
		if !ok {
			return nil, nil, &say.Error{Where: dir, Want: display.Absent(dir)}
		}
		if len(dirs) > 1 {
			runs[i].own = []plan.Setting{{Name: "run", Value: names[i]}}
		}
		if differs := otherPanels(runs[0].Figure, display.Figure); differs != "" {
			return nil, nil, &say.Error{Want: fmt.Sprintf("the figure of %s has other %s than that of %s", names[i], differs, names[0])}
		}
	}
	figure, err = drawing(runs...)
	return figure, tables, err
}

// otherPanels says what two figures do not have in common that are drawn as one, "" for nothing.
func otherPanels(f, g plan.Figure) string {
	a, ok := f.(*Panels)
	b, both := g.(*Panels)
	switch {
	case !ok || !both:
		return ""
	case len(a.Panels) != len(b.Panels):
		return "panels"
	}
	for i, p := range a.Panels {
		q := b.Panels[i]
		if p.X.Label != q.X.Label || p.Y.Label != q.Y.Label || p.X.Log != q.X.Log || p.Y.Log != q.Y.Log {
			return "axes"
		}
		if (p.Inset == nil) != (q.Inset == nil) {
			return "insets"
		}
	}
	return ""
}

// kindOf is the kind of a figure.
func kindOf(f plan.Figure, c *plan.Catalog) string {
	for kind, make := range c.Figures {
		if fmt.Sprintf("%T", make()) == fmt.Sprintf("%T", f) {
			return kind
		}
	}
	return ""
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
