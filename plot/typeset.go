package plot

import (
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// Proportions of the type, in units of its size.
const (
	ascent      = 0.70 // room above the baseline; capitals and digits take 0.66
	descent     = 0.22 // room below
	digitHeight = 0.66
	scriptSize  = 0.70
	supRise     = 0.36
	subDrop     = 0.17
	xHeight     = 0.46 // above which accents are drawn in the font
	accentGap   = 0.03 // on top of what the font leaves between letter and accent
	slant       = 0.25 // of the italic: horizontal over vertical
)

// typeset is a line of a label ready to be drawn: its pieces start at points
// relative to the left end of the baseline.
type typeset struct {
	pieces               []piece
	width, height, depth vg.Length
}

type piece struct {
	face font.Face
	at   vg.Point
	text string
}

// setLabel sets a label in a size of a font. A label that cannot be parsed is set
// literally; Figure.Write refuses it before.
func setLabel(label string, base font.Font) typeset {
	nodes, err := parseLabel(label)
	if err != nil {
		nodes = []node{{text: label}}
	}
	s := setter{base: base}
	s.set(nodes, base.Size, 0)
	s.out.width = s.x
	return s.out
}

// setter places one node after the other.
type setter struct {
	base font.Font
	x    vg.Length
	out  typeset
}

// set places nodes in a size on a baseline y.
func (s *setter) set(nodes []node, size, y vg.Length) {
	s.out.height = max(s.out.height, y+ascent*size)
	s.out.depth = max(s.out.depth, -y+descent*size)
	for _, n := range nodes {
		f, at := face(s.base, n.cut, size), vg.Point{X: s.x, Y: y}
		if n.text != "" {
			s.out.pieces = append(s.out.pieces, piece{f, at, n.text})
		}
		var overhang vg.Length
		if n.accent != 0 {
			s.accent(n, f, y)
		}
		if n.text != "" && n.cut == italic {
			ink, advance := inkOfLast(n.text, f)
			overhang = max(0, ink.Max.X-advance) + 0.04*size
		}
		s.x += textWidth(f, n.text) + vg.Length(n.space)*size
		s.scripts(n, overhang, size, y)
	}
}

// scripts places the sub- and superscript of a node one above the other, the
// upper one clear of the slanted letter.
func (s *setter) scripts(n node, overhang, size, y vg.Length) {
	if len(n.sub)+len(n.sup) == 0 {
		return
	}
	x, end := s.x+0.02*size, s.x
	drop := vg.Length(subDrop)
	if len(n.sup) > 0 {
		drop += 0.06
		s.x = x + overhang
		s.set(n.sup, scriptSize*size, y+supRise*size)
		end = s.x
	}
	if len(n.sub) > 0 {
		s.x = x
		s.set(n.sub, scriptSize*size, y-drop*size)
		end = max(end, s.x)
	}
	s.x = end + 0.04*size
}

// accent places an accent above the only letter of a node, which starts at s.x.
func (s *setter) accent(n node, f font.Face, y vg.Length) {
	size := f.Font.Size
	letter, _ := inkOfLast(n.text, f)
	sign, _ := inkOfLast(string(n.accent), f)
	rise := max(0, letter.Max.Y-xHeight*size) + accentGap*size
	x := (letter.Min.X+letter.Max.X)/2 - (sign.Min.X+sign.Max.X)/2
	if n.cut == italic {
		x += slant * (letter.Max.Y - (letter.Max.Y+max(0, letter.Min.Y))/2)
	}
	at := vg.Point{X: s.x + x, Y: y + rise}
	s.out.pieces = append(s.out.pieces, piece{f, at, string(n.accent)})
	s.out.height = max(s.out.height, at.Y+sign.Max.Y)
}

// inkOfLast is the box of the ink of the last character of a text relative to
// its own origin, and how far it advances. That the font has it is seen where texts are measured.
func inkOfLast(text string, f font.Face) (ink vg.Rectangle, advance vg.Length) {
	buf := buffers.Get().(*sfnt.Buffer)
	defer buffers.Put(buf)
	runes := []rune(text)
	glyph, _ := f.Face.GlyphIndex(buf, runes[len(runes)-1])
	em := f.Face.UnitsPerEm()
	b, adv, _ := f.Face.GlyphBounds(buf, glyph, fixed.Int26_6(em), 0)
	scale := f.Font.Size / vg.Length(em)
	length := func(v fixed.Int26_6) vg.Length { return vg.Length(v) * scale }
	ink.Min = vg.Point{X: length(b.Min.X), Y: -length(b.Max.Y)}
	ink.Max = vg.Point{X: length(b.Max.X), Y: -length(b.Min.Y)}
	return ink, length(adv)
}
