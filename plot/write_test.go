package plot

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// everything is a figure that uses all that can be drawn.
func everything() *Figure {
	nan := math.NaN()
	s := []Series{
		{Name: `\$5 of $\tilde{κ}_1^2$`, X: []float64{1, 2, 3, 4}, Y: []float64{1, 4, nan, 16}, XErr: []float64{.1, .1, .1, .1}, YErr: []float64{1, nan, 1, 1}},
		{Name: "line", X: []float64{1, 2, 3, 4}, Y: []float64{1, 2, 3, 4}, Style: Style{Line: Solid}},
		{Name: "branch", X: []float64{1, 2, 3, 4}, Y: []float64{5, 6, 7, 8}, Dashed: []bool{false, false, true, true}},
		{Name: "hollow", X: []float64{1, 4}, Y: []float64{3, 2}, Style: Style{Marker: Diamond, Hollow: true, Line: Dotted}},
		{X: []float64{1.5}, Y: []float64{3}, Style: Style{Marker: Cross}},
	}
	inset := &Inset{X: Axis{Log: true}, Y: Axis{Log: true}, Series: s[:1]}
	return &Figure{WidthCM: TwoColumns, Panels: []Panel{
		{Label: "(a)", X: Axis{Label: "$α$"}, Y: Axis{Label: `$\langle m \rangle$`}, Series: s, Inset: inset},
		{Label: "(b)", X: Axis{Label: "$x$", Log: true}, Y: Axis{Label: "$y$", Log: true}, Series: s, Legend: Legend{Title: "$N$ = 2001"}},
	}}
}

func TestSameBytes(t *testing.T) {
	for _, format := range Formats() {
		if !bytes.Equal(render(t, everything(), format), render(t, everything(), format)) {
			t.Errorf("%s: two renderings differ", format)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	data, err := everything().Bytes("eps")
	if err == nil || !strings.Contains(err.Error(), "pdf, svg, png") || len(data) != 0 {
		t.Errorf("error %v after %d bytes", err, len(data))
	}
}

func TestPDFHasNoDateAndNoFont(t *testing.T) {
	pdf := render(t, everything(), "pdf")
	for _, word := range []string{"Date", "D:20", "/BaseFont", "/Type /Font"} {
		if bytes.Contains(pdf, []byte(word)) {
			t.Errorf("the PDF has %q", word)
		}
	}
}

// The cross-reference table is true after the dates are gone.
func TestPDFOffsets(t *testing.T) {
	pdf := render(t, everything(), "pdf")
	start := regexp.MustCompile(`startxref\n(\d+)`).FindSubmatch(pdf)
	at, _ := strconv.Atoi(string(start[1]))
	lines := strings.Split(string(pdf[at:]), "\n")
	if lines[0] != "xref" {
		t.Fatalf("startxref leads to %q", lines[0])
	}
	objects := 0
	for i, line := range lines[3:] { // xref, "0 n", the free object
		offset, err := strconv.Atoi(strings.Fields(line + " trailer")[0])
		if err != nil {
			break
		}
		objects++
		if want := fmt.Sprintf("%d 0 obj", i+1); !bytes.HasPrefix(pdf[offset:], []byte(want)) {
			t.Errorf("offset %d is not that of object %d", offset, i+1)
		}
	}
	if objects < 4 {
		t.Errorf("%d objects", objects)
	}
}

func TestSVGIsPathsOnly(t *testing.T) {
	svg := render(t, everything(), "svg")
	if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
		t.Error("a coordinate is not finite")
	}
	names := map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			names[e.Name.Local]++
		}
	}
	if len(names) != 3 || names["svg"] != 1 || names["path"] == 0 || names["g"] == 0 {
		t.Errorf("elements %v, want svg, g and path", names)
	}
}

func TestPNGSizeAndResolution(t *testing.T) {
	b := render(t, everything(), "png")
	im, err := png.Decode(bytes.NewReader(b)) // checks the checksums of all chunks
	if err != nil {
		t.Fatal(err)
	}
	if w := im.Bounds().Dx(); w != int(math.Round(TwoColumns/2.54*float64(DPI))) {
		t.Errorf("%d pixels wide", w)
	}
	at := bytes.Index(b, []byte("pHYs"))
	if got := binary.BigEndian.Uint32(b[at+4:]); got != 15748 { // 400/0.0254
		t.Errorf("%d pixels a metre", got)
	}
	if at > bytes.Index(b, []byte("IDAT")) {
		t.Error("pHYs after the image")
	}
}

// What a figure says of itself is in its files, which show the same.
func TestMade(t *testing.T) {
	const text = "made by us"
	plain, said := everything(), everything()
	said.Made = text
	for _, format := range Formats() {
		with := render(t, said, format)
		if !bytes.Contains(with, []byte(text)) || len(with) > len(render(t, plain, format))+len(text)+32 {
			t.Errorf("%s: it does not say it, or more", format)
		}
		if format == "png" {
			if _, err := png.Decode(bytes.NewReader(with)); err != nil {
				t.Error(err)
			}
		}
	}
	if data, err := said.JSON(); err != nil || !bytes.Contains(data, []byte(`"made": "made by us"`)) {
		t.Error(err)
	}
}

func BenchmarkPNG(b *testing.B) {
	f := everything()
	for b.Loop() {
		if _, err := f.Bytes("png"); err != nil {
			b.Fatal(err)
		}
	}
}
