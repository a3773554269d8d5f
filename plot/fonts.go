package plot

import (
	"sync"

	"codeberg.org/go-fonts/liberation/liberationserifitalic"
	"codeberg.org/go-fonts/liberation/liberationserifregular"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
)

// serif is the font of every label. Liberation Serif has the metrics of Times,
// Latin and Greek, upright and italic, and is part of the program.
var serif = font.Font{Typeface: "Liberation", Variant: "Serif"}

// fonts are the two faces of serif, read once.
var fonts = sync.OnceValue(func() *font.Cache {
	italic := serif
	italic.Style = xfont.StyleItalic
	return font.NewCache(font.Collection{
		{Font: serif, Face: mustParse(liberationserifregular.TTF)},
		{Font: italic, Face: mustParse(liberationserifitalic.TTF)},
	})
})

func mustParse(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic("plot: the embedded font is broken: " + err.Error())
	}
	return f
}

// face is serif in a size, upright or italic.
func face(base font.Font, italic bool, size font.Length) font.Face {
	if italic {
		base.Style = xfont.StyleItalic
	}
	return fonts().Lookup(base, size)
}

// hasGlyph says whether the font can draw a character.
func hasGlyph(r rune, italic bool) bool {
	if _, ok := ownGlyphs[r]; ok {
		return true
	}
	var buf sfnt.Buffer
	glyph, err := face(serif, italic, 1).Face.GlyphIndex(&buf, r)
	return err == nil && glyph != 0
}
