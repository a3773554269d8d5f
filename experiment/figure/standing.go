package figure

import (
	"slices"

	"fbp/results"
)

// mostStanding is the number of panels of a figure that no config declares.
const mostStanding = 4

// Standing is the figure of a config that declares none: a panel for each table that is
// measured against a coordinate, such as the error against the fraction of inputs that
// are flipped, and for the first number of each measurement against the first swept key,
// such as the error on new patterns against α. It is nil if there is nothing to draw.
func Standing(measured []results.Layout, swept []string) *Panels {
	f := &Panels{Columns: 2}
	for _, l := range measured {
		at := slices.DeleteFunc(slices.Clone(l.At), func(c string) bool { return c == results.Of || slices.Contains(l.Optional, c) })
		var all []Series
		switch {
		case len(l.Values) == 0:
		case len(at) == 1 && slices.Contains(l.At, results.Of):
			for _, of := range []string{"reference", "replicas"} {
				all = append(all, Series{Table: l.Table, Of: of, Label: of, X: at[0], Y: l.Values[0], YBar: l.Values[0] + "_sem"})
			}
		case len(at) == 1:
			all = append(all, Series{Table: l.Table, X: at[0], Y: l.Values[0], YBar: l.Values[0] + "_sem"})
		case len(at) == 0 && len(swept) > 0:
			all = append(all, Series{Table: "summary", X: swept[0], Y: l.Values[0], YBar: l.Values[0] + "_sem"})
		}
		if len(all) > 0 && len(f.Panels) < mostStanding {
			f.Panels = append(f.Panels, Panel{Series: all})
		}
	}
	switch len(f.Panels) {
	case 0:
		return nil
	case 1:
		f.Columns = 1
	}
	return f
}
