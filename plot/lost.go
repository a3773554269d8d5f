package plot

import (
	"fmt"
	"math"
	"strings"
)

// Lost says for each panel and inset how many points its logarithmic axes cannot show, being
// at 0 or below; nothing where they show all.
func (f *Figure) Lost() (notes []string) {
	for i, p := range f.Panels {
		name := fmt.Sprintf("panel %d", i+1)
		if p.Label != "" {
			name = "panel " + p.Label
		}
		notes = append(notes, lost(name, p.X, p.Y, p.Series)...)
		if p.Inset != nil {
			notes = append(notes, lost("inset of "+name, p.Inset.X, p.Inset.Y, p.Inset.Series)...)
		}
	}
	return notes
}

// lost is the note of one set of axes, if it loses points.
func lost(name string, x, y Axis, series []Series) []string {
	points, count, at := 0, 0, []string(nil)
	of := map[string]bool{}
	for _, s := range series {
		for i := range s.X {
			if math.IsNaN(s.X[i]) || math.IsNaN(s.Y[i]) {
				continue
			}
			points++
			noX, noY := x.Log && s.X[i] <= 0, y.Log && s.Y[i] <= 0
			if of["x"], of["y"] = of["x"] || noX, of["y"] || noY; noX || noY {
				count++
			}
		}
	}
	if count == 0 {
		return nil
	}
	for _, axis := range []string{"x", "y"} {
		if of[axis] {
			at = append(at, axis+" ≤ 0")
		}
	}
	return []string{fmt.Sprintf("%s: %d of %d points are not drawn: %s on a logarithmic axis", name, count, points, strings.Join(at, " or "))}
}
