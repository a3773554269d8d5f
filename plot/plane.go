package plot

import (
	"image"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawMap draws the map of a panel as an image of hard steps, one pixel for each of a PNG, within
// its frame.
func (v *view) drawMap(c draw.Canvas) {
	if v.plane != nil {
		c.DrawImage(v.frame, v.image())
	}
}

// image is the map in the colours of its levels.
func (v *view) image() *image.Paletted {
	levels, size := v.plane.levels(), v.frame.Size()
	palette := color.Palette{color.White}
	for k := range levels {
		palette = append(palette, colorAt(k, len(levels)))
	}
	width, height := int(size.X/vg.Inch*pngDPI)+1, int(size.Y/vg.Inch*pngDPI)+1
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
