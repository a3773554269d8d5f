package plot

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
)

// Lost says what a figure cannot show: the notes of who made it; which legends are not where they were asked for; for each panel and
// inset how many points its logarithmic axes cannot show, being at 0 or below, which guides have no name, and what no legend explains.
func (f *Figure) Lost() (notes []string) {
	notes = f.settled().Notes
	for i, p := range f.Panels {
		name := p.name(i)
		notes = append(notes, lost(name, p.X, p.Y, p.Series)...)
		notes = append(append(notes, nameless(name, p.X, p.Y)...), f.unexplained(name, p)...)
		if p.Inset != nil {
			notes = append(notes, nameless("inset of "+name, p.Inset.X, p.Inset.Y)...)
			notes = append(notes, lost("inset of "+name, p.Inset.X, p.Inset.Y, p.Inset.Series)...)
		}
	}
	return notes
}

// name is that of the i-th panel in a note.
func (p Panel) name(i int) string {
	if p.Label != "" {
		return "panel " + p.Label
	}
	return fmt.Sprintf("panel %d", i+1)
}

// unexplained are the looks of a panel that has several, of which no legend of the figure has one.
func (f *Figure) unexplained(name string, p Panel) []string {
	type look struct {
		color  color.Color
		marker Marker
		line   Line
	}
	looks, entries := map[look]bool{}, slices.Concat(f.entries()...)
	for _, s := range p.shown() {
		if len(s.X) > 0 {
			looks[look{s.Style.Color, s.Style.Marker, s.Style.Line}] = slices.ContainsFunc(entries, func(e Series) bool {
				return e.Style.Marker == s.Style.Marker && e.Style.Line == s.Style.Line && (e.Style.Color == s.Style.Color || e.Style.Color == Shade)
			})
		}
	}
	missing := 0
	for _, explained := range looks {
		if !explained {
			missing++
		}
	}
	if missing == 0 || len(looks) < 2 || p.Map != nil || p.Key != nil {
		return nil
	}
	return []string{fmt.Sprintf("%s: no legend has an entry for %d of its %d colours, shapes and lines", name, missing, len(looks))}
}

// nameless are the guides that nothing explains. That at 0 explains itself.
func nameless(name string, x, y Axis) (notes []string) {
	for i, a := range []Axis{x, y} {
		for k, g := range a.Guides {
			if g != 0 && (k >= len(a.Names) || a.Names[k] == "") {
				notes = append(notes, fmt.Sprintf("%s: the guide at %s = %.4g has no name", name, "xy"[i:i+1], g))
			}
		}
	}
	return notes
}

// lost is the note of one set of axes, if it loses points.
func lost(name string, x, y Axis, series []Series) []string {
	points, count, at := belowZero(x.Log, y.Log, series)
	if count == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s: %d of %d points are not drawn: %s on a logarithmic axis", name, count, points, strings.Join(at, " or "))}
}

// belowZero is the number of points, and of those at 0 or below on a logarithmic axis: on these.
func belowZero(logX, logY bool, series []Series) (points, count int, at []string) {
	onX, onY := false, false
	eachValue(series, func(s Series, i int) {
		if math.IsNaN(s.X[i]) || math.IsNaN(s.Y[i]) {
			return
		}
		noX, noY := logX && s.X[i] <= 0, logY && s.Y[i] <= 0
		if points++; noX || noY {
			count++
		}
		onX, onY = onX || noX, onY || noY
	})
	if onX {
		at = append(at, "x ≤ 0")
	}
	if onY {
		at = append(at, "y ≤ 0")
	}
	return points, count, at
}
