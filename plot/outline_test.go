package plot

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
	"gonum.org/v1/plot/vg/vgsvg"
)

// svgOf is the SVG of one label, alone.
func svgOf(text string) string {
	c := vgsvg.New(200, 20)
	setLabel(text, font.From(serif, 8)).draw(outlines{c})
	var b bytes.Buffer
	c.WriteTo(&b)
	return b.String()
}

// draw draws the pieces of a label at the origin.
func (s typeset) draw(c vg.Canvas) {
	for _, p := range s.pieces {
		c.FillString(p.face, p.at, p.text)
	}
}

// Every visible character is one path, whatever its script.
func TestOnePathAGlyph(t *testing.T) {
	for _, c := range []struct {
		label string
		want  int
	}{
		{"abcdef", 6}, {"αβγκρφ", 6}, {"$αβγκρφ$", 6}, {`$\alpha\beta\gamma\kappa\rho\phi$`, 6},
		{"$\\tilde{κ}$", 2}, {"$κ_{12}^{−3}$", 5}, {"− · ×", 3}, {"$\\langle q \\rangle$", 3}, {"ΓΔΘΛΞΠΣΦΨΩ", 10},
	} {
		if got := strings.Count(svgOf(c.label), "<path"); got != c.want {
			t.Errorf("%s: %d paths, want %d", c.label, got, c.want)
		}
	}
}

// Greek letters are not all the same box.
func TestGreekLettersDiffer(t *testing.T) {
	seen := map[string]rune{}
	for _, r := range "αβγδεζηθικλμνξοπρστυφχψωϕϵϑ" {
		svg := svgOf(string(r))
		if other, ok := seen[svg]; ok {
			t.Errorf("%c looks like %c", r, other)
		}
		seen[svg] = r
		if !hasGlyph(r, italic) || !hasGlyph(r, roman) || !hasGlyph(r, bold) {
			t.Errorf("no glyph for %c", r)
		}
	}
}

func TestNoTextIsLeft(t *testing.T) {
	var rec recorder.Canvas
	setLabel("$α_1$ text", font.From(serif, 8)).draw(outlines{&rec})
	for _, a := range rec.Actions {
		if s, ok := a.(*recorder.FillString); ok {
			t.Errorf("text %q", s.String)
		}
	}
}

// The cubic curves run through the middle of the quadratic ones:
// (p + 2c + q)/4 for a quadratic, (p + 3a + 3b + q)/8 for a cubic.
func TestQuadraticsAreExact(t *testing.T) {
	f := face(serif, roman, 8)
	var buf sfnt.Buffer
	glyph, _ := f.Face.GlyphIndex(&buf, 'o')
	path := glyphPath(&buf, f.Face, glyph, 0, 1)
	segments, err := f.Face.LoadGlyph(&buf, glyph, 2048, nil)
	if err != nil {
		t.Fatal(err)
	}
	curves := 0
	var last vg.Point
	var cubics []vg.PathComp
	for _, c := range path {
		if c.Type == vg.CurveComp {
			cubics = append(cubics, c)
		}
	}
	for _, s := range segments {
		point := func(i int) vg.Point { return vg.Point{X: vg.Length(s.Args[i].X), Y: -vg.Length(s.Args[i].Y)} }
		end := point(0)
		if s.Op == sfnt.SegmentOpQuadTo {
			end = point(1)
			cubic := cubics[curves]
			curves++
			want := last.Add(point(0).Scale(2)).Add(end).Scale(1. / 4)
			got := last.Add(cubic.Control[0].Scale(3)).Add(cubic.Control[1].Scale(3)).Add(cubic.Pos).Scale(1. / 8)
			if math.Hypot(float64(got.X-want.X), float64(got.Y-want.Y)) > 1e-9 {
				t.Errorf("middle at %v, want %v", got, want)
			}
		}
		last = end
	}
	if curves < 8 || curves != len(cubics) {
		t.Errorf("%d curves", curves)
	}
}

// Widths agree with gonum's, kerning included.
func TestTextWidth(t *testing.T) {
	f := face(serif, italic, 8)
	for _, text := range []string{"", "V", "AVAToken", "κ = 0.5"} {
		if got, want := textWidth(f, text), f.Width(text); !near(got, want) {
			t.Errorf("%q: width %v, want %v", text, got, want)
		}
	}
	if fmt.Sprint(textWidth(f, "AV")) == fmt.Sprint(textWidth(f, "A")+textWidth(f, "V")) {
		t.Error("AV is not kerned")
	}
}
