package figure

import (
	"slices"
	"strings"

	"fbp/experiment/theories"
	"fbp/plot"
	"fbp/results"
)

// title is that of the legend of the k-th panel. If the program makes it, it is what all measured points have
// in common, and if these are one curve their label. What else all those of one of several runs have is in
// their names.
func (b *panels) title(k int, p Panel) (title string, err error) {
	if p.Title != automatic {
		return p.Title, nil
	}
	var shared [][]theories.NamedValue
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
			shared, of, count = append(shared, r.shared(s, t)), append(of, i), count+len(r.parts(s, t))
		}
	}
	var common []string
	for i, settings := range shared {
		for _, s := range settings {
			setting, r := plot.Setting(s.Name, s.Value), &b.runs[of[i]]
			switch {
			case !slices.ContainsFunc(shared, func(other []theories.NamedValue) bool { return !slices.Contains(other, s) }):
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
func (r run) shared(s Drawn, t *results.Table) (shared []theories.NamedValue) {
	if r.Solver != "" && !slices.Contains(t.Columns, variantColumn) {
		shared = append(shared, theories.NamedValue{Name: "solver", Value: r.Solver})
	}
	for _, column := range t.Columns {
		swept := slices.ContainsFunc(r.Swept, func(key string) bool { return key == column || lastPart(key) == column })
		known := slices.ContainsFunc(shared, func(s theories.NamedValue) bool { return plot.Symbol(s.Name) == plot.Symbol(column) })
		if (swept || column == "alpha" || column == "n") && !s.ofPatterns(column) && !known && len(t.Rows) > 0 && !(Drawn{}).several(t, column) {
			shared = append(shared, theories.NamedValue{Name: column, Value: cell(t, 0, column)})
		}
	}
	return shared
}

// lastPart is the last part of the name of a key.
func lastPart(key string) string { return key[strings.LastIndex(key, ".")+1:] }
