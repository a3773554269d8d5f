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
	groupLooks
	chosen bool // the series of the present axes choose several variants

	measured bool   // points are in the present axes
	only     string // label of the points of the present axes, where these are one curve
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

func (b *panels) figure() (*plot.Figure, error) {
	first := b.runs[0]
	f := first.panels
	out := f.page()
	for k, p := range f.Panels {
		title, err := b.title(k, p)
		if err != nil {
			return nil, err
		}
		series, err := b.series(p, func(f *Panels) []Drawn { return f.Panels[k].Series })
		if err != nil {
			return nil, err
		}
		plane, err := first.plane(p.Map)
		if err != nil {
			return nil, err
		}
		if p.Map != nil { // its columns label the axes
			p.Series = append([]Drawn{p.Map.rows()}, p.Series...)
		}
		p.Title, b.only = title, ""
		panel := p.frame()
		panel.X, panel.Y, panel.Map, panel.Series = first.axis(p.X, p.Series, "x"), first.axis(p.Y, p.Series, "y"), plane, append(p.Map.marks(), series...)
		if in := p.Inset; in != nil {
			if series, err = b.series(Panel{}, func(f *Panels) []Drawn { return f.Panels[k].Inset.Series }); err != nil {
				return nil, err
			}
			panel.Inset.X, panel.Inset.Y, panel.Inset.Series = first.insetAxis(in, p, "x"), first.insetAxis(in, p, "y"), series
		}
		if p.Bound {
			t, err := first.tables(p.measured())
			if err != nil {
				return nil, err
			}
			panel.Bound(spherical(t))
		}
		if p.Thresholds {
			guides, err := b.guides()
			if err != nil {
				return nil, err
			}
			mark(&panel, guides)
		}
		out.Panels = append(out.Panels, panel)
	}
	return out, nil
}

// series are the series of one set of axes. Measured points get their colours
// first, so that curves of theory can have the same.
func (b *panels) series(in Panel, of func(*Panels) []Drawn) (series []plot.Series, err error) {
	asked, all := make([][]Drawn, len(b.runs)), make([][][]curve, len(b.runs))
	var measured []Drawn
	for r, run := range b.runs {
		asked[r] = of(run.panels)
		all[r] = make([][]curve, len(asked[r]))
		measured = append(measured, slices.DeleteFunc(slices.Clone(asked[r]), func(s Drawn) bool { return s.Table == "" })...)
	}
	b.worn = map[plot.Style]int{}
	b.measured = len(measured) > 0
	b.chosen = slices.ContainsFunc(measured, func(s Drawn) bool { return s.Variant != measured[0].Variant })
	for _, measured := range []bool{true, false} {
		for r, run := range b.runs {
			for i, s := range asked[r] {
				if (s.Table != "") != measured {
					continue
				}
				if all[r][i], err = b.curves(run, s); err != nil {
					return nil, err
				}
			}
		}
	}
	curves := b.together(all)
	drawn := named(curves)
	var entries []plot.Series
	if in.Title == automatic {
		entries = once(curves, drawn)
	}
	drawn = inPlaceOfPoints(curves, drawn)
	if in.Dodge {
		drawn = plot.Dodge(in.X, in.Y, drawn)
	}
	for i, c := range curves {
		series = append(series, c.marked(drawn[i])...)
	}
	return append(series, entries...), nil
}

// together are the curves of all runs, points of several before theory, and theory that they share
// once. Other theory of the same parameters has the name of its run.
func (b *panels) together(all [][][]curve) (curves []curve) {
	if len(all) == 1 {
		return slices.Concat(all[0]...)
	}
	for r, of := range all {
		for _, c := range slices.Concat(of...) {
			k := slices.IndexFunc(curves, func(o curve) bool {
				return c.theory && o.theory && o.label == c.label && slices.Equal(o.settings, c.settings)
			})
			if k >= 0 && equal(curves[k].Series, c.Series) {
				continue
			}
			if k >= 0 && !c.hide {
				c.label = strings.TrimSuffix(plot.Setting("run", b.runs[r].own[0].Value)+": "+c.label, ": ")
			}
			curves = append(curves, c)
		}
	}
	slices.SortStableFunc(curves, func(a, b curve) int { return cmp.Compare(results.Flag(a.theory), results.Flag(b.theory)) })
	return curves
}
