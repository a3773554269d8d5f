package plot

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"
)

// withResolution adds the resolution to a PNG (chunk pHYs, right after the
// header), so that it is as large on paper as the PDF.
func withResolution(png []byte) []byte {
	const header = 8 + 4 + 4 + 13 + 4 // signature; length, name, data, checksum of IHDR
	perMetre := uint32(math.Round(pngDPI / 0.0254))
	chunk := binary.BigEndian.AppendUint32(nil, 9)
	chunk = append(chunk, "pHYs"...)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, 1) // the unit is the metre
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return slices.Insert(png, header, chunk...)
}
