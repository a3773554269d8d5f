package results

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"fbp/internal/npy"
)

// WriteNPZ writes t for numpy.load: an archive of one array per column, all of
// length len(Rows). A column of numbers is float64, Missing as NaN; a column with
// a text in it, or one of Texts, is unicode of fixed width (numpy drops NULs at the end of a text).
// Name and Meta are left out.
//
// The arrays are stored, not compressed, under one fixed date: the same table
// has the same bytes.
func (t *Table) WriteNPZ(w io.Writer) error {
	if err := t.check(); err != nil {
		return err
	}
	archive := zip.NewWriter(w)
	column := make([]Value, len(t.Rows))
	for k, name := range t.Columns {
		for i, row := range t.Rows {
			column[i] = row[k]
		}
		f, err := archive.CreateHeader(&zip.FileHeader{
			Name:     name + ".npy",
			Method:   zip.Store,
			Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC), // the earliest that zip can express
		})
		if err != nil {
			return err
		}
		if _, err := f.Write(array(column, slices.Contains(t.Texts, name))); err != nil {
			return err
		}
	}
	return archive.Close()
}

// array is the .npy file of a column, of texts even if all are missing.
func array(column []Value, texts bool) []byte {
	width := 0 // of a text in code points; 0 in a column of numbers
	if texts {
		width = 1
	}
	for _, v := range column {
		if v.kind == text {
			width = max(width, 1)
		}
	}
	if width > 0 {
		for _, v := range column {
			width = max(width, utf8.RuneCountInString(v.String()))
		}
		return npyText(column, width)
	}
	b := npy.Append(nil, "<f8", len(column))
	for _, v := range column {
		x, _ := v.Float() // NaN where missing
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}

// npyText is a column of texts in UTF-32, padded with NULs to width code points.
func npyText(column []Value, width int) []byte {
	b := npy.Append(nil, fmt.Sprintf("<U%d", width), len(column))
	for _, v := range column {
		s := v.String()
		for _, r := range s {
			b = binary.LittleEndian.AppendUint32(b, uint32(r))
		}
		b = append(b, make([]byte, 4*(width-utf8.RuneCountInString(s)))...)
	}
	return b
}
