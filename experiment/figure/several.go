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
		r, _, ok, err := inFolder(display, in)
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
		if differs := otherPanels(runs[0].panels, r.panels); differs != "" {
			return nil, nil, &say.Error{Want: fmt.Sprintf("the figure of %s has other %s than that of %s", names[i], differs, names[0])}
		}
	}
	figure, err = drawing(runs...)
	return figure, tables, err
}

// otherPanels says what two figures do not have in common that are drawn as one, "" for nothing.
func otherPanels(a, b *Panels) string {
	if len(a.Panels) != len(b.Panels) {
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
