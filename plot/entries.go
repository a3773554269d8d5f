package plot

import (
	"slices"
	"strings"
)

// entries are the legends of all panels: the named series of which the frame shows
// something, then what dashes of other lines, hollow markers and crosses in it and in its inset mean. A panel whose legend is
// hidden has the latter alone, if no other panel says it.
func (f *Figure) entries() [][]Series {
	all, said := make([][]Series, len(f.Panels)), map[string]bool{}
	for _, hidden := range []bool{false, true} {
		for i, p := range f.Panels {
			if p.Legend.Hide != hidden {
				continue
			}
			shown := p.shown()
			for _, s := range shown {
				if s.Name != "" && !hidden {
					all[i] = append(all[i], s)
				}
			}
			if p.Inset != nil { // which has no legend
				shown = append(shown, Panel{X: p.Inset.X, Y: p.Inset.Y, Series: p.Inset.Series}.shown()...)
			}
			reasons := append(breaks(shown), doubts(shown)...)
			if p.shifted {
				reasons = append(reasons, Series{Name: "shifted along $x$", Note: true, Style: Style{Color: Shade}})
			}
			for _, r := range reasons {
				if !hidden || !said[r.Name] {
					all[i] = append(all[i], r)
				}
				said[r.Name] = true
			}
		}
	}
	return all
}

// shown are the series of a panel of which its frame shows something, each with the reasons of its points there, and
// those without points, which are there for the legend.
func (p Panel) shown() (out []Series) {
	x, y := p.Map.within(p.X, p.Y)
	v := view{}
	v.x, v.y = ranges(x, y, p.Series)
	for _, axis := range []*scale{&v.x, &v.y} {
		axis.lo, axis.hi = 0, 1
	}
	for _, s := range dressed(p.Series) {
		if len(s.X) > 0 && !v.shows(s) {
			continue
		}
		var why [][]string
		for i := range s.Why {
			if v.x.holds(s.X[i]) && v.y.holds(s.Y[i]) {
				why = append(why, s.Why[i])
			}
		}
		s.Why = why
		if !slices.ContainsFunc(v.stretches(s), func(part stretch) bool { return part.line != s.Style.Line && v.crossed(part) }) {
			s.Broken = ""
		}
		out = append(out, s)
	}
	return out
}

// shows reports whether a part of a series lies in the frame: a marker, or a piece of its
// line. Of a piece of a line its bounding box counts.
func (v *view) shows(s Series) bool {
	for i := range s.X {
		if s.Style.Marker != NoMarker && v.x.holds(s.X[i]) && v.y.holds(s.Y[i]) {
			return true
		}
	}
	return s.Style.Line != NoLine && slices.ContainsFunc(v.stretches(s), v.crossed)
}

// crossed reports whether a part of a line crosses the frame.
func (v *view) crossed(part stretch) bool {
	for i := 1; i < len(part.points); i++ {
		p, q := part.points[i-1], part.points[i]
		if min(p.X, q.X) <= v.x.hi && max(p.X, q.X) >= v.x.lo && min(p.Y, q.Y) <= v.y.hi && max(p.Y, q.Y) >= v.y.lo {
			return true
		}
	}
	return false
}

// breaks are the entries of what dashes of lines mean that are not dashed themselves, each once.
func breaks(shown []Series) (entries []Series) {
	for _, s := range shown {
		if s.Broken != "" && s.Style.Line != NoLine && !slices.ContainsFunc(entries, func(e Series) bool { return e.Name == s.Broken }) {
			entries = append(entries, Series{Name: s.Broken, Style: Style{Color: Shade, Line: Dashed, Width: 0.8}})
		}
	}
	return entries
}

// doubts are the entries of points that are not as planned: one of hollow markers, with the shape of the first series that
// has some and all their reasons, and one of crosses.
func doubts(shown []Series) (entries []Series) {
	var why []string
	var hollow, crosses Style
	for _, s := range shown {
		for _, reasons := range s.Why {
			switch {
			case len(reasons) == 0:
				continue
			case slices.Contains(reasons, NotConverged):
				crosses = Style{Color: Shade, Marker: Cross, Size: 1.3 * s.Style.Size}
				continue
			case hollow.Marker == NoMarker:
				hollow = Style{Color: s.Style.Color, Marker: s.Style.Marker, Size: s.Style.Size, Hollow: true}
			case hollow.Color != s.Style.Color:
				hollow.Color = Shade
			}
			for _, reason := range reasons {
				if !slices.Contains(why, reason) {
					why = append(why, reason)
				}
			}
		}
	}
	if len(why) > 0 {
		entries = append(entries, Series{Name: Said(why), Style: hollow})
	}
	if crosses.Marker != NoMarker {
		entries = append(entries, Series{Name: NotConverged, Style: crosses})
	}
	return entries
}

// Reasons for which points are marked, in the order of the legend; that for few samples begins so.
const (
	FewerThan     = "fewer than "
	WithoutFailed = "without failed searches"
	UnsolvedOnes  = "with unsolved samples"
	AboveOne      = "replicon above 1"
	NotConverged  = "not converged"
)

// Said are reasons in words, in the order of the legend. After the samples that are few those
// that are unsolved need no noun.
func Said(why []string) string {
	var out []string
	for _, reason := range []string{FewerThan, WithoutFailed, UnsolvedOnes, AboveOne, NotConverged} {
		for _, w := range why {
			if !strings.HasPrefix(w, reason) {
				continue
			}
			if w == UnsolvedOnes && len(out) > 0 && strings.HasPrefix(out[0], FewerThan) {
				w = "unsolved ones"
			}
			out = append(out, w)
		}
	}
	return strings.Join(out, ", or ")
}
