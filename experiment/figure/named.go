package figure

import (
	"slices"
	"strings"

	"fbp/experiment/theories"
	"fbp/plot"
)

// name gives the curves of one set of axes their names. Lines of theory that run through points have one entry for each kind of line, in
// grey if their colours differ. A curve that the config hides has a name all the same if nothing in the legend looks like it.
func name(curves []curve) (entries []plot.Series) {
	first := map[string]int{} // curve of a theory that runs through points
	for i := range curves {
		curves[i].Name = curves[i].named(curves)
	}
	for i := range curves {
		c := &curves[i]
		if !c.through(curves) {
			continue
		}
		id := c.ofTheory(curves)
		k, is := first[id]
		if c.Name = ""; !is {
			first[id], c.Name, c.drawn.Hide = i, id, false
			continue
		}
		if name, line := curves[k].Name, curves[k].Style.Line; name != "" && curves[k].Style.Color != c.Style.Color {
			curves[k].Name = ""
			entries = append(entries, plot.Series{Name: name, Style: plot.Style{Color: plot.Shade, Line: line}})
		}
	}
	for i := range curves {
		like := func(o curve) bool { return !o.drawn.Hide && o.Name != "" && o.Style == curves[i].Style }
		if curves[i].drawn.Hide && slices.ContainsFunc(curves, like) {
			curves[i].Name = ""
		}
	}
	return entries
}

// through tells whether a curve of theory runs through points of its group.
func (c *curve) through(curves []curve) bool {
	return c.follows && slices.ContainsFunc(curves, func(o curve) bool { return !o.theory && o.in == c.in && o.Style.Color == c.Style.Color })
}

// named is the name of a curve among others: its label and those of its parameters that have another value in others of this label;
// where others of its table have that name too, what it chooses in the table follows. Without any of these it has all parameters.
func (c *curve) named(curves []curve) string {
	name := c.among(curves)
	for _, k := range c.drawn.chosen() {
		if slices.ContainsFunc(curves, func(o curve) bool {
			return o.table == c.table && !o.drawn.Hide && slices.Equal(o.among(curves), name) && differs(o.drawn.chosen(), k)
		}) {
			name = append(slices.Clip(name), k.Value)
		}
	}
	if len(name) > 0 {
		return strings.Join(name, ", ")
	}
	for _, s := range c.settings {
		name = append(name, plot.Setting(s.Name, s.Value))
	}
	return strings.Join(name, ", ")
}

// among are the label of a curve and its parameters that differ.
func (c *curve) among(curves []curve) (name []string) {
	if c.label != "" {
		name = append(name, c.label)
	}
	for _, s := range c.settings {
		if slices.ContainsFunc(curves, func(o curve) bool { return o.label == c.label && differs(o.settings, s) }) {
			name = append(name, plot.Setting(s.Name, s.Value))
		}
	}
	return name
}

// ofTheory is the one name of the lines of a theory through points: its label, and what else tells such lines of this label apart.
func (c *curve) ofTheory(curves []curve) string {
	name := []string{c.label}
	if c.label == "" {
		name[0] = "theory"
	}
	for _, s := range c.rest {
		if slices.ContainsFunc(curves, func(o curve) bool { return o.through(curves) && o.label == c.label && differs(o.rest, s) }) {
			name = append(name, plot.Setting(s.Name, s.Value))
		}
	}
	return strings.Join(name, ", ")
}

// differs reports whether settings have another value of one.
func differs(settings []theories.NamedValue, s theories.NamedValue) bool {
	return slices.ContainsFunc(settings, func(o theories.NamedValue) bool { return o.Name == s.Name && o.Value != s.Value })
}

// inPlaceOfPoints gives the entries of points, none of which can be drawn, the line of the theory of the same colour that has no name: the
// theory that they would stand for. Their label is not about it.
func inPlaceOfPoints(curves []curve) {
	for i := range curves {
		c := &curves[i]
		if c.Name == "" || c.Style.Marker == plot.NoMarker || c.Drawable() {
			continue
		}
		k := slices.IndexFunc(curves, func(o curve) bool {
			return o.Name == "" && o.Style.Color == c.Style.Color && o.Style.Line != plot.NoLine && o.Drawable()
		})
		if k >= 0 {
			c.Series = plot.Series{Name: strings.TrimPrefix(strings.TrimPrefix(c.Name, c.label), ", "), Style: curves[k].Style}
		}
	}
}
