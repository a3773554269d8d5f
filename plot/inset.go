package plot

import (
	"cmp"
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// insetSize is the default width and height of an inset.
const insetSize = 0.45

// draw draws the inset on white paper inside the frame of its panel and
// returns the box it takes.
func (in *Inset) draw(c draw.Canvas, frame vg.Rectangle, taken crowd) (*view, vg.Rectangle) {
	box := in.box(frame, taken)
	room := box.Size()
	v := newView(Panel{X: in.X, Y: in.Y, Series: in.Series}, insetSizes, room.X, room.Y)
	m := v.margins()
	v.place(vg.Rectangle{
		Min: box.Min.Add(vg.Point{X: m.left, Y: m.bottom}),
		Max: box.Max.Sub(vg.Point{X: m.right, Y: m.top}),
	})
	c.SetColor(color.White)
	c.Fill(box.Path())
	v.drawData(c)
	v.drawLabels(c, m)
	inside := v.crowd(c)
	for _, n := range v.guideNames(&inside) {
		n.label.draw(c, n.at)
	}
	return v, box
}

// box is where the inset lies, labels included.
func (in *Inset) box(frame vg.Rectangle, taken crowd) vg.Rectangle {
	size, corner, part := frame.Size(), vg.Point{}, vg.Point{}
	left, bottom, width, height := in.parts()
	corner.X, corner.Y = vg.Length(left)*size.X, vg.Length(bottom)*size.Y
	part.X, part.Y = vg.Length(width)*size.X, vg.Length(height)*size.Y
	if in.Left == nil && in.Bottom == nil {
		if in.Corner.given() {
			return cornerBox(frame, part, in.Corner)
		}
		box, _ := taken.place(frame, part, TopRight, BottomRight, TopLeft, BottomLeft)
		return box
	}
	return boxAt(frame.Min.Add(corner), part)
}

// parts are the place and the size of an inset, with their defaults, as parts of the frame.
func (in *Inset) parts() (left, bottom, width, height float64) {
	if in.Left != nil {
		left = *in.Left
	}
	if in.Bottom != nil {
		bottom = *in.Bottom
	}
	return left, bottom, cmp.Or(in.Width, insetSize), cmp.Or(in.Height, insetSize)
}
