package plot

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Style is the look of a series.
type Style struct {
	Color  color.Color // nil: the next of Okabe and Ito's colours
	Line   Line
	Width  float64 // of the line in points; 0: 0.8
	Marker Marker
	Hollow bool    // the marker is white inside
	Size   float64 // the diameter of the marker in points; 0: 3, or 2 where bars are shorter
}

// Line is the way in which the points of a series are joined.
type Line int

// The kinds of line.
const (
	NoLine Line = iota
	Solid
	Dashed
	Dotted
	DashDotted
)

var lineNames = []string{"none", "solid", "dashed", "dotted", "dash_dotted"}

// LineNamed is a kind of line by its name, NoLine for none.
func LineNamed(name string) Line { return Line(max(0, slices.Index(lineNames, name))) }

// dashes are the lengths of strokes and gaps. The back ends draw strokes with
// flat ends, so that a dot is a stroke as long as the line is wide.
func (l Line) dashes() []vg.Length {
	switch l {
	case Dashed:
		return []vg.Length{3.6, 2}
	case Dotted:
		return []vg.Length{1, 1.6}
	case DashDotted:
		return []vg.Length{4, 1.5, 0.9, 1.5}
	}
	return nil
}

// Color is the i-th of the colours of Okabe and Ito that can be told apart by
// everyone, those with the most contrast on white paper first; it starts again
// after the last. Black is reserved for what is not data, and yellow is left out.
func Color(i int) color.Color {
	return okabeIto[i%len(okabeIto)]
}

var okabeIto = [...]color.NRGBA{
	{0x00, 0x72, 0xB2, 0xFF}, // blue
	{0xD5, 0x5E, 0x00, 0xFF}, // vermillion
	{0x00, 0x9E, 0x73, 0xFF}, // bluish green
	{0xCC, 0x79, 0xA7, 0xFF}, // reddish purple
	{0xE6, 0x9F, 0x00, 0xFF}, // orange
	{0x56, 0xB4, 0xE9, 0xFF}, // sky blue
}

// Shade is the colour of legend entries that stand for curves of all colours.
var Shade = color.Gray{0x50}

// ColorNames are the names of the colours of Color, in its order.
func ColorNames() []string { return []string{"blue", "vermillion", "green", "purple", "orange", "sky"} }

// ColorNamed is black, grey or one of those colours by its name.
func ColorNamed(name string) (c color.Color, ok bool) {
	switch name {
	case "black":
		return color.Black, true
	case "grey":
		return color.Gray{0x80}, true
	}
	if i := slices.Index(ColorNames(), name); i >= 0 {
		return okabeIto[i], true
	}
	return nil, false
}

// LineIn is the i-th kind of line, to go with Color(i), or among curves of one colour. Dashes are
// reserved for branches without physical meaning.
func LineIn(i int) Line { return [Lines]Line{Solid, DashDotted, Dotted}[i%Lines] }

// Lines is the number of lines of LineIn, and Shapes that of markers of MarkerIn.
const Lines, Shapes = 3, int(TriangleDown)

// marker is the diameter of markers in points, and smallMarker that of those whose bars are shorter.
const marker, smallMarker = 3, 2

// dressed returns the series with the defaults of their style filled in.
func dressed(series []Series) []Series {
	out := make([]Series, len(series))
	next := 0
	for i, s := range series {
		st := &s.Style
		line := Solid
		if st.Color == nil {
			st.Color, line = Color(next), LineIn(next)
			next++
		}
		if st.Width == 0 {
			st.Width = 0.8
		}
		if st.Line == Dotted {
			st.Width = max(1, st.Width)
		}
		if st.Size == 0 {
			st.Size, s.free = marker, true
		}
		if st.Line == NoLine && st.Marker == NoMarker && !s.Note {
			if len(s.XErr)+len(s.YErr) > 0 {
				st.Marker = Circle
			} else {
				st.Line = line
			}
		}
		if st.Line != NoLine && st.Marker == NoMarker && !s.Note && s.values() == 1 {
			st.Marker = Circle
		}
		out[i] = s
	}
	return out
}

// values is how many points have numbers.
func (s Series) values() (n int) {
	for i := range s.X {
		if x, y := s.X[i], s.Y[i]; x == x && y == y {
			n++
		}
	}
	return n
}

// sizes are the measures of one set of axes, in points. The Physical Review
// wants capitals of 2 mm at least in print: 0.66 of the size of the type, so that this is 8.6 points.
type sizes struct {
	label, tick, legend vg.Length // type
	major, minor        vg.Length // lengths of the ticks
	frame               vg.Length // width of frame and ticks
	guide               vg.Length // width of the lines across
	bar, cap            vg.Length // width of error bars, half the width of their caps
	pad                 vg.Length // between ticks and numbers, numbers and label
	apartX, apartY      vg.Length // least distance of labelled ticks
	marker              float64   // of the diameter of a marker
}

var (
	panelSizes = sizes{
		label: 9, tick: 8.6, legend: 8.6, major: 4, minor: 2.2, frame: 0.6, guide: 0.5,
		bar: 0.5, cap: 1.3, pad: 3.2, apartX: 30, apartY: 20, marker: 1,
	}
	insetSizes = sizes{
		label: 8.6, tick: 8.6, legend: 8.6, major: 2.8, minor: 1.5, frame: 0.5, guide: 0.5,
		bar: 0.5, cap: 1.2, pad: 2, apartX: 26, apartY: 13, marker: 0.85,
	}
)

const (
	pointsPerCM = 72 / 2.54
	edge        = 1.5 // free at the border of the figure
	clear       = 6.5 // between the frame and what is set inside it
)
