package plot

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// InsetSize is the default width and height of an inset.
const InsetSize = 0.45

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
	return v, box
}

// box is where the inset lies, labels included.
func (in *Inset) box(frame vg.Rectangle, taken crowd) vg.Rectangle {
	width, height := in.Width, in.Height
	if width == 0 {
		width = InsetSize
	}
	if height == 0 {
		height = InsetSize
	}
	size := frame.Size()
	room := vg.Point{X: vg.Length(width) * size.X, Y: vg.Length(height) * size.Y}
	if in.Left == nil && in.Bottom == nil {
		box, _ := taken.place(frame, room, in.Corner, TopRight, BottomRight, TopLeft, BottomLeft)
		return box
	}
	left, bottom := in.at()
	min := frame.Min.Add(vg.Point{X: vg.Length(left) * size.X, Y: vg.Length(bottom) * size.Y})
	return vg.Rectangle{Min: min, Max: min.Add(room)}
}

// at is the lower left corner of an inset whose place is given.
func (in *Inset) at() (left, bottom float64) {
	if in.Left != nil {
		left = *in.Left
	}
	if in.Bottom != nil {
		bottom = *in.Bottom
	}
	return left, bottom
}
