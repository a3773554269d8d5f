package plot

import (
	"fmt"
	"math"

	"fbp/fitting"
	"fbp/results"
)

// Guide is a value of an axis with a name.
type Guide struct {
	Name  string // a label, over the frame
	About string // a label: what it is about, if that is not what the figure shows; the legend then has both
	Value float64
}

// Fitted are the fits of success of one solver.
type Fitted struct {
	Name   string // of the solver, "" if there is one
	Sizes  []fitting.Size
	Curves []fitting.Logistic // of each size
	Limit  fitting.Scaling
	Scales bool // there is a limit
}

// Transition is the figure of fits of success against α. For one solver: points with
// their 95 % intervals and the curves of each size; the same against the variable on
// which they depend if the fit holds, N^(1/ν)(α − α_∞) where there is a limit of large
// N, else (α − α_1/2)/width; and, of two sizes or more, α_1/2 against N with the limit.
// Of several solvers each has a panel of the first kind, and all share the last. Guides
// are dashed lines. loads says that α is P/N.
func Transition(groups []Fitted, guides []Guide, loads bool) *Figure {
	alpha := `$\alpha$`
	if loads {
		alpha = "$P/N$"
	}
	f := &Figure{WidthCM: TwoColumns}
	for _, g := range groups {
		f.Panels = append(f.Panels, successPanel(g, guides, alpha))
	}
	if len(groups) == 1 {
		if b := collapsePanel(groups[0]); len(b.Series) > 0 {
			f.Panels = append(f.Panels, b)
		}
	}
	if c := halfPanel(groups, guides); len(c.Series) > 0 {
		f.Panels = append(f.Panels, c)
	}
	if len(f.Panels) == 1 {
		f.WidthCM = 0
		return f
	}
	f.Columns = min(3, len(f.Panels))
	for i := range f.Panels {
		f.Panels[i].Label = string([]rune{'(', rune('a' + i), ')'})
	}
	return f
}

// probability is the axis of success.
func probability() Axis {
	return Axis{Label: "success probability", Min: End(-0.04), Max: End(1.04)}
}

// successPanel has points and curves of all sizes against α.
func successPanel(g Fitted, guides []Guide, alpha string) Panel {
	p := Panel{X: Axis{Label: alpha}, Y: probability(), Legend: Legend{Title: g.Name}}
	for _, guide := range guides {
		p.X.Guides = append(p.X.Guides, guide.Value)
	}
	for i, s := range g.Sizes {
		points := coinPoints(s, i)
		points.Name = Setting("n", fmt.Sprintf("%.0f", s.N))
		p.Series = append(p.Series, points)
		if l := g.Curves[i]; !math.IsNaN(l.Half.Value) {
			p.Series = append(p.Series, curveOf(l, points.X, i))
		}
	}
	return p
}

// collapsePanel has the points of all sizes in their common variable, and its curve.
func collapsePanel(g Fitted) Panel {
	scales := g.Scales && !math.IsNaN(g.Limit.Nu.Value)
	p := Panel{X: Axis{Label: `$(\alpha-\alpha_{1/2})$ / width`}, Y: probability(), Legend: Legend{Hide: true}}
	if scales {
		p.X.Label = `$N^{1/\nu}(\alpha-\alpha_\infty)$`
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

// halfPanel has α_1/2 of each solver against N, its limit curve, and the guides as lines;
// without series where no solver has α_1/2 of two sizes.
func halfPanel(groups []Fitted, guides []Guide) Panel {
	p := Panel{X: Axis{Label: "$N$", Log: true}, Y: Axis{Label: `$\alpha_{1/2}$`}}
	var wide extent
	most := 0
	for i, g := range groups {
		s := halves(g)
		s.Style = Style{Color: Color(i), Marker: MarkerAt(i), Size: 3.2}
		if most = max(most, len(s.X)); len(s.X) == 0 {
			continue
		}
		for _, n := range s.X {
			wide.add(n, true)
		}
		p.Series = append(p.Series, s)
		if g.Scales && !math.IsNaN(g.Limit.Nu.Value) {
			p.Series = append(p.Series, limitCurve(g.Limit, s.X, Style{Color: Color(i), Line: Solid, Width: 0.8}))
		}
	}
	if most < 2 {
		return Panel{}
	}
	for k, guide := range guides {
		p.Series = append(p.Series, Series{Name: guide.Name, X: []float64{wide.min, wide.max}, Y: []float64{guide.Value, guide.Value},
			Style: Style{Color: Color(len(groups) + k), Line: Dashed, Width: 0.8}})
	}
	return p
}

// halves are α_1/2 of the sizes that have it, with 95 % intervals.
func halves(g Fitted) (s Series) {
	s.Name = g.Name
	for i, l := range g.Curves {
		if half := l.Half; !math.IsNaN(half.Value) {
			s.X, s.Y = append(s.X, g.Sizes[i].N), append(s.Y, half.Value)
			s.YDown, s.YErr = append(s.YDown, half.Value-half.Low), append(s.YErr, half.High-half.Value)
		}
	}
	return s
}

// limitCurve is α_1/2 of the scaling over the range of N, by equal factors.
func limitCurve(limit fitting.Scaling, n []float64, style Style) (s Series) {
	const steps = 60
	low, high := math.Log(n[0]), math.Log(n[len(n)-1])
	for k := range steps + 1 {
		x := math.Exp(low + (high-low)*float64(k)/steps)
		half, _ := limit.Size(x)
		s.X, s.Y = append(s.X, x), append(s.Y, half)
	}
	s.Style = style
	return s
}

// coinPoints are the fractions of a size with Wilson's intervals.
func coinPoints(size fitting.Size, i int) (s Series) {
	for _, p := range size.Points {
		share := p.Solved / p.Trials
		low, high := results.WilsonOf(share, p.Trials)
		s.X, s.Y = append(s.X, p.X), append(s.Y, share)
		s.YDown, s.YErr = append(s.YDown, share-low), append(s.YErr, high-share)
	}
	s.Style = Style{Color: Color(i), Marker: MarkerAt(i), Size: 3.2}
	return s
}

// curveOf is a logistic over the range of points and a bit more.
func curveOf(l fitting.Logistic, x []float64, i int) Series {
	var e extent
	for _, v := range x {
		e.add(v, false)
	}
	edge := 0.05 * (e.max - e.min)
	return sampled(e.min-edge, e.max+edge, l.At, Style{Color: Color(i), Line: Solid, Width: 0.8})
}

// sampled is a function as a line.
func sampled(low, high float64, f func(float64) float64, style Style) (s Series) {
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
		at, unit = limit.Infinite.Value, math.Pow(n, -1/limit.Nu.Value)
	}
	out := make([]float64, len(x))
	for i := range x {
		out[i] = (x[i] - at) / unit
	}
	return out, !math.IsNaN(at) && !math.IsNaN(unit)
}

// universal is the one curve of panel (b).
func universal(points []Series, limit fitting.Scaling, scales bool) Series {
	var e extent
	for _, s := range points {
		for _, x := range s.X {
			e.add(x, false)
		}
	}
	l := fitting.Logistic{Half: fitting.Estimate{Value: 0}, Width: fitting.Estimate{Value: 1}}
	if scales {
		l.Half.Value, l.Width.Value = limit.B, limit.C
	}
	return sampled(e.min, e.max, l.At, Style{Color: Color(len(points)), Line: Dashed, Width: 0.8})
}
