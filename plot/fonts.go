package plot

import (
	"sync"

	"codeberg.org/go-fonts/liberation/liberationserifbold"
	"codeberg.org/go-fonts/liberation/liberationserifitalic"
	"codeberg.org/go-fonts/liberation/liberationserifregular"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
)

// serif is the font of every label. Liberation Serif has the metrics of Times,
// Latin and Greek, upright, italic and bold, and is part of the program.
var serif = font.Font{Typeface: "Liberation", Variant: "Serif"}

// cut is a cut of serif.
type cut int

const (
	roman cut = iota
	italic
	bold
)

// of is a font in a cut.
func (c cut) of(base font.Font) font.Font {
	switch c {
	case italic:
		base.Style = xfont.StyleItalic
	case bold:
		base.Weight = xfont.WeightBold
	}
	return base
}

// fonts are the cuts of serif, read once.
var fonts = sync.OnceValue(func() *font.Cache {
	return font.NewCache(font.Collection{
		{Font: roman.of(serif), Face: mustParse(liberationserifregular.TTF)},
		{Font: italic.of(serif), Face: mustParse(liberationserifitalic.TTF)},
		{Font: bold.of(serif), Face: mustParse(liberationserifbold.TTF)},
	})
})

func mustParse(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic("plot: the embedded font is broken: " + err.Error())
	}
	return f
}

// face is serif in a cut and a size.
func face(base font.Font, c cut, size font.Length) font.Face { return fonts().Lookup(c.of(base), size) }

// hasGlyph says whether a cut of the font can draw a character.
func hasGlyph(r rune, c cut) bool {
	if _, ok := ownGlyphs[r]; ok {
		return true
	}
	buf := buffers.Get().(*sfnt.Buffer)
	defer buffers.Put(buf)
	glyph, err := face(serif, c, 1).Face.GlyphIndex(buf, r)
	return err == nil && glyph != 0
}
