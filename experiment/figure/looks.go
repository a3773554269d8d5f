package figure

import (
	"image/color"
	"slices"

	"fbp/experiment/theories"
	"fbp/plot"
)

// looks are those of the curves of a figure. A group is a variant with values of what is swept: it has one colour in all panels, in
// the order in which groups appear, and theory at its values takes it; other theory takes the next. Shapes of points, and dashes of
// lines that run through no points, go with the colour. Curves of one group in the same axes differ by these. Where panels are of
// one variant each, or of one value, groups that differ by it alone look the same, and so do variants in no axes together to which the config gives one colour.
type looks struct {
	given  map[string]int // colours that the config gives to variants
	groups []group
	worn   map[plot.Style]int // in the present axes
	key    string             // whose values are colours of a bar, "" for none
	bar    *plot.Key
}

// group is what points at one set of parameters, or curves of theory without points, have in common.
type group struct {
	settings    []theories.NamedValue
	alike       [][]theories.NamedValue // of points that look the same, its own among them
	told        []theories.NamedValue   // by which these differ from others of their axes
	measured    bool
	color, kind int         // kind counts the groups before of this colour
	line        int         // its number, of theory among those of theory
	shade       color.Color // of a bar, nil for none
}

func newLooks(given map[string]string) looks {
	l := looks{given: map[string]int{}}
	for variant, name := range given {
		l.given[variant] = slices.Index(plot.ColorNames(), name)
	}
	return l
}

// group puts the curves of all axes into groups, points before theory.
func (l *looks) group(axes [][]curve) {
	for _, theory := range []bool{false, true} {
		for _, curves := range axes {
			for i := range curves {
				if curves[i].theory == theory {
					l.join(&curves[i], axes, curves)
				}
			}
		}
	}
	l.keyed(axes)
}

// join puts a curve of axes into its group, a new one if it is the first.
func (l *looks) join(c *curve, all [][]curve, axes []curve) {
	if c.theory {
		for c.in = range l.groups {
			g := l.groups[c.in]
			if k := slices.IndexFunc(g.alike, func(points []theories.NamedValue) bool { return agree(points, c.settings) }); k >= 0 {
				c.follows = true
				c.rest = slices.DeleteFunc(slices.Clone(c.settings), func(s theories.NamedValue) bool { return agree(g.alike[k], []theories.NamedValue{s}) })
				return
			}
		}
		c.in = slices.IndexFunc(l.groups, func(g group) bool {
			return !g.measured && (slices.Equal(g.settings, c.group) || c.several && agree(g.settings, c.group))
		})
	} else {
		told := l.told(c, axes)
		c.in = slices.IndexFunc(l.groups, func(g group) bool { return holds(g.alike, c.group) })
		if c.in < 0 && len(told) > 0 {
			c.in = slices.IndexFunc(l.groups, func(g group) bool { return slices.Equal(g.told, told) && apart(all, g.alike, c.group) })
		}
		if color, given := l.given[valueOf(c.group, variantColumn)]; c.in < 0 && given {
			c.in = slices.IndexFunc(l.groups, func(g group) bool {
				return g.color == color && differs(g.settings, theories.NamedValue{Name: variantColumn, Value: valueOf(c.group, variantColumn)}) && apart(all, g.alike, c.group)
			})
		}
		defer func() {
			if g := &l.groups[c.in]; !holds(g.alike, c.group) {
				g.alike, g.told = append(g.alike, c.group), told
			}
		}()
	}
	if c.in < 0 {
		c.in = len(l.groups)
		l.groups = append(l.groups, l.next(c))
	}
}

// told are the settings of points that others of their axes have otherwise, and a variant if the config gives colours to variants.
func (l *looks) told(c *curve, axes []curve) []theories.NamedValue {
	return slices.DeleteFunc(slices.Clone(c.group), func(s theories.NamedValue) bool {
		return (s.Name != variantColumn || len(l.given) == 0) && !slices.ContainsFunc(axes, func(o curve) bool { return !o.theory && differs(o.group, s) })
	})
}

// holds tells whether a list has such settings.
func holds(all [][]theories.NamedValue, settings []theories.NamedValue) bool {
	return slices.ContainsFunc(all, func(o []theories.NamedValue) bool { return slices.Equal(o, settings) })
}

// apart tells whether no axes have points of a list and of other settings.
func apart(all [][]curve, some [][]theories.NamedValue, other []theories.NamedValue) bool {
	return !slices.ContainsFunc(all, func(axes []curve) bool {
		of := func(settings [][]theories.NamedValue) bool {
			return slices.ContainsFunc(axes, func(c curve) bool { return !c.theory && holds(settings, c.group) })
		}
		return of(some) && of([][]theories.NamedValue{other})
	})
}

// next is the group of a curve that is in none: in the colour of its variant, or in the first of those that fewest have and the
// config gives to no variant.
func (l *looks) next(c *curve) group {
	g := group{settings: c.group, measured: !c.theory}
	count := make([]int, len(plot.ColorNames()))
	for _, o := range l.groups {
		count[o.color]++
	}
	color, given := l.given[valueOf(c.group, variantColumn)]
	for i := range count {
		if !given && !l.reserved(i) && (l.reserved(color) || count[i] < count[color]) {
			color = i
		}
	}
	g.color, g.kind, g.line = color, count[color], len(l.groups)
	if c.theory {
		g.line = len(slices.DeleteFunc(slices.Clone(l.groups), func(o group) bool { return o.measured }))
	}
	return g
}

// colorIn is the colour of a group, or the i-th after it.
func (g group) colorIn(i int) color.Color {
	if g.shade != nil {
		return g.shade
	}
	return plot.Color(g.color + i)
}

// reserved tells whether the config gives a colour to a variant and leaves others.
func (l *looks) reserved(color int) bool {
	taken := map[int]bool{}
	for _, i := range l.given {
		taken[i] = true
	}
	return taken[color] && len(taken) < len(plot.ColorNames())
}

// agree tells whether two lists have a name in common and the same value of all such names.
func agree(a, b []theories.NamedValue) bool {
	common := false
	for _, s := range a {
		i := slices.IndexFunc(b, func(o theories.NamedValue) bool { return plot.Symbol(o.Name) == plot.Symbol(s.Name) })
		if i >= 0 && b[i].Value != s.Value {
			return false
		}
		common = common || i >= 0
	}
	return common
}

// valueOf is the value of a name in a list, "" for none.
func valueOf(settings []theories.NamedValue, name string) string {
	if i := slices.IndexFunc(settings, func(o theories.NamedValue) bool { return o.Name == name }); i >= 0 {
		return settings[i].Value
	}
	return ""
}

// barred reports whether a series has error bars.
func (s Drawn) barred() bool { return s.XBar != "" || s.YBar != "" || s.YLow != "" }

// hasBarOfY reports whether a series has error bars of y.
func (s Drawn) hasBarOfY() bool { return s.Table != "" && (s.YBar != "" || s.YLow != "") }

// auto tells whether a line or a marker is left to the program.
func auto(key string) bool { return key == "" || key == automatic }

// style is the look of a curve: that of its group, or with the next marker or line, and then the next colour, the first that fewest
// curves of these axes have, as far as the config leaves them to the program.
func (l *looks) style(c *curve) plot.Style {
	s, g := c.drawn, l.groups[c.in]
	st := plot.Style{Line: plot.LineNamed(s.Line), Marker: plot.MarkerNamed(s.Marker)}
	marked := s.Marker == "each" || auto(s.Marker) && (s.barred() || s.Table == "samples" && auto(s.Line) || s.Line == "none")
	lined := auto(s.Line) && !marked && st.Marker == plot.NoMarker
	if s.Marker == "each" {
		if st.Width = 0.6; auto(s.Line) {
			st.Line = plot.Solid
		}
	}
	own, named := plot.ColorNamed(s.Color)
	first, line, kinds := g.color+g.kind, g.line, 1
	if g.shade != nil {
		first, line = g.kind, g.kind
	}
	if named || c.follows {
		first, line = 0, 0
	}
	switch {
	case marked:
		kinds = plot.Shapes
	case lined:
		kinds = plot.Lines
	}
	var best plot.Style
	for k := range kinds * len(plot.ColorNames()) {
		look := st
		if look.Color = own; !named {
			look.Color = g.colorIn(k / kinds)
		}
		if marked {
			look.Marker = plot.MarkerIn(first + k)
		}
		if lined {
			look.Line = plot.LineIn(line + k)
		}
		if k == 0 || l.worn[look] < l.worn[best] && !s.Hide {
			best = look
		}
	}
	if !s.Hide {
		l.worn[best]++
	}
	return best
}
