package plot

import (
	"fmt"
	"sync"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// outlines is a canvas that draws text as the filled outlines of its glyphs. The
// PDF back end has only 256 western characters and sets Greek letters wrong
// without an error; the SVG back end refers to fonts that the reader may not
// have.
type outlines struct{ vg.Canvas }

// fine is the factor by which coordinates of glyphs are scaled, because the back
// ends round them to 0.01 point or to five digits.
const fine = 100

// buffers are what the library reads glyphs with. One takes 4 kB, and a figure asks for thousands of glyphs.
var buffers = sync.Pool{New: func() any { return new(sfnt.Buffer) }}

// FillString draws one closed path per glyph.
func (o outlines) FillString(face font.Face, at vg.Point, text string) {
	if face.Font.Size == 0 || text == "" {
		return
	}
	o.Push()
	defer o.Pop()
	o.Translate(at)
	o.Scale(1./fine, 1./fine)
	scale := fine * face.Font.Size / vg.Length(face.Face.UnitsPerEm())
	eachGlyph(face, text, func(buf *sfnt.Buffer, r rune, glyph sfnt.GlyphIndex, x int) {
		path := glyphPath(buf, face.Face, glyph, x, scale)
		if own, ok := ownGlyphs[r]; ok {
			path = own.path(x, scale)
		}
		if len(path) > 0 {
			o.Fill(path)
		}
	})
}

// textWidth is the width by which a text advances.
func textWidth(face font.Face, text string) vg.Length {
	x := eachGlyph(face, text, func(*sfnt.Buffer, rune, sfnt.GlyphIndex, int) {})
	return vg.Length(x) * face.Font.Size / vg.Length(face.Face.UnitsPerEm())
}

// eachGlyph visits the glyphs of a text with their kerned positions in font
// units, and returns where the text ends.
func eachGlyph(face font.Face, text string, visit func(buf *sfnt.Buffer, r rune, glyph sfnt.GlyphIndex, x int)) (end int) {
	var (
		buf  = buffers.Get().(*sfnt.Buffer)
		f    = face.Face
		unit = fixed.Int26_6(f.UnitsPerEm()) // at this size a font unit is 1/64 pixel
		prev sfnt.GlyphIndex
		x    int
	)
	defer buffers.Put(buf)
	for i, r := range text {
		glyph, err := f.GlyphIndex(buf, r)
		if err != nil {
			panic(fmt.Errorf("plot: glyph of %q: %w", r, err))
		}
		if i > 0 {
			if kern, err := f.Kern(buf, prev, glyph, unit, 0); err == nil { // missing kerning is not an error
				x += int(kern)
			}
		}
		visit(buf, r, glyph, x)
		advance, err := f.GlyphAdvance(buf, glyph, unit, 0)
		if err != nil {
			panic(fmt.Errorf("plot: width of %q: %w", r, err))
		}
		if own, ok := ownGlyphs[r]; ok {
			advance = fixed.Int26_6(own.advance)
		}
		x += int(advance)
		prev = glyph
	}
	return x
}

// glyphPath is the outline of a glyph at x font units. Quadratic curves become
// cubic ones: the PDF back end draws quadratic curves wrong.
func glyphPath(buf *sfnt.Buffer, f *sfnt.Font, glyph sfnt.GlyphIndex, x int, scale vg.Length) vg.Path {
	segments, err := f.LoadGlyph(buf, glyph, fixed.Int26_6(f.UnitsPerEm()), nil)
	if err != nil {
		panic(fmt.Errorf("plot: outline of a glyph: %w", err))
	}
	at := func(p fixed.Point26_6) vg.Point {
		return vg.Point{X: vg.Length(x+int(p.X)) * scale, Y: -vg.Length(p.Y) * scale}
	}
	path := make(vg.Path, 0, len(segments)+8) // and where contours close
	var last vg.Point
	for i, s := range segments {
		a, b, c := at(s.Args[0]), at(s.Args[1]), at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				path.Close()
			}
			path.Move(a)
			last = a
		case sfnt.SegmentOpLineTo:
			path.Line(a)
			last = a
		case sfnt.SegmentOpQuadTo:
			path.CubeTo(between(last, a, 2./3), between(b, a, 2./3), b)
			last = b
		case sfnt.SegmentOpCubeTo:
			path.CubeTo(a, b, c)
			last = c
		}
	}
	if len(path) > 0 {
		path.Close()
	}
	return path
}

// between is the point at share t of the way from p to q.
func between(p, q vg.Point, t float64) vg.Point {
	return p.Add(q.Sub(p).Scale(vg.Length(t)))
}
