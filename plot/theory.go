package plot

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Curve is a curve of theory with the parameters in which it differs from others.
type Curve struct {
	Label  string  // "" for its parameters
	Keys   []Key   // of one value each
	Chosen []Key   // the same, as the legend has them, for a name that is no other curve's
	Hide   bool    // from the legend
	Load   float64 // α at which it was computed, with all digits; 0: as its key alpha says
	Series
}

// Named returns the series of curves. The name of a curve is its label and those
// of its parameters that have another value in other curves of the same label;
// without either, all its parameters. Curves of one table that would have one name have what
// they were chosen by in it, where that differs.
func Named(curves []Curve) (series []Series) {
	names := make([][]string, len(curves))
	for i, c := range curves {
		names[i] = c.names(curves)
	}
	for i, c := range curves {
		name := slices.Clone(names[i])
		for _, k := range c.Chosen {
			for j, o := range curves {
				if !o.Hide && o.Table == c.Table && slices.Equal(names[j], names[i]) && differs(o.Chosen, k) {
					name = append(name, k.Values[0])
					break
				}
			}
		}
		if c.Name = strings.Join(name, ", "); c.Hide {
			c.Name = ""
		}
		series = append(series, c.Series)
	}
	return series
}

// names are the parts of the name of a curve among others.
func (c Curve) names(curves []Curve) (name []string) {
	var all []string
	if c.Label != "" {
		name = append(name, c.Label)
	}
	for _, k := range c.Keys {
		setting := settingOf(symbolOf(k.Name), k.Values[0])
		all = append(all, setting)
		if slices.ContainsFunc(curves, func(o Curve) bool { return o.Label == c.Label && differs(o.Keys, k) }) {
			name = append(name, setting)
		}
	}
	if len(name) == 0 {
		return all
	}
	return name
}

// differs reports whether keys have another value of one.
func differs(keys []Key, k Key) bool {
	return slices.ContainsFunc(keys, func(o Key) bool { return o.Name == k.Name && o.Values[0] != k.Values[0] })
}

// beside colours the curves of theory for the groups of points in the same panel:
// a curve at the parameters of a group has its colour, and curves of one colour
// differ by their lines, which the legend names once. Others, and those for which no kind
// of line is left, get colours that the points do not use, as long as there are some.
func beside(groups []group, curves []Curve) (series []Series) {
	type kind struct {
		index int
		named bool
	}
	kinds := map[string]kind{}
	var matched, rest []Curve
	for _, c := range curves {
		if g := c.group(groups); g >= 0 && c.Style.Color == nil {
			of := c
			of.Style.Color, of.Keys = Color(g), c.without(groups[g])
			if _, known := kinds[of.id()]; !known && len(kinds) < lineKinds {
				kinds[of.id()] = kind{index: len(kinds)}
			}
			if _, known := kinds[of.id()]; known {
				matched = append(matched, of)
				continue
			}
		}
		rest = append(rest, c)
	}
	var lines []Series
	for i, s := range Named(matched) {
		id := matched[i].id()
		k := kinds[id]
		if !k.named && s.Name != "" {
			lines = append(lines, Series{Name: s.Name, Style: Style{Color: shade, Line: LineIn(k.index)}})
		}
		kinds[id] = kind{k.index, true}
		s.Name = ""
		if s.Style.Line == NoLine {
			s.Style.Line = LineIn(k.index)
		}
		series = append(series, s)
	}
	series = append(series, lines...)
	for i, s := range Named(rest) {
		for asked, n := s.Style, len(groups)+i; asked.Color == nil && n <= len(groups)+i+lineKinds*len(okabeIto); n++ {
			s.Style.Color = Color(n)
			if asked.Line == NoLine {
				s.Style.Line = LineAt(n)
			}
			if !slices.ContainsFunc(series, func(o Series) bool { return o.Style == s.Style }) {
				break
			}
		}
		series = append(series, s)
	}
	return series
}

// group is the group of points at the parameters of the curve, -1 for none: they
// share a key in which the groups differ, and no such key differs.
func (c Curve) group(groups []group) int {
	loads := slices.ContainsFunc(groups, func(g group) bool { return g.load != groups[0].load })
	for _, exact := range []bool{true, false} { // P/N, then α as configured
		for i, g := range groups {
			common, differs := false, false
			for _, k := range c.Keys {
				v, has := g.values[symbolOf(k.Name)]
				switch {
				case symbolOf(k.Name) == alphaSymbol && exact && loads && c.Load != 0:
					common, differs = true, differs || math.Abs(c.Load-g.load) > 1e-9
				case has:
					common, differs = true, differs || !sameValue(v, k.Values[0])
				}
			}
			if common && !differs {
				return i
			}
		}
	}
	return -1
}

const alphaSymbol = `$\alpha$`

// without returns the keys of the curve except for those in which the groups
// differ.
func (c Curve) without(g group) []Key {
	return slices.DeleteFunc(slices.Clone(c.Keys), func(k Key) bool {
		_, has := g.values[symbolOf(k.Name)]
		return has || symbolOf(k.Name) == alphaSymbol
	})
}

// id is equal for curves with equal keys.
func (c Curve) id() string {
	id := c.Label
	for _, k := range c.Keys {
		id += "\x00" + k.Name + "=" + k.Values[0]
	}
	return id
}

// sameValue compares values as numbers where they are.
func sameValue(a, b string) bool {
	x, err1 := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return a == b || err1 == nil && err2 == nil && x == y
}
