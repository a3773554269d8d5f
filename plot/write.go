package plot

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"git.sr.ht/~sbinet/gg"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

func init() { fpdf.SetDefaultCatalogSort(true) } // images stand in the file by their widths, else in any order

// DPI is the resolution of PNG figures in dots per inch. A test that does not look at them makes it small: most of the time of a
// figure is that of its pixels.
var DPI = 400

// Formats lists the formats of a figure.
func Formats() []string { return []string{"pdf", "svg", "png"} }

// Bytes is the figure as a file in one of Formats. An error names the panel and the
// series that cannot be drawn.
func (f *Figure) Bytes(format string) ([]byte, error) {
	f, err := f.Settled()
	if err != nil {
		return nil, err
	}
	width, height := f.size()
	canvas, finish, err := backEnd(format, width, height)
	if err != nil {
		return nil, err
	}
	c := draw.NewCanvas(outlines{canvas}, width, height)
	if format != "png" { // whose canvas is white
		c.SetColor(color.White)
		c.Fill(c.Rectangle.Path())
	}
	f.draw(c)
	var buf bytes.Buffer
	if _, err := canvas.WriteTo(&buf); err != nil {
		return nil, fmt.Errorf("plot: writing %s: %w", format, err)
	}
	return saying(f.Made, format, finish(buf.Bytes())), nil
}

// saying adds a text to a file where programs that show it skip it: a comment of SVG and PDF, a chunk of PNG.
func saying(text, format string, file []byte) []byte {
	if text == "" {
		return file
	}
	switch format {
	case "svg":
		return bytes.Replace(file, []byte("<svg"), []byte("<!-- "+text+" -->\n<svg"), 1)
	case "pdf": // after the objects and their table of places, which stay true
		at := bytes.LastIndex(file, []byte("startxref"))
		return slices.Insert(file, at, []byte("% "+text+"\n")...)
	}
	return withChunk(file, "tEXt", []byte("Software\x00"+text))
}

// backEnd is a canvas of a format, and what is done to its bytes at the end.
func backEnd(format string, w, h vg.Length) (vg.CanvasWriterTo, func([]byte) []byte, error) {
	same := func(b []byte) []byte { return b }
	switch format {
	case "pdf":
		return uprightPDF{vgpdf.New(w, h), map[int]bool{}}, withoutDates, nil
	case "svg":
		return vgsvg.New(w, h), same, nil
	case "png":
		return quickPNG{whiteCanvas(w, h)}, withResolution, nil
	}
	return nil, nil, fmt.Errorf("plot: unknown format %q: want one of %s", format, strings.Join(Formats(), ", "))
}

// whiteCanvas is the canvas that vgimg.New makes at this resolution, without the second image that it draws the first one on.
func whiteCanvas(w, h vg.Length) *vgimg.Canvas {
	pixels := image.Rect(0, 0, int(w.Dots(float64(DPI))+0.5), int(h.Dots(float64(DPI))+0.5))
	img := image.NewRGBA(pixels)
	c := gg.NewContextForRGBA(img)
	c.SetLineCapButt()
	c.InvertY()
	return vgimg.NewWith(vgimg.UseImageWithContext(img, c), vgimg.UseDPI(DPI))
}

// uprightPDF is the back end for PDF, which draws images upside down.
type uprightPDF struct {
	*vgpdf.Canvas
	widths map[int]bool // of the images, no two the same: the file is to have the same bytes each time
}

// DrawImage draws an image as the other back ends do.
func (c uprightPDF) DrawImage(rect vg.Rectangle, img image.Image) {
	for c.widths[img.Bounds().Dx()] {
		img = wider{img}
	}
	c.widths[img.Bounds().Dx()] = true
	c.Push()
	defer c.Pop()
	c.Translate(vg.Point{Y: rect.Min.Y + rect.Max.Y})
	c.Scale(1, -1)
	c.Canvas.DrawImage(rect, img)
}

// wider is an image with one column of pixels more.
type wider struct{ image.Image }

// Bounds are those of the image that is wider.
func (w wider) Bounds() image.Rectangle {
	b := w.Image.Bounds()
	b.Max.X++
	return b
}

// At is the pixel of the narrower image at the same part of its width.
func (w wider) At(x, y int) color.Color {
	b := w.Image.Bounds()
	return w.Image.At(b.Min.X+(x-b.Min.X)*b.Dx()/(b.Dx()+1), y)
}

var pdfDate = regexp.MustCompile(`/(CreationDate|ModDate) \(D:\d{14}\)`)

// withoutDates blanks the dates of a PDF with as many spaces, so that the offsets
// of its cross-reference table stay true. In the back end the date can only be
// changed to another one, and only for the whole process.
func withoutDates(pdf []byte) []byte {
	return pdfDate.ReplaceAllFunc(pdf, func(m []byte) []byte { return bytes.Repeat([]byte{' '}, len(m)) })
}

// quickPNG is a canvas that is compressed at the fastest level, which for lines and letters
// takes half the time of the default and about as many bytes.
type quickPNG struct{ *vgimg.Canvas }

// WriteTo writes the PNG.
func (c quickPNG) WriteTo(w io.Writer) (int64, error) {
	e, b := png.Encoder{CompressionLevel: png.BestSpeed}, new(bytes.Buffer)
	if err := e.Encode(b, c.Image()); err != nil {
		return 0, err
	}
	return b.WriteTo(w)
}

// withResolution adds the resolution to a PNG (chunk pHYs, right after the
// header), so that it is as large on paper as the PDF.
func withResolution(png []byte) []byte {
	perMetre := uint32(math.Round(float64(DPI) / 0.0254))
	data := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, perMetre), perMetre)
	return withChunk(png, "pHYs", append(data, 1)) // the unit is the metre
}

// withChunk adds a chunk to a PNG, right after the header.
func withChunk(png []byte, name string, data []byte) []byte {
	const header = 8 + 4 + 4 + 13 + 4 // signature; length, name, data, checksum of IHDR
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	chunk = append(append(chunk, name...), data...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return slices.Insert(png, header, chunk...)
}
