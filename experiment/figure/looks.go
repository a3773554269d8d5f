package figure

import (
	"cmp"
	"fmt"
	"slices"

	"fbp/experiment/theories"
	"fbp/plot"
)

// groupLooks are the looks of the curves of a figure. A group of points at one set of parameters has one colour, by its number, in all
// panels.
type groupLooks struct {
	given   map[string]int      // that the config gives to variants
	colors  map[string]int      // of curves, by what tells them apart
	groups  []pointsGroup       // measured points
	numbers map[string][]string // kinds of line in one colour, by the colour's owner
	count   int                 // of the colours
	worn    map[plot.Style]int  // looks in the present axes
}

func newGroupLooks(given map[string]string) groupLooks {
	p := groupLooks{given: map[string]int{}, colors: map[string]int{}, numbers: map[string][]string{}}
	for variant, name := range given {
		p.given[variant] = slices.Index(plot.ColorNames(), name)
	}
	return p
}

// pointsGroup is a part of a measured table, at one point of the sweep.
type pointsGroup struct {
	settings []theories.NamedValue
	color    int
}

// number is the place of an id among those of its owner.
func (p *groupLooks) number(owner, id string) int {
	i := slices.Index(p.numbers[owner], id)
	if i < 0 {
		i = len(p.numbers[owner])
		p.numbers[owner] = append(p.numbers[owner], id)
	}
	return i
}

// follows is the number of the colour of the measured points at the parameters of
// a curve of theory, and what else tells the curve from others of that colour.
func (p *groupLooks) follows(settings []theories.NamedValue) (color int, rest []theories.NamedValue, ok bool) {
	for _, g := range p.groups {
		common, differs := false, false
		rest = nil
		for _, s := range settings {
			i := slices.IndexFunc(g.settings, func(o theories.NamedValue) bool { return plot.Symbol(o.Name) == plot.Symbol(s.Name) })
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
func (s Drawn) barred() bool { return s.XBar != "" || s.YBar != "" || s.YLow != "" }

// auto tells whether a line or a marker is left to the program.
func auto(key string) bool { return key == "" || key == automatic }

// style is the look of the k-th curve of a series, with a line or a marker of its own where
// another series of these axes looks the same, the next colour where these are used up, and
// markers on lines where all colours are, unless the config gives them. Then all of it starts again.
func (p *groupLooks) style(s Drawn, id string, k int, settings []theories.NamedValue) plot.Style {
	others := len(plot.ColorNames())
	if _, given := p.given[variantOf(s, settings)]; given || !auto(s.Color) {
		others = 0
	}
	for round := 0; ; round++ {
		for _, onLine := range []bool{false, true} {
			for i := range others + 1 {
				look := p.look(s, id, i, k, settings)
				switch {
				case !onLine:
				case s.Table == "" || !auto(s.Marker) || look.Marker != plot.NoMarker:
					continue
				default:
					look.Marker, look.Size = plot.Circle, cmp.Or(look.Size, markerSize)
				}
				if st, alone := p.unworn(s, look, round); alone {
					p.worn[st]++
					return st
				}
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
func (p *groupLooks) unworn(s Drawn, st plot.Style, others int) (own plot.Style, alone bool) {
	own = st
	for i := 1; p.worn[own] > others && !s.Hide; i++ {
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

// look is the style by what a curve shows, which decides on its colour, or in the i-th other colour
// instead; if the config names a colour, curves differ by their lines, and points by their markers.
func (p *groupLooks) look(s Drawn, id string, i, k int, settings []theories.NamedValue) plot.Style {
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
	kind := k // of line or marker in this colour
	c, named := plot.ColorNamed(s.Color)
	if st.Color = c; !named {
		if i > 0 {
			id = fmt.Sprint(id, ", colour ", i)
		} else if color, rest, ok := p.follows(settings); ok && s.Theory != "" {
			st.Color = plot.Color(color)
			if lined {
				st.Line = plot.LineIn(p.number("theory", s.Theory+idOf(rest)))
			}
			return st
		}
		i = p.color(s, id, settings)
		st.Color, kind = plot.Color(i), i/len(plot.ColorNames())
		if _, given := p.given[variantOf(s, settings)]; given && (lined || marked) {
			kind = p.alike(s, settings)
		}
	}
	switch {
	case lined:
		st.Line = plot.LineIn(kind)
	case s.Marker == "each" && !named:
		st.Marker, st.Line, st.Width = plot.MarkerAt(i), plot.LineAt(i), 0.6
	case marked:
		st.Marker = plot.MarkerIn(kind)
	}
	return st
}

// variantOf is the variant whose rows a curve shows, "" for none.
func variantOf(s Drawn, settings []theories.NamedValue) string {
	if i := slices.IndexFunc(settings, func(o theories.NamedValue) bool { return o.Name == variantColumn }); i >= 0 {
		return settings[i].Value
	}
	return s.Variant
}

// alike numbers the points of the sweep of a variant whose colour the config gives, so
// that their curves differ by their lines.
func (p *groupLooks) alike(s Drawn, settings []theories.NamedValue) int {
	return p.number("variant "+variantOf(s, settings), idOf(withoutVariant(settings)))
}

// withoutVariant are the settings but for the variant.
func withoutVariant(settings []theories.NamedValue) []theories.NamedValue {
	return slices.DeleteFunc(slices.Clone(settings), func(o theories.NamedValue) bool { return o.Name == variantColumn })
}

// color is the number of the colour of a curve. Points at one set of parameters have one
// colour in all panels, though they come from different tables, unless these stand in one.
func (p *groupLooks) color(s Drawn, id string, settings []theories.NamedValue) int {
	measured := s.Table != "" && len(settings) > 0
	i, known := p.given[variantOf(s, settings)]
	if known && measured {
		p.groups = append(p.groups, pointsGroup{settings, i})
	}
	if !known {
		i, known = p.colors[id]
	}
	if known {
		return i
	}
	k := slices.IndexFunc(p.groups, func(g pointsGroup) bool {
		return (measured && slices.Equal(g.settings, settings) || g.isOf(s, settings)) && !p.used(g.color)
	})
	if k >= 0 {
		i = p.groups[k].color
	} else if i = p.next(); measured {
		p.groups = append(p.groups, pointsGroup{settings, i})
	}
	p.colors[id] = i
	return i
}

// used tells whether a curve of the present axes has a colour.
func (p *groupLooks) used(color int) bool {
	for st := range p.worn {
		if st.Color == plot.Color(color) {
			return true
		}
	}
	return false
}

// isOf tells whether the points are those of the one variant that a series draws, which its
// settings do not name.
func (g pointsGroup) isOf(s Drawn, settings []theories.NamedValue) bool {
	return s.Table != "" && s.Variant != "" && variantOf(Drawn{}, g.settings) == s.Variant && slices.Equal(withoutVariant(g.settings), settings)
}

// next is the number of a colour that no curve has and the config gives to none, as long
// as there is one.
func (p *groupLooks) next() int {
	taken := map[int]bool{}
	for _, i := range p.given {
		taken[i] = true
	}
	for colors := len(plot.ColorNames()); len(taken) < colors && taken[p.count%colors]; p.count++ {
	}
	p.count++
	return p.count - 1
}

// idOf tells settings apart.
func idOf(settings []theories.NamedValue) (id string) {
	for _, s := range settings {
		id += "," + s.Name + "=" + s.Value
	}
	return id
}

// telling are the settings that tell a curve of theory from others of its series, all of them if there
// are no others. With a line of its own it has the colour of the curve that these tell from others in
// another theory of its kind.
func telling(c theories.Curve, of []theories.Curve) []theories.NamedValue {
	settings := slices.DeleteFunc(slices.Clone(c.Settings), func(s theories.NamedValue) bool {
		return !slices.ContainsFunc(of, func(o theories.Curve) bool { return differs(o.Settings, s) })
	})
	if len(settings) == 0 {
		return c.Settings
	}
	return settings
}

// takeColor gives what has no colour yet that of a curve, if that has one.
func (p *groupLooks) takeColor(of, to string, may bool) {
	color, known := p.colors[of]
	if _, has := p.colors[to]; may && known && !has {
		p.colors[to] = color
	}
}
