package plot

import (
	"slices"
	"strings"
)

// Curve is a curve of theory with the parameters that tell it from others.
type Curve struct {
	Label string // "" for its parameters
	Keys  []Key  // of one value each
	Series
}

// Named are the series of curves. A curve goes by its label, and by those of its
// parameters that other curves of the same label have with another value.
func Named(curves []Curve) (series []Series) {
	for _, c := range curves {
		var name []string
		if c.Label != "" {
			name = append(name, c.Label)
		}
		for _, k := range c.Keys {
			if !slices.ContainsFunc(curves, func(o Curve) bool { return o.Label == c.Label && o.differs(k) }) {
				continue
			}
			name = append(name, symbolOf(k.Name)+" = "+value(k.Values[0]))
		}
		c.Name = strings.Join(name, ", ")
		if c.Name == "" {
			c.Name = "theory"
		}
		series = append(series, c.Series)
	}
	return series
}

// differs tells whether the curve has another value of a key.
func (c Curve) differs(k Key) bool {
	return slices.ContainsFunc(c.Keys, func(o Key) bool { return o.Name == k.Name && o.Values[0] != k.Values[0] })
}
