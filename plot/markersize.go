package plot

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
)

// wide is the width of a marker in units of its size, as Marker.path draws it.
var wide = map[Marker]float64{Circle: 1, Square: 0.89, Triangle: 1.25, TriangleDown: 1.25, Diamond: 1.25, Cross: 0.8, Plus: 1.1}

// marked is the style of the points of a series in these axes.
func (v *view) marked(s Series) Style {
	s.Style.Size *= v.sizes.marker
	return s.Style
}

// gnuplotSize is the size for gnuplot of a marker as wide as ours. Widths of its markers were
// measured with gnuplot 5.4, at lw 0.5: one of size 1 is 6 points wide (a triangle 5.55) without
// the stroke around it.
func gnuplotSize(st Style) vg.Length {
	unit, stroke := 6.0, 0.54
	switch st.Marker {
	case Triangle, TriangleDown:
		unit, stroke = 5.55, 1.32
	case Diamond:
		stroke = 0.78
	}
	if st.Hollow || st.Marker == Cross || st.Marker == Plus {
		stroke = 0
	}
	return vg.Length(max(0.1, (wide[st.Marker]*st.Size-stroke)/unit))
}

// gnuplotDashes are strokes and gaps for gnuplot, which multiplies them by something that depends on
// the width of the line and on the terminal: stroke is one over it, measured with gnuplot 5.4.
func gnuplotDashes(st Style, line Line) string {
	var texts []string
	for _, d := range line.dashes() {
		texts = append(texts, fmt.Sprintf("%s*stroke(%s)", short(d), short(st.Width)))
	}
	if texts == nil {
		return "1"
	}
	return "(" + strings.Join(texts, ",") + ")"
}

// matplotlibSize is the size for matplotlib, whose diamonds are squares of that side.
func matplotlibSize(st Style) vg.Length {
	w := wide[st.Marker] * st.Size
	if st.Marker == Diamond {
		w /= math.Sqrt2
	}
	return vg.Length(w)
}

// matplotlibDashes are strokes and gaps for matplotlib, which multiplies them by the width.
func matplotlibDashes(st Style, line Line) string {
	var texts []string
	for _, d := range line.dashes() {
		texts = append(texts, short(d/vg.Length(st.Width)))
	}
	if texts == nil {
		return `"-"`
	}
	return "(0, (" + strings.Join(texts, ", ") + "))"
}

// pgfplotsSize is the size for pgfplots: half the width of a marker, the circumscribed radius of a
// triangle, half a diagonal of a cross; without the stroke around a filled one.
func pgfplotsSize(st Style) vg.Length {
	w := wide[st.Marker] * st.Size / 2
	switch st.Marker {
	case Triangle, TriangleDown:
		w *= 2 / math.Sqrt(3)
	case Cross:
		w *= math.Sqrt2
	}
	if !st.Hollow && st.Marker != Cross && st.Marker != Plus {
		w -= pgfplotsStroke / 2
	}
	return vg.Length(w)
}

// pgfplotsStroke is the width of the line around filled markers.
const pgfplotsStroke = 0.4

// pgfplotsDashes are strokes and gaps for pgfplots.
func pgfplotsDashes(line Line) string {
	dashes := line.dashes()
	if dashes == nil {
		return "solid"
	}
	pattern := "dash pattern="
	for i, d := range dashes {
		pattern += fmt.Sprintf("%s %sbp ", []string{"on", "off"}[i%2], short(d))
	}
	return strings.TrimSpace(pattern)
}
