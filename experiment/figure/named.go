package figure

import (
	"slices"
	"strings"

	"fbp/experiment/theories"
	"fbp/plot"
)

// named gives the curves of one set of axes their names: the label and those of the parameters that
// have another value in other curves of the same label; without either, all parameters. Curves of
// one table that would have one name have what they were chosen by in it, where that differs.
func named(curves []curve) (series []plot.Series) {
	names := make([][]string, len(curves))
	for i, c := range curves {
		names[i] = c.names(curves)
	}
	for i, c := range curves {
		name := slices.Clone(names[i])
		for _, k := range c.chosen {
			for j, o := range curves {
				if !o.hide && o.table == c.table && slices.Equal(names[j], names[i]) && differs(o.chosen, k) {
					name = append(name, k.Value)
					break
				}
			}
		}
		if c.Name = strings.Join(name, ", "); c.hide {
			c.Name = ""
		}
		series = append(series, c.Series)
	}
	return series
}

// names are the parts of the name of a curve among others.
func (c curve) names(curves []curve) (name []string) {
	var all []string
	if c.label != "" {
		name = append(name, c.label)
	}
	for _, s := range c.settings {
		setting := plot.Setting(s.Name, s.Value)
		all = append(all, setting)
		if slices.ContainsFunc(curves, func(o curve) bool { return o.label == c.label && differs(o.settings, s) }) {
			name = append(name, setting)
		}
	}
	if len(name) == 0 {
		return all
	}
	return name
}

// differs reports whether settings have another value of one.
func differs(settings []theories.NamedValue, s theories.NamedValue) bool {
	return slices.ContainsFunc(settings, func(o theories.NamedValue) bool { return o.Name == s.Name && o.Value != s.Value })
}

// once leaves the names of curves of theory that have the colours of points to one entry for each
// kind of line, in grey: the legend of a figure that is nobody's own names each theory once.
func once(curves []curve, series []plot.Series) []plot.Series {
	var entries []plot.Series
	of := map[string]bool{}
	for i, c := range curves {
		if !c.follows || series[i].Name == "" {
			continue
		}
		series[i].Name = ""
		var parts []string
		if c.label != "" {
			parts = append(parts, c.label)
		}
		for _, s := range c.rest {
			if slices.ContainsFunc(curves, func(o curve) bool { return o.follows && o.label == c.label && differs(o.rest, s) }) || c.label == "" && len(parts) == 0 {
				parts = append(parts, plot.Setting(s.Name, s.Value))
			}
		}
		if name := strings.Join(parts, ", "); name != "" && !of[name] {
			of[name] = true
			entries = append(entries, plot.Series{Name: name, Style: plot.Style{Color: plot.Shade, Line: c.Style.Line}})
		}
	}
	return entries
}

// inPlaceOfPoints gives the entries of points, none of which can be drawn, the line of the
// curve of the same colour that has no name: a theory that they would stand for. Their label is
// not about it.
func inPlaceOfPoints(curves []curve, series []plot.Series) []plot.Series {
	for i, s := range series {
		if s.Name == "" || s.Style.Marker == plot.NoMarker || s.Drawable() {
			continue
		}
		k := slices.IndexFunc(series, func(o plot.Series) bool {
			return o.Name == "" && o.Style.Color == s.Style.Color && o.Style.Line != plot.NoLine && o.Drawable()
		})
		if k >= 0 {
			name := strings.TrimPrefix(strings.TrimPrefix(s.Name, curves[i].label), ", ")
			series[i] = plot.Series{Name: name, Style: series[k].Style}
		}
	}
	return series
}
