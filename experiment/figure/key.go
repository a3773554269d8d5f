package figure

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fbp/experiment/theories"
	"fbp/plot"
)

// mostEntries is the largest number of entries of a legend.
const mostEntries = 12

// keyed gives the groups of a figure of which a legend would have too many entries the colours of a bar: by the values of the key that
// has most numbers. What else tells groups apart decides on shapes and dashes.
func (l *looks) keyed(axes [][]curve) {
	most := 0
	for _, curves := range axes {
		in := map[int]bool{}
		for _, c := range curves {
			in[c.in] = in[c.in] || auto(c.drawn.Color)
		}
		most = max(most, len(in))
	}
	if most <= mostEntries {
		return
	}
	values := map[string]map[float64]string{}
	for _, g := range l.groups {
		for _, s := range g.settings {
			if x, err := strconv.ParseFloat(s.Value, 64); err == nil {
				if values[s.Name] == nil {
					values[s.Name] = map[float64]string{}
				}
				values[s.Name][x] = s.Value
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if len(values[name]) > max(1, len(values[l.key])) {
			l.key = name
		}
	}
	if l.key == "" {
		return
	}
	l.bar = &plot.Key{Label: plot.Symbol(l.key)}
	numbers := slices.Sorted(maps.Keys(values[l.key]))
	for _, x := range numbers {
		l.bar.Values = append(l.bar.Values, plot.Shown(values[l.key][x]))
	}
	var rests []string
	for i := range l.groups {
		g := &l.groups[i]
		x, err := strconv.ParseFloat(valueOf(g.settings, l.key), 64)
		if err != nil {
			continue
		}
		rest := fmt.Sprint(l.without(g.settings))
		if !slices.Contains(rests, rest) {
			rests = append(rests, rest)
		}
		g.shade, g.kind = l.bar.Color(slices.Index(numbers, x)), slices.Index(rests, rest)
	}
}

// without are settings but for the key of the bar.
func (l *looks) without(settings []theories.NamedValue) []theories.NamedValue {
	return slices.DeleteFunc(slices.Clone(settings), func(s theories.NamedValue) bool { return l.key != "" && s.Name == l.key })
}

// few leaves a legend at most mostEntries: curves that differ by the key of the bar have one entry in grey; if it has more than that all the
// same, a note says how many curves there are, and by what they differ, and so does the figure.
func (b *panels) few(curves []curve, entries []plot.Series) []plot.Series {
	first := map[string]int{}
	for i := range curves {
		c := &curves[i]
		if b.groups[c.in].shade == nil || c.Name == "" {
			continue
		}
		k, is := first[c.Name]
		if !is {
			first[c.Name] = i
			entry := plot.Series{Name: c.Name, Style: c.Style}
			entry.Style.Color = plot.Shade
			entries = append(entries, entry)
		} else if curves[k].Style.Marker != c.Style.Marker || curves[k].Style.Line != c.Style.Line {
			continue
		}
		c.Name = ""
	}
	count := len(entries)
	var differ []string
	for _, c := range curves {
		if c.Name == "" {
			continue
		}
		count++
		for _, s := range c.settings {
			if symbol := plot.Symbol(s.Name); !slices.Contains(differ, symbol) && slices.ContainsFunc(curves, func(o curve) bool { return differs(o.settings, s) }) {
				differ = append(differ, symbol)
			}
		}
	}
	if count <= mostEntries {
		return entries
	}
	note := fmt.Sprintf("%d curves: %s", count, cmp.Or(strings.Join(differ, ", "), "see the caption"))
	for i := range curves {
		curves[i].Name = ""
	}
	b.notes = append(b.notes, "a legend would have more than "+strconv.Itoa(mostEntries)+" entries, and says only \""+note+"\"")
	return []plot.Series{{Name: note, Note: true}}
}
