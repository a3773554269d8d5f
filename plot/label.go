package plot

import (
	"image/color"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// label is a line of text in a size, aligned at a point of its baseline.
type label struct {
	text     string
	size     vg.Length
	align    text.XAlignment
	rotation float64
}

// typeset is the label ready to be drawn.
func (l label) typeset() typeset { return setLabel(l.text, font.From(serif, l.size)) }

// box is the width, and the heights above and below the baseline.
func (l label) box() (width, height, depth vg.Length) {
	t := l.typeset()
	return t.width, t.height, t.depth
}

// within is the label in a size in which it is at most so wide.
func (l label) within(most vg.Length) label {
	if width, _, _ := l.box(); width > most {
		l.size *= most / width
	}
	return l
}

// draw draws the label in black with its baseline through the point, and notes it on a canvas that
// takes notes.
func (l label) draw(c draw.Canvas, at vg.Point) {
	if n, ok := c.Canvas.(*noted); ok {
		n.note(l, at)
	}
	l.set(c, at)
}

// set draws the label alone.
func (l label) set(c draw.Canvas, at vg.Point) {
	t := l.typeset()
	if l.rotation == 0 {
		at.Y -= t.depth
	} else { // a quarter turn to the left: below the baseline is to its right
		at.X += t.depth
	}
	c.Push()
	defer c.Pop()
	c.SetColor(color.Black)
	c.Translate(at)
	if l.rotation != 0 {
		c.Rotate(l.rotation)
	}
	top := t.height + t.depth
	left := vg.Point{X: vg.Length(l.align) * t.width, Y: top - t.height}
	for _, p := range t.pieces {
		c.FillString(p.face, left.Add(p.at), p.text)
	}
}
