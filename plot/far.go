package plot

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// far is how many frames beyond their own paths may reach in LaTeX, whose lengths
// end at 16383 pt.
const far = 10

// window is the frame and its surroundings.
func (v *view) window() vg.Rectangle {
	by := v.frame.Size().Scale(far)
	return vg.Rectangle{Min: v.frame.Min.Sub(by), Max: v.frame.Max.Add(by)}
}

// near is a path in the units of the axes, cut where it leaves the window or an axis
// cannot show it; one that stays inside is as it was.
func (v *view) near(x, y []float64) (parts [][][]float64) {
	c := draw.Canvas{Rectangle: v.window()}
	var points []vg.Point
	all := true
	flush := func() {
		for _, part := range c.ClipLinesXY(points) {
			var rows [][]float64
			for _, p := range part {
				rows = append(rows, []float64{v.x.value(p.X), v.y.value(p.Y)})
			}
			parts = append(parts, rows)
		}
		points = nil
	}
	for i := range x {
		p := vg.Point{X: v.x.at(x[i]), Y: v.y.at(y[i])}
		if !finite(p.X) || !finite(p.Y) {
			all = false
			flush()
			continue
		}
		all = all && c.Contains(p)
		points = append(points, p)
	}
	if all {
		return [][][]float64{zipped(x, y)}
	}
	flush()
	return parts
}

// nearDots are points with error bars, without those outside the window, and with bars
// that end there.
func (v *view) nearDots(dots [][5]float64) (rows [][]float64) {
	c := draw.Canvas{Rectangle: v.window()}
	for _, d := range dots {
		p := vg.Point{X: v.x.at(d[0]), Y: v.y.at(d[1])}
		if !finite(p.X) || !finite(p.Y) || !c.Contains(p) {
			continue
		}
		high, low := v.y.value(c.Max.Y), v.y.value(c.Min.Y)
		d[2] = min(d[2], math.Abs(v.x.value(c.Max.X)-d[0]))
		d[3], d[4] = min(d[3], math.Abs(high-d[1])), min(d[4], math.Abs(d[1]-low))
		rows = append(rows, d[:])
	}
	return rows
}
