package plot

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
)

// Map is a value over the plane of the axes of a panel, beneath all else: filled contours, white
// below the first level and the darker the higher, with their bar to the right of the frame.
type Map struct {
	X, Y   []float64   // rising
	Z      [][]float64 // by y, then by x; NaN is missing and stays white
	Levels []float64   `toml:"levels,omitempty" help:"of the contours, rising, at most 255; deciles of the values, or equal steps, if there are none"`
	Label  string      `toml:"label,omitempty" help:"of the bar, of which equal ones in a row are one"`
}

// blues are between white and the darkest colour of a map, in equal steps.
var blues = [...]color.NRGBA{
	{0xFF, 0xFF, 0xFF, 0xFF}, {0xDE, 0xEB, 0xF7, 0xFF}, {0x9E, 0xCA, 0xE1, 0xFF}, {0x42, 0x92, 0xC6, 0xFF}, {0x08, 0x51, 0x9C, 0xFF}, {0x08, 0x30, 0x6B, 0xFF},
}

// colorAt is the colour above the k-th of n levels, counted from 0.
func colorAt(k, n int) color.Color {
	t := float64(k+1) / float64(n) * float64(len(blues)-1)
	i := min(int(t), len(blues)-2)
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + (t-float64(i))*(float64(b)-float64(a)) + 0.5) }
	a, b := blues[i], blues[i+1]
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xFF}
}

// mostLevels and white are the colours of an image with a palette, which has 256.
const mostLevels = 255

// levelsOf are levels between values: their deciles above the least, rounded to two digits, or steps of 1, 2 or 5 times a power
// of ten where the largest is less than ten times the median, or one is negative.
func levelsOf(values []float64) (levels []float64) {
	values = slices.DeleteFunc(slices.Clone(values), func(z float64) bool { return math.IsNaN(z) || math.IsInf(z, 0) })
	slices.Sort(values)
	values = slices.DeleteFunc(slices.Clone(values), func(z float64) bool { return z == values[0] && z < values[len(values)-1] })
	if len(values) == 0 || values[0] == values[len(values)-1] {
		return nil
	}
	least, most := values[0], values[len(values)-1]
	if least < 0 || most < 10*values[len(values)/2] {
		s := scale{min: least, max: most}
		for _, t := range s.ticks(10, 1, func([]string, vg.Length) bool { return true }).marks {
			if t.major && t.value > least && t.value < most {
				levels = append(levels, t.value)
			}
		}
		return levels
	}
	for k := range 9 {
		level, err := strconv.ParseFloat(strconv.FormatFloat(values[(k+1)*len(values)/10], 'e', 1, 64), 64)
		if err == nil && level < most && (len(levels) == 0 || level > levels[len(levels)-1]) {
			levels = append(levels, level)
		}
	}
	return levels
}

// check finds what cannot be drawn.
func (m *Map) check(at string, x, y Axis) error {
	if m == nil {
		return nil
	}
	if x.Log || y.Log {
		return &Fault{at, nil, "a map has no logarithmic axes"}
	}
	if n := len(m.Levels); n > mostLevels {
		return &Fault{at + ".levels", nil, fmt.Sprintf("want at most %d levels, not %d", mostLevels, n)}
	}
	for i, level := range m.Levels {
		if math.IsNaN(level) || math.IsInf(level, 0) || i > 0 && !(level > m.Levels[i-1]) {
			return &Fault{fmt.Sprintf("%s.levels[%d]", at, i), level, "want rising levels"}
		}
	}
	for _, list := range [][]float64{m.X, m.Y} {
		for i, v := range list {
			if math.IsNaN(v) || math.IsInf(v, 0) || i > 0 && !(v > list[i-1]) {
				return &Fault{at, nil, "want rising finite values of x and y"}
			}
		}
		if len(list) < 2 {
			return &Fault{at, nil, "want two values of x and y or more"}
		}
	}
	if len(m.Z) != len(m.Y) || slices.ContainsFunc(m.Z, func(row []float64) bool { return len(row) != len(m.X) }) {
		return &Fault{at, nil, "want a value for each x and y"}
	}
	return checkLabel(at+".label", m.Label)
}

// within are the axes, by default those of the map's own extent.
func (m *Map) within(x, y Axis) (Axis, Axis) {
	if m == nil {
		return x, y
	}
	for axis, values := range map[*Axis][]float64{&x: m.X, &y: m.Y} {
		low, high := values[0], values[len(values)-1]
		if axis.Min == nil && (axis.Max == nil || low < *axis.Max) {
			axis.Min = &low
		}
		if axis.Max == nil && (axis.Min == nil || high > *axis.Min) {
			axis.Max = &high
		}
	}
	return x, y
}

// image is the map of a panel within its frame, in the colours of its levels: hard steps, one pixel for each of a PNG.
func (v *view) image() *image.Paletted {
	levels, size := v.plane.Levels, v.frame.Size()
	palette := color.Palette{color.White}
	for k := range levels {
		palette = append(palette, colorAt(k, len(levels)))
	}
	width, height := int(size.X.Dots(float64(DPI)))+1, int(size.Y.Dots(float64(DPI)))+1
	img := image.NewPaletted(image.Rect(0, 0, width, height), palette)
	middle := func(s scale, k, n int) float64 { return s.min + (s.max-s.min)*((float64(k)+0.5)/float64(n)) }
	for j := range height {
		y := middle(v.y, height-1-j, height)
		for i := range width {
			z := v.plane.at(middle(v.x, i, width), y)
			for k := range levels {
				if z >= levels[k] {
					img.SetColorIndex(i, j, uint8(k+1))
				}
			}
		}
	}
	return img
}

// at is the value at a place, interpolated in both directions; NaN outside of the grid, and in a
// square with a missing corner.
func (m *Map) at(x, y float64) float64 {
	i, s := place(m.X, x)
	j, t := place(m.Y, y)
	if i < 0 || j < 0 {
		return math.NaN()
	}
	low := float64((1-s)*m.Z[j][i]) + float64(s*m.Z[j][i+1]) // fused on no processor: same bytes
	high := float64((1-s)*m.Z[j+1][i]) + float64(s*m.Z[j+1][i+1])
	return float64((1-t)*low) + float64(t*high)
}

// place is the interval of a rising list in which a value lies, -1 for none, and its part below.
func place(list []float64, x float64) (i int, part float64) {
	k, found := slices.BinarySearch(list, x)
	switch {
	case k == 0 && found:
		return 0, 0
	case k == 0 || k == len(list):
		return -1, 0
	}
	return k - 1, (x - list[k-1]) / (list[k] - list[k-1])
}
