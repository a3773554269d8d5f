package plot

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"io"
	"math"

	"gonum.org/v1/plot/vg/vgimg"
)

// quickPNG is a canvas whose rows are compressed as they are, at the fastest level: the
// filters of image/png take most of the time of a short run, and for lines and letters
// they save no bytes.
type quickPNG struct{ *vgimg.Canvas }

// WriteTo writes the PNG, with its resolution (chunk pHYs), so that it is as large on paper
// as the PDF. Every pixel is opaque: the canvas is white from the beginning.
func (c quickPNG) WriteTo(w io.Writer) (int64, error) {
	pixels := c.Image().(*image.RGBA)
	width, height := pixels.Rect.Dx(), pixels.Rect.Dy()
	header := binary.BigEndian.AppendUint32(nil, uint32(width))
	header = binary.BigEndian.AppendUint32(header, uint32(height))
	header = append(header, 8, 2, 0, 0, 0) // 8 bits each of red, green and blue; not interlaced

	perMetre := uint32(math.Round(pngDPI / 0.0254))
	resolution := binary.BigEndian.AppendUint32(nil, perMetre)
	resolution = binary.BigEndian.AppendUint32(resolution, perMetre)
	resolution = append(resolution, 1) // the unit is the metre

	rows := new(bytes.Buffer)
	z, err := zlib.NewWriterLevel(rows, zlib.BestSpeed)
	if err != nil {
		return 0, err
	}
	row := make([]byte, 1+3*width) // the first byte: no filter
	for y := range height {
		from := pixels.Pix[y*pixels.Stride:]
		for x := range width {
			copy(row[1+3*x:4+3*x], from[4*x:])
		}
		if _, err := z.Write(row); err != nil {
			return 0, err
		}
	}
	if err := z.Close(); err != nil {
		return 0, err
	}

	b := bytes.NewBufferString("\x89PNG\r\n\x1a\n")
	b.Write(pngChunk("IHDR", header))
	b.Write(pngChunk("pHYs", resolution))
	b.Write(pngChunk("IDAT", rows.Bytes()))
	b.Write(pngChunk("IEND", nil))
	return b.WriteTo(w)
}

// pngChunk is a part of a PNG: the length, the name, the data, a checksum of both.
func pngChunk(name string, data []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	b = append(append(b, name...), data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}
