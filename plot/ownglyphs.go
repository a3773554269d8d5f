package plot

import "gonum.org/v1/plot/vg"

// ownGlyph is a glyph that the font lacks: a polygon in font units, 2048 to the
// em, with the strokes of the font.
type ownGlyph struct {
	advance int
	corners []int // x, y, x, y, …
}

// ownGlyphs are the brackets of averages, as high as the round ones.
var ownGlyphs = map[rune]ownGlyph{
	'⟨': {760, []int{540, 1430, 650, 1430, 285, 510, 650, -410, 540, -410, 170, 510}},
	'⟩': {760, []int{220, 1430, 110, 1430, 475, 510, 110, -410, 220, -410, 590, 510}},
}

// path is the outline at x font units.
func (g ownGlyph) path(x int, scale vg.Length) vg.Path {
	var xy []vg.Length
	for i, c := range g.corners {
		if i%2 == 0 {
			c += x
		}
		xy = append(xy, vg.Length(c)*scale)
	}
	return polygon(vg.Point{}, xy...)
}
