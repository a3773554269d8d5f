package plot

import (
	"slices"
	"strings"
)

// Curve is a curve of theory with the parameters that tell it from others.
type Curve struct {
	Label string // "" for its parameters
	Keys  []Key  // of one value each
	Hide  bool   // from the legend
	Series
}

// Named are the series of curves. A curve goes by its label, and by those of its
// parameters that other curves of the same label have with another value; one
// that has neither, by all its parameters.
func Named(curves []Curve) (series []Series) {
	for _, c := range curves {
		var name, all []string
		if c.Label != "" {
			name = append(name, c.Label)
		}
		for _, k := range c.Keys {
			setting := symbolOf(k.Name) + " = " + value(k.Values[0])
			all = append(all, setting)
			if slices.ContainsFunc(curves, func(o Curve) bool { return o.Label == c.Label && o.differs(k) }) {
				name = append(name, setting)
			}
		}
		if len(name) == 0 {
			name = all
		}
		if c.Name = strings.Join(name, ", "); c.Hide {
			c.Name = ""
		}
		series = append(series, c.Series)
	}
	return series
}

// differs tells whether the curve has another value of a key.
func (c Curve) differs(k Key) bool {
	return slices.ContainsFunc(c.Keys, func(o Key) bool { return o.Name == k.Name && o.Values[0] != k.Values[0] })
}
