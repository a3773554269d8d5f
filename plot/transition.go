package plot

import (
	"fmt"
	"math"

	"fbp/fitting"
	"fbp/results"
)

// Transition is the figure of a fit of success against α: (a) points with their 95 %
// intervals and the curves of each size, (b) the same against the variable on which they
// depend if the fit holds, N^(1/ν)(α − α_∞) where there is a limit of large N, else
// (α − α_1/2)/width.
func Transition(sizes []fitting.Size, curves []fitting.Logistic, limit fitting.Scaling, scales, loads bool) *Figure {
	alpha := `$\alpha$`
	if loads {
		alpha = "$P/N$"
	}
	scales = scales && !math.IsNaN(limit.Nu.Value)
	y := Axis{Label: "success probability", Min: -0.04, Max: 1.04}
	a := Panel{Label: "(a)", X: Axis{Label: alpha}, Y: y}
	b := Panel{Label: "(b)", X: Axis{Label: `$(\alpha-\alpha_{1/2})$ / width`}, Y: y, Legend: Legend{Hide: true}}
	if scales {
		b.X.Label = `$N^{1/\nu}(\alpha-\alpha_\infty)$`
	}
	for i, s := range sizes {
		l := curves[i]
		points := coinPoints(s, i)
		points.Name = fmt.Sprintf("$N=%.0f$", s.N)
		a.Series = append(a.Series, points)
		known := !math.IsNaN(l.Half.Value)
		if known {
			a.Series = append(a.Series, curveOf(l, points.X, i))
		}
		if scaled, ok := collapsed(points.X, s.N, l, limit, scales); ok {
			points.Name, points.X = "", scaled
			b.Series = append(b.Series, points)
		}
	}
	if f := (&Figure{WidthCM: TwoColumns, Columns: 2, Panels: []Panel{a, b}}); len(b.Series) > 0 {
		f.Panels[1].Series = append(f.Panels[1].Series, universal(f.Panels[1].Series, limit, scales))
		return f
	}
	return &Figure{Panels: []Panel{a}}
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
