package plot

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// markup is the text handler of gonum for labels with mathematics.
type markup struct{}

var _ text.Handler = markup{}

// Cache returns the two faces of the labels.
func (markup) Cache() *font.Cache { return fonts() }

// Extents are those of the font.
func (markup) Extents(f font.Font) font.Extents {
	face := fonts().Lookup(f, f.Size)
	return face.Extents()
}

// Lines splits a block at its line ends.
func (markup) Lines(txt string) []string {
	return strings.Split(strings.TrimRight(txt, "\n"), "\n")
}

// Box is the room that one line takes.
func (markup) Box(txt string, f font.Font) (width, height, depth vg.Length) {
	t := setLabel(txt, f)
	return t.width, t.height, t.depth
}

// Draw draws a label: the point is the lower left corner of its box when both
// alignments are zero.
func (h markup) Draw(c vg.Canvas, txt string, sty text.Style, at vg.Point) {
	c.Push()
	defer c.Pop()
	c.SetColor(sty.Color)
	c.Translate(at)
	if sty.Rotation != 0 {
		c.Rotate(sty.Rotation)
	}
	lines := h.Lines(txt)
	top := sty.Height(txt) * vg.Length(1+sty.YAlign)
	for _, line := range lines {
		t := setLabel(line, sty.Font)
		left := vg.Point{X: vg.Length(sty.XAlign) * t.width, Y: top - t.height}
		for _, p := range t.pieces {
			c.FillString(p.face, left.Add(p.at), p.text)
		}
		top -= t.height + t.depth
	}
}

// label is a line of text in a size, aligned at a point of its baseline.
type label struct {
	text     string
	size     vg.Length
	align    text.XAlignment
	rotation float64
}

// box is the width, and the heights above and below the baseline.
func (l label) box() (width, height, depth vg.Length) {
	return markup{}.Box(l.text, font.From(serif, l.size))
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
	_, _, depth := l.box()
	if l.rotation == 0 {
		at.Y -= depth
	} else { // a quarter turn to the left: below the baseline is to its right
		at.X += depth
	}
	c.FillText(text.Style{
		Color: color.Black, Font: font.From(serif, l.size), Handler: markup{},
		XAlign: l.align, Rotation: l.rotation,
	}, at, l.text)
}
