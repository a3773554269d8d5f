package plot

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
)

// Overlay draws figures of the same panels, one for each name, over each other. Points of
// a figure have colours of their own, and its name in the legend; curves of theory that
// several figures share are drawn once. An error says in what panels differ.
func Overlay(names []string, figures []*Figure) (*Figure, error) {
	out := *figures[0]
	out.Panels = slices.Clone(out.Panels)
	for i, f := range figures[1:] {
		if differs := out.differs(f); differs != "" {
			return nil, fmt.Errorf("the figure of %s has other %s than that of %s", names[i+1], differs, names[0])
		}
	}
	o := overlay{names: names, colors: map[ofFigure]int{}, theory: map[color.Color]int{}}
	for _, f := range figures {
		for _, p := range f.Panels {
			o.take(f, p.Series)
			if p.Inset != nil {
				o.take(f, p.Inset.Series)
			}
		}
	}
	for k := range out.Panels {
		panels := make([]Panel, len(figures))
		for i, f := range figures {
			panels[i] = f.Panels[k]
		}
		out.Panels[k] = o.panel(figures, panels)
	}
	return &out, nil
}

// differs says what two figures do not have in common that are drawn over each other,
// "" for nothing.
func (f *Figure) differs(g *Figure) string {
	if len(f.Panels) != len(g.Panels) {
		return "panels"
	}
	for i, p := range f.Panels {
		q := g.Panels[i]
		if p.X.Label != q.X.Label || p.Y.Label != q.Y.Label || p.X.Log != q.X.Log || p.Y.Log != q.Y.Log {
			return "axes"
		}
		if (p.Inset == nil) != (q.Inset == nil) {
			return "insets"
		}
	}
	return ""
}

// overlay draws figures over each other.
type overlay struct {
	names  []string
	colors map[ofFigure]int    // number of the colour of measured points
	theory map[color.Color]int // of curves of theory that follow no points
}

// ofFigure is a colour in one of the figures.
type ofFigure struct {
	figure *Figure
	color  color.Color
}

// measured tells points, and lines that join some, from curves of theory.
func (s Series) measured() bool {
	return s.Style.Marker != NoMarker || s.Table != "" && !strings.HasPrefix(s.Table, "theory_")
}

// take gives the measured series of a figure numbers of colours.
func (o *overlay) take(f *Figure, series []Series) {
	for _, s := range series {
		if _, known := o.colors[ofFigure{f, s.Style.Color}]; s.measured() && !known {
			o.colors[ofFigure{f, s.Style.Color}] = len(o.colors)
		}
	}
}

// recolored is a series of a figure in the colours of all.
func (o *overlay) recolored(f *Figure, s Series) Series {
	i, known := o.colors[ofFigure{f, s.Style.Color}]
	was := slices.IndexFunc(okabeIto[:], func(c color.NRGBA) bool { return s.Style.Color == c })
	if !known {
		if was < 0 {
			return s // black or grey
		}
		if i, known = o.theory[s.Style.Color]; !known {
			i = len(o.colors) + len(o.theory)
			o.theory[s.Style.Color] = i
		}
	}
	if was >= 0 && s.Style.Marker == MarkerAt(was) && s.Style.Marker != NoMarker {
		s.Style.Marker = MarkerAt(i)
	}
	if was >= 0 && s.Style.Line == LineAt(was) {
		s.Style.Line = LineAt(i)
	}
	s.Style.Color = Color(i)
	return s
}

// panel is one panel of all figures.
func (o *overlay) panel(figures []*Figure, panels []Panel) Panel {
	out := panels[0]
	series := make([][]Series, len(panels))
	titles := make([]string, len(panels))
	for i, p := range panels {
		series[i], titles[i] = p.Series, p.Legend.Title
		out.X, out.Y = out.X.around(p.X), out.Y.around(p.Y)
	}
	out.Series, out.Legend.Title = o.series(figures, series, titles)
	if out.Inset == nil {
		return out
	}
	inset := *out.Inset
	for i, p := range panels {
		series[i], titles[i] = p.Inset.Series, ""
		inset.X, inset.Y = inset.X.around(p.Inset.X), inset.Y.around(p.Inset.Y)
	}
	inset.Series, _ = o.series(figures, series, titles)
	out.Inset = &inset
	return out
}

// around is an axis with room for what two axes show, and the guides of both.
func (a Axis) around(b Axis) Axis {
	if a.Min == nil || b.Min != nil && *b.Min > *a.Min {
		b.Min = a.Min
	}
	if a.Max == nil || b.Max != nil && *b.Max < *a.Max {
		b.Max = a.Max
	}
	a.Min, a.Max = b.Min, b.Max
	a.Guides, a.Names = slices.Clone(a.Guides), slices.Clone(a.Names)
	for i, g := range b.Guides {
		if slices.Contains(a.Guides, g) {
			continue
		}
		a.Guides = append(a.Guides, g)
		if len(b.Names) > i {
			a.Names = append(a.Names, b.Names[i])
		}
	}
	return a
}

// series are those of one set of axes, measured ones with the names of their figures,
// and the title of the legend.
func (o *overlay) series(figures []*Figure, all [][]Series, titles []string) (out []Series, title string) {
	names, title := o.entries(all, titles)
	var points []Series // which lead the legend
	for i, list := range all {
		nameless := !slices.ContainsFunc(list, func(s Series) bool { return s.measured() && s.Name != "" })
		for _, s := range list {
			s = o.named(s, names[i], &nameless)
			if !s.measured() && s.Name != "" && bounded(out, s) {
				continue
			}
			if !s.measured() && slices.ContainsFunc(out, func(t Series) bool { return equal(s, t) }) {
				continue
			}
			if !s.measured() && s.Name != "" && slices.ContainsFunc(out, func(t Series) bool { return t.Name == s.Name }) {
				s.Name = Plain(o.names[i]) + ": " + s.Name
			}
			if s.measured() {
				points = append(points, o.recolored(figures[i], s))
			} else {
				out = append(out, o.recolored(figures[i], s))
			}
		}
	}
	return append(points, out...), title
}

// named is a series with its name in the legend of all figures. The first points of a
// figure without any names have that of the figure.
func (o *overlay) named(s Series, name func(string) string, nameless *bool) Series {
	if s.measured() && (s.Name != "" || *nameless) {
		s.Name = name(s.Name)
		*nameless = false
	}
	return s
}

// entries name the measured series of each figure. Where all figures have one series of
// the same name, the legend has it as its title, as it has a title that all share.
func (o *overlay) entries(all [][]Series, titles []string) (names []func(string) string, title string) {
	var own []string // names of measured series
	one := true
	for i, list := range all {
		var here []string
		for _, s := range list {
			if s.measured() && s.Name != "" && !slices.Contains(here, s.Name) {
				here = append(here, s.Name)
			}
		}
		one = one && len(here) == 1 && titles[i] == ""
		own = append(own, here...)
	}
	one = one && len(slices.Compact(own)) == 1
	shared := len(slices.Compact(slices.Clone(titles))) == 1
	for i := range all {
		names = append(names, func(name string) string {
			parts := []string{titles[i], name}
			if shared {
				parts[0] = ""
			}
			parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
			if one || len(parts) == 0 {
				return Plain(o.names[i])
			}
			return Plain(o.names[i]) + ": " + strings.Join(parts, ", ")
		})
	}
	switch {
	case one:
		return names, own[0]
	case shared:
		return names, titles[0]
	}
	return names, ""
}

// bounded tells whether the bound of all configurations is there, which is one curve
// however far a figure draws it, and makes it as long as that of another figure.
func bounded(out []Series, s Series) bool {
	if s.Name != allConfigurations {
		return false
	}
	i := slices.IndexFunc(out, func(t Series) bool { return t.Name == allConfigurations })
	if i >= 0 && slices.Max(s.X) > slices.Max(out[i].X) {
		out[i].X, out[i].Y = s.X, s.Y
	}
	return i >= 0
}

// equal tells whether two series are the same curve.
func equal(s, t Series) bool {
	same := func(a, b []float64) bool { // NaN, where theory has no value, is the same as NaN
		return slices.EqualFunc(a, b, func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) })
	}
	return s.Name == t.Name && same(s.X, t.X) && same(s.Y, t.Y) && slices.Equal(s.Dashed, t.Dashed)
}
