package plot

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawFrame draws the four sides and the ticks, which point inwards on all of
// them.
func (v *view) drawFrame(c draw.Canvas) {
	c.SetColor(color.Black)
	c.SetLineWidth(v.sizes.frame)
	c.SetLineDash(nil, 0)
	f := v.frame
	path := polygon(vg.Point{}, f.Min.X, f.Min.Y, f.Max.X, f.Min.Y, f.Max.X, f.Max.Y, f.Min.X, f.Max.Y)
	for _, t := range v.xTicks.marks {
		x, length := v.x.at(t.value), v.length(t)
		path = append(path, strokes(vg.Point{}, x, f.Min.Y, x, f.Min.Y+length, x, f.Max.Y, x, f.Max.Y-length)...)
	}
	for _, t := range v.yTicks.marks {
		y, length := v.y.at(t.value), v.length(t)
		path = append(path, strokes(vg.Point{}, f.Min.X, y, f.Min.X+length, y, f.Max.X, y, f.Max.X-length, y)...)
	}
	c.Stroke(path)
}

func (v *view) length(t tick) vg.Length {
	if t.major {
		return v.sizes.major
	}
	return v.sizes.minor
}

// drawLabels draws the numbers and the labels of the axes. The label of y starts
// at the left end of the margin given, so that panels in a column agree.
func (v *view) drawLabels(c draw.Canvas, m sides) {
	sz, f := v.sizes, v.frame
	base := f.Min.Y - sz.pad - digitHeight*sz.tick
	for _, t := range v.xTicks.marks {
		if t.label != "" {
			_, high, _ := label{text: t.label, size: sz.tick}.box()
			drop := max(0, high-ascent*sz.tick) // of a number with a power
			label{t.label, sz.tick, draw.XCenter, 0}.set(c, vg.Point{X: v.x.at(t.value), Y: base - drop})
		}
	}
	for _, t := range v.yTicks.marks {
		if t.label != "" {
			at := vg.Point{X: f.Min.X - sz.pad, Y: v.y.at(t.value) - digitHeight*sz.tick/2}
			label{t.label, sz.tick, draw.XRight, 0}.set(c, at)
		}
	}
	if v.xAxis.Label != "" {
		l := v.labelX()
		_, _, deep := l.box()
		l.draw(c, vg.Point{X: (f.Min.X + f.Max.X) / 2, Y: f.Min.Y - m.bottom + deep})
	}
	if v.yAxis.Label != "" {
		l := v.labelY()
		_, high, _ := l.box()
		l.draw(c, vg.Point{X: f.Min.X - m.left + high, Y: (f.Min.Y + f.Max.Y) / 2})
	}
	if v.yTicks.factor != "" {
		label{v.yTicks.factor, sz.tick, draw.XLeft, 0}.draw(c, vg.Point{X: f.Min.X, Y: f.Max.Y + 0.3*sz.tick})
	}
	if v.xTicks.factor != "" { // on the line of the axis label, below the last number
		label{v.xTicks.factor, sz.tick, draw.XRight, 0}.draw(c, vg.Point{X: f.Max.X, Y: base - 1.2*sz.tick})
	}
}

// placed is a label with the point of the canvas at which it is drawn.
type placed struct {
	label label
	at    vg.Point
}
