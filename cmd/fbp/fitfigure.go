package main

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"fbp/fitting"
	"fbp/plot"
	"fbp/results"
)

// fitted are the fits of success of one solver.
type fitted struct {
	Model  string        // "" if it is not known
	By     results.Value // of the column of solvers
	Name   string        // of the solver, "" if there is one
	Sizes  []fitting.Size
	Curves []fitting.Logistic // of each size
	Limit  fitting.Scaling
	Scales bool // there is a limit

	pool    *pool               // of the searches of runs
	weights map[float64]float64 // numbers of them in rows of tables, by N
}

// transition is the figure of fits of success against α. For one solver: points with
// their 95 % intervals and the curves of each size; the same against the variable on
// which they depend if the fit holds, N^(1/ν)(α − α_1/2) with the α_1/2 of the scaling where there
// is a limit of large N, else (α − α_1/2)/width; and, of two sizes or more, α_1/2 against N^(−1/2) with limits at 0.
// Of several solvers each has a panel of the first kind, and all share the last; several
// models have one of that kind each and no other, if there are two sizes. Guides are dashed lines. loads says that α is P/N.
func transition(groups []fitted, guides []plot.Guide, loads bool) *plot.Figure {
	alpha := `$\alpha$`
	if loads {
		alpha = "$P/N$"
	}
	f := &plot.Figure{WidthCM: plot.TwoColumns}
	names := models(groups)
	if len(names) > 1 {
		f.Panels = modelPanels(groups, names, guides)
	}
	if len(f.Panels) == 0 {
		for _, g := range groups {
			f.Panels = append(f.Panels, successPanel(g, guides, alpha))
		}
		if len(groups) == 1 {
			if b := collapsePanel(groups[0]); len(b.Series) > 0 {
				f.Panels = append(f.Panels, b)
			}
		}
		if c := halfPanel(groups, guides); len(c.Series) > 0 && len(names) == 1 {
			f.Panels = append(f.Panels, c)
		}
	}
	if len(f.Panels) == 1 {
		f.WidthCM = 0
		return f
	}
	if f.Columns = min(3, len(f.Panels)); len(f.Panels) == 4 {
		f.Columns = 2
	}
	for i := range f.Panels {
		f.Panels[i].Label = string([]rune{'(', rune('a' + i), ')'})
	}
	return f
}

// modelPanels are those of α_1/2, one for each model that has any, with the guides that are no further from its
// loads than half of what these span.
func modelPanels(groups []fitted, names []string, guides []plot.Guide) (panels []plot.Panel) {
	for _, name := range names {
		var own []fitted
		low, high := math.Inf(1), math.Inf(-1)
		for _, g := range groups {
			if g.Model != name {
				continue
			}
			own = append(own, g)
			for _, size := range g.Sizes {
				for _, p := range size.Points {
					low, high = min(low, p.X), max(high, p.X)
				}
			}
		}
		near := slices.DeleteFunc(slices.Clone(guides), func(g plot.Guide) bool { return math.Abs(g.Value-(low+high)/2) > high-low })
		if p := halfPanel(own, near); len(p.Series) > 0 {
			p.Legend.Title = strings.ReplaceAll(name, "= -", "= −")
			panels = append(panels, p)
		}
	}
	return panels
}

// probability is the axis of success.
func probability() plot.Axis {
	return plot.Axis{Label: "success probability", Min: plot.End(-0.04), Max: plot.End(1.04)}
}

// successPanel has points and curves of all sizes against α.
func successPanel(g fitted, guides []plot.Guide, alpha string) plot.Panel {
	p := plot.Panel{X: plot.Axis{Label: alpha}, Y: probability(), Legend: plot.Legend{Title: g.Name}}
	p.X.Guides, p.X.Names = marked(guides)
	for i, s := range g.Sizes {
		points := coinPoints(s, i)
		points.Name = plot.Setting("n", fmt.Sprintf("%.0f", s.N))
		if s.Failed > 0 {
			points.Name += " (" + plot.WithoutFailed + ")"
		}
		p.Series = append(p.Series, points)
		if l := g.Curves[i]; !math.IsNaN(l.Half.Value) {
			p.Series = append(p.Series, curveOf(l, points.X, i))
		}
	}
	return withFit(p)
}

// withFit is a panel with an entry for its curves, if it has any.
func withFit(p plot.Panel) plot.Panel {
	if slices.ContainsFunc(p.Series, func(s plot.Series) bool { return s.Style.Line != plot.NoLine }) {
		p.Series = append(p.Series, plot.Series{Name: "fit", Style: fitStyle(plot.Shade)})
	}
	return p
}

// fitStyle is that of a curve that was fitted.
func fitStyle(c color.Color) plot.Style { return plot.Style{Color: c, Line: plot.Solid, Width: 0.8} }

// collapsePanel has the points of all sizes in their common variable, and its curve.
func collapsePanel(g fitted) plot.Panel {
	scales := g.Scales && !math.IsNaN(g.Limit.Nu.Value)
	p := plot.Panel{X: plot.Axis{Label: `$(\alpha-\alpha_{1/2})$ / width`}, Y: probability(), Legend: plot.Legend{Hide: true}}
	if scales {
		p.X.Label = `$N^{1/\nu}(\alpha-\alpha_{1/2})$`
	}
	for i, s := range g.Sizes {
		points := coinPoints(s, i)
		if scaled, ok := collapsed(points.X, s.N, g.Curves[i], g.Limit, scales); ok {
			points.X = scaled
			p.Series = append(p.Series, points)
		}
	}
	if len(p.Series) > 0 {
		p.Series = append(p.Series, universal(p.Series, g.Limit, scales))
	}
	return p
}

// halfPanel has α_1/2 of each solver against N^(−1/2), its limit at 0 and the curve to it
// if it is known within bounds, and the guides as lines; without
// series where no solver has α_1/2 of two sizes.
func halfPanel(groups []fitted, guides []plot.Guide) plot.Panel {
	p := plot.Panel{X: plot.Axis{Label: "$N^{-1/2}$"}, Y: plot.Axis{Label: `$\alpha_{1/2}$`}}
	high, most := 0.0, 0
	for i, g := range groups {
		s := halves(g)
		s.Style = plot.Style{Color: plot.Color(i), Marker: plot.MarkerIn(i)}
		if most = max(most, len(s.X)); len(s.X) == 0 {
			continue
		}
		high = max(high, slices.Max(s.X))
		p.Series = append(p.Series, s)
		if g.limited() {
			at := func(x float64) float64 { half, _ := g.Limit.Size(1 / (x * x)); return half }
			p.Series = append(p.Series, sampled(0, slices.Max(s.X), at, fitStyle(plot.Color(i))))
		}
	}
	if most < 2 {
		return plot.Panel{}
	}
	p.X.Min = plot.End(-0.04 * high)
	p.Y.Guides, p.Y.Names = marked(guides)
	return withFit(p)
}

// marked are guides as an axis has them.
func marked(guides []plot.Guide) (values []float64, names []string) {
	for _, g := range guides {
		values, names = append(values, g.Value), append(names, g.Name)
	}
	return values, names
}

// halves are α_1/2 of the sizes that have it, and of the limit, with 95 % intervals, against N^(−1/2).
func halves(g fitted) (s plot.Series) {
	s.Name = g.Name
	add := func(n float64, half fitting.Estimate) {
		if !math.IsNaN(half.Value) {
			s.X, s.Y = append(s.X, 1/math.Sqrt(n)), append(s.Y, half.Value)
			s.YDown, s.YErr = append(s.YDown, half.Value-half.Low), append(s.YErr, half.High-half.Value)
		}
	}
	for i, l := range g.Curves {
		add(g.Sizes[i].N, l.Half)
	}
	if g.limited() {
		add(math.Inf(1), g.Limit.Infinite)
	}
	return s
}

// limited tells whether the limit of large N is known within bounds.
func (g fitted) limited() bool { return g.Scales && g.Limit.Status == fitting.OK }

// coinPoints are the fractions of a size with Wilson's intervals.
func coinPoints(size fitting.Size, i int) (s plot.Series) {
	for _, p := range size.Points {
		share := p.Solved / p.Trials
		low, high := results.WilsonOf(share, p.Trials)
		s.X, s.Y = append(s.X, p.X), append(s.Y, share)
		s.YDown, s.YErr = append(s.YDown, share-low), append(s.YErr, high-share)
	}
	s.Style = plot.Style{Color: plot.Color(i), Marker: plot.MarkerIn(i)}
	return s
}

// curveOf is a logistic over the range of points and a bit more.
func curveOf(l fitting.Logistic, x []float64, i int) plot.Series {
	low, high := slices.Min(x), slices.Max(x)
	edge := 0.05 * (high - low)
	return sampled(low-edge, high+edge, l.At, fitStyle(plot.Color(i)))
}

// sampled is a function as a line.
func sampled(low, high float64, f func(float64) float64, style plot.Style) (s plot.Series) {
	const steps = 200
	for k := range steps + 1 {
		x := low + (high-low)*float64(k)/steps
		s.X, s.Y = append(s.X, x), append(s.Y, f(x))
	}
	s.Style = style
	return s
}

// collapsed are values of α of a size in the common variable, if the fits give it.
func collapsed(x []float64, n float64, l fitting.Logistic, limit fitting.Scaling, scales bool) ([]float64, bool) {
	at, unit := l.Half.Value, l.Width.Value
	if scales {
		at, _ = limit.Size(n)
		unit = math.Pow(n, -1/limit.Nu.Value)
	}
	out := make([]float64, len(x))
	for i := range x {
		out[i] = (x[i] - at) / unit
	}
	return out, !math.IsNaN(at) && !math.IsNaN(unit)
}

// universal is the one curve of panel (b).
func universal(points []plot.Series, limit fitting.Scaling, scales bool) plot.Series {
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range points {
		low, high = min(low, slices.Min(s.X)), max(high, slices.Max(s.X))
	}
	l := fitting.Logistic{Half: fitting.Estimate{Value: 0}, Width: fitting.Estimate{Value: 1}}
	if scales {
		l.Width.Value = limit.C
	}
	return sampled(low, high, l.At, plot.Style{Color: color.Black, Line: plot.Solid, Width: 0.8})
}
