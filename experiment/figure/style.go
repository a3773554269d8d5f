package figure

import (
	"fmt"
	"slices"

	"fbp/experiment/plan"
	"fbp/plot"
)

// pointsGroup is a part of a measured table, at one point of the sweep.
type pointsGroup struct {
	settings []plan.Setting
	color    int
}

// follows is the number of the colour of the measured points at the parameters of
// a curve of theory, and what else tells the curve from others of that colour.
func (b *panels) follows(settings []plan.Setting) (color int, rest []plan.Setting, ok bool) {
	for _, g := range b.groups {
		common, differs := false, false
		rest = nil
		for _, s := range settings {
			i := slices.IndexFunc(g.settings, func(o plan.Setting) bool { return plot.Symbol(o.Name) == plot.Symbol(s.Name) })
			if i < 0 {
				rest = append(rest, s)
				continue
			}
			common, differs = true, differs || g.settings[i].Value != s.Value
		}
		if common && !differs {
			return g.color, rest, true
		}
	}
	return 0, nil, false
}

// barred reports whether a series has error bars.
func (s Series) barred() bool { return s.XBar != "" || s.YBar != "" || s.YLow != "" }

// auto tells whether a line or a marker is left to the program.
func auto(key string) bool { return key == "" || key == automatic }

// style is the look of the k-th curve of a series, with a line or a marker of its own where
// another series of these axes looks the same, the next colour where these are used up, and
// markers on lines where all colours are, unless the config gives them. Then all of it starts again.
func (b *panels) style(s Series, id string, k int, settings []plan.Setting) plot.Style {
	looks := []plot.Style{b.look(s, id, k, settings, false)}
	_, given := b.given[variantOf(s, settings)]
	onLines := s.Table != "" && auto(s.Marker) && looks[0].Marker == plot.NoMarker
	for round := 0; ; round++ {
		for next := 0; next <= 2*len(plot.ColorNames())+1; next++ {
			i := next % (len(plot.ColorNames()) + 1)
			if i > 0 && (given || !auto(s.Color)) || next > i && !onLines {
				continue
			}
			if i == len(looks) {
				looks = append(looks, b.look(s, fmt.Sprint(id, ", colour ", i), k, settings, true))
			}
			look := looks[i]
			if next > i {
				if look.Marker = plot.Circle; look.Size == 0 {
					look.Size = markerSize
				}
			}
			if st, alone := b.unworn(s, look, round); alone {
				b.worn[st]++
				return st
			}
		}
	}
}

// markerSize is the diameter of markers in points, unless the config gives it.
const markerSize = 2.6

// markerKinds is in how many ways curves of one colour are told apart.
const markerKinds = 7

// unworn is a style with a line or a marker in which at most so many series of these axes look
// the same; alone is false if there is none that the config leaves to the program.
func (b *panels) unworn(s Series, st plot.Style, others int) (own plot.Style, alone bool) {
	own = st
	for i := 1; b.worn[own] > others && !s.Hide; i++ {
		switch {
		case i > markerKinds:
			return st, false
		case st.Marker != plot.NoMarker && auto(s.Marker):
			own.Marker = plot.MarkerIn(i)
		case st.Marker == plot.NoMarker && auto(s.Line):
			own.Line = plot.LineIn(i)
		}
	}
	return own, true
}

// look is the style by what a curve shows, which decides on its colour; if the config names
// a colour, curves differ by their lines, and points by their markers. A theory has no colour of
// other curves if it has to have one of its own.
func (b *panels) look(s Series, id string, k int, settings []plan.Setting, own bool) plot.Style {
	st := s.Style
	st.Line, st.Marker = plot.LineNamed(s.Line), plot.MarkerNamed(s.Marker)
	marked := s.Marker == "each" || auto(s.Marker) && (s.barred() || s.Table == "samples" && auto(s.Line) || s.Line == "none")
	if marked {
		st.Marker = plot.Circle // samples have no order, so no line joins them
	}
	if st.Marker != plot.NoMarker && st.Size == 0 {
		st.Size = markerSize
	}
	lined := auto(s.Line) && st.Marker == plot.NoMarker
	if lined {
		st.Line = plot.Solid
	}
	if c, named := plot.ColorNamed(s.Color); named {
		st.Color = c
		if lined {
			st.Line = plot.LineIn(k)
		}
		if marked {
			st.Marker = plot.MarkerIn(k)
		}
		return st
	}
	if s.Theory != "" && !own {
		if color, rest, ok := b.follows(settings); ok {
			st.Color = plot.Color(color)
			if lined {
				st.Line = plot.LineIn(b.kind(s.Theory + idOf(rest)))
			}
			return st
		}
	}
	i := b.color(s, id, settings)
	st.Color = plot.Color(i)
	_, given := b.given[variantOf(s, settings)]
	switch {
	case lined && given:
		st.Line = plot.LineIn(b.alike(s, settings))
	case lined:
		st.Line = plot.LineAt(i)
	case s.Marker == "each":
		st.Marker, st.Line, st.Width = plot.MarkerAt(i), plot.LineAt(i), 0.6
	case marked && given:
		st.Marker = plot.MarkerIn(b.alike(s, settings))
	case marked:
		st.Marker = plot.MarkerOf(i)
	}
	return st
}

// variantOf is the variant whose rows a curve shows, "" for none.
func variantOf(s Series, settings []plan.Setting) string {
	if i := slices.IndexFunc(settings, func(o plan.Setting) bool { return o.Name == variantColumn }); i >= 0 {
		return settings[i].Value
	}
	return s.Variant
}

// alike numbers the points of the sweep of a variant whose colour the config gives, so
// that their curves differ by their lines.
func (b *panels) alike(s Series, settings []plan.Setting) int {
	variant := variantOf(s, settings)
	id := idOf(slices.DeleteFunc(slices.Clone(settings), func(o plan.Setting) bool { return o.Name == variantColumn }))
	if !slices.Contains(b.points[variant], id) {
		b.points[variant] = append(b.points[variant], id)
	}
	return slices.Index(b.points[variant], id)
}

// color is the number of the colour of a curve. Points at one set of parameters have one
// colour in all panels, though they come from different tables, unless these stand in one.
func (b *panels) color(s Series, id string, settings []plan.Setting) int {
	measured := s.Table != "" && len(settings) > 0
	if i, given := b.given[variantOf(s, settings)]; given {
		if b.used[i] = true; measured {
			b.groups = append(b.groups, pointsGroup{settings, i})
		}
		return i
	}
	i, known := b.colors[id]
	if known {
		b.used[i] = true
		return i
	}
	for _, g := range b.groups {
		if (measured && slices.Equal(g.settings, settings) || g.isOf(s, settings)) && !b.used[g.color] {
			b.colors[id], b.used[g.color] = g.color, true
			return g.color
		}
	}
	i = b.next()
	b.colors[id], b.used[i] = i, true
	if measured {
		b.groups = append(b.groups, pointsGroup{settings, i})
	}
	return i
}

// isOf tells whether the points are those of the one variant that a series draws, which its
// settings do not name.
func (g pointsGroup) isOf(s Series, settings []plan.Setting) bool {
	rest := slices.DeleteFunc(slices.Clone(g.settings), func(o plan.Setting) bool { return o.Name == variantColumn })
	return s.Table != "" && s.Variant != "" && variantOf(Series{}, g.settings) == s.Variant && slices.Equal(rest, settings)
}

// next is the number of a colour that no curve has and the config gives to none, as long
// as there is one.
func (b *panels) next() int {
	taken := map[int]bool{}
	for _, i := range b.given {
		taken[i] = true
	}
	for colors := len(plot.ColorNames()); len(taken) < colors && taken[b.count%colors]; b.count++ {
	}
	b.count++
	return b.count - 1
}

// kind numbers the kinds of theory that follow points.
func (b *panels) kind(id string) int {
	i := slices.Index(b.kinds, id)
	if i < 0 {
		i = len(b.kinds)
		b.kinds = append(b.kinds, id)
	}
	return i
}
