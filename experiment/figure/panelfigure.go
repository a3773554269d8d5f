package figure

import (
	"cmp"
	"slices"
	"strings"

	"fbp/experiment/theories"
	"fbp/plot"
	"fbp/results"
)

// panels makes the figure that a config declares panel by panel, of one run or of several.
type panels struct {
	runs []run // all
	looks

	notes    []string // what the user has to know
	measured bool     // points are in the present axes
	only     string   // label of the points of the present axes, where these are one curve
}

// run is a run with what it shows. In the figure of several its name is one more setting.
type run struct {
	Display
	tables func(name string) (*results.Table, error)
	panels *Panels
	own    []theories.NamedValue // of its points, before those that are swept
}

// theoryOf is the theory of a name, nil for none.
func (r run) theoryOf(name string) *theories.Theory {
	i := slices.IndexFunc(r.Theories, func(th *theories.Theory) bool { return th.Name == name })
	if i < 0 {
		return nil
	}
	return r.Theories[i]
}

// figure is the figure of all runs: the curves of every panel first, since what tells curves apart follows from all of them.
func (b *panels) figure() (*plot.Figure, error) {
	first := b.runs[0]
	f := first.panels
	out := f.page()
	axes := make([][]curve, 2*len(f.Panels)) // of panels, and behind them of insets
	outer, inner := axes[:len(f.Panels)], axes[len(f.Panels):]
	for k, p := range f.Panels {
		title, err := b.title(k, p)
		if err != nil {
			return nil, err
		}
		if outer[k], err = b.all(func(f *Panels) []Drawn { return f.Panels[k].Series }); err != nil {
			return nil, err
		}
		if b.only = ""; p.Inset != nil {
			if inner[k], err = b.all(func(f *Panels) []Drawn { return f.Panels[k].Inset.Series }); err != nil {
				return nil, err
			}
		}
		p.Title = title
		panel := p.frame()
		if panel.Map, err = first.plane(p.Map); err != nil {
			return nil, err
		}
		out.Panels = append(out.Panels, panel)
	}
	b.group(axes)
	for k, p := range f.Panels {
		if err := b.fill(&out.Panels[k], p, outer[k], inner[k]); err != nil {
			return nil, err
		}
	}
	out.Notes = b.notes
	return out, nil
}

// fill fills a panel with its axes, its curves, those of its inset, and what is drawn beside them.
func (b *panels) fill(panel *plot.Panel, p Panel, outer, inner []curve) error {
	first := b.runs[0]
	if p.Map != nil { // its columns label the axes
		p.Series = append([]Drawn{p.Map.rows()}, p.Series...)
	}
	panel.X, panel.Y, panel.Series = first.axis(p.X, p.Series, "x"), first.axis(p.Y, p.Series, "y"), append(p.Map.marks(), b.series(outer)...)
	if p.Residual {
		panel.Below = residuals(outer)
	}
	if slices.ContainsFunc(outer, func(c curve) bool { return b.groups[c.in].shade != nil }) {
		panel.Key = b.bar
	}
	if in := p.Inset; in != nil {
		panel.Inset.X, panel.Inset.Y, panel.Inset.Series = first.insetAxis(in, p, "x"), first.insetAxis(in, p, "y"), b.series(inner)
	}
	if p.Bound {
		t, err := first.tables(p.measured())
		if err != nil {
			return err
		}
		panel.Bound(spherical(t))
	}
	if p.Thresholds {
		guides, err := b.guides()
		if err != nil {
			return err
		}
		own := len(panel.X.Guides) - len(panel.X.Names) // guides of the config without names
		panel.X.Names = slices.Concat(panel.X.Names, make([]string, own))
		for _, g := range guides {
			panel.X.Guides, panel.X.Names = append(panel.X.Guides, g.Value), append(panel.X.Names, g.Name)
		}
	}
	return nil
}

// all are the curves of one set of axes.
func (b *panels) all(of func(*Panels) []Drawn) (curves []curve, err error) {
	b.measured = false
	for _, run := range b.runs {
		b.measured = b.measured || slices.ContainsFunc(of(run.panels), func(s Drawn) bool { return s.Table != "" })
	}
	all := make([][]curve, len(b.runs))
	for r, run := range b.runs {
		for _, s := range of(run.panels) {
			of, err := b.curves(run, s)
			if err != nil {
				return nil, err
			}
			all[r] = append(all[r], of...)
		}
	}
	return b.together(all), nil
}

// series are the curves of one set of axes as they are drawn, and what the legend has beside them.
func (b *panels) series(curves []curve) (series []plot.Series) {
	b.worn = map[plot.Style]int{}
	for _, theory := range []bool{false, true} {
		for i := range curves {
			if curves[i].theory == theory {
				curves[i].Style = b.style(&curves[i])
			}
		}
	}
	for i := range curves {
		if b.groups[curves[i].in].shade != nil {
			curves[i].settings, curves[i].rest = b.without(curves[i].settings), b.without(curves[i].rest)
		}
	}
	entries := b.few(curves, name(curves))
	inPlaceOfPoints(curves)
	entries = append(entries, doubt(curves)...)
	for _, c := range curves {
		series = append(series, c.Series)
	}
	return append(series, entries...)
}

// together are the curves of all runs, points of several before theory, and theory that they share
// once. Other theory of the same parameters has the name of its run.
func (b *panels) together(all [][]curve) (curves []curve) {
	if len(all) == 1 {
		return all[0]
	}
	for r, of := range all {
		for _, c := range of {
			k := slices.IndexFunc(curves, func(o curve) bool {
				return c.theory && o.theory && o.label == c.label && slices.Equal(o.settings, c.settings)
			})
			if k >= 0 && equal(curves[k].Series, c.Series) {
				continue
			}
			if k >= 0 && !c.drawn.Hide {
				c.label = strings.TrimSuffix(plot.Setting("run", b.runs[r].own[0].Value)+": "+c.label, ": ")
			}
			curves = append(curves, c)
		}
	}
	slices.SortStableFunc(curves, func(a, b curve) int { return cmp.Compare(results.Flag(a.theory), results.Flag(b.theory)) })
	return curves
}
