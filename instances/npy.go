package instances

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"fbp/internal/files"
	"fbp/internal/npy"
)

// readNPY reads an array of patterns × inputs, entries 1 and −1, or 1 and 0, or real
// numbers, of any plain type and order of its numbers. An array is read as a row if the
// form is flat and all its dimensions but one are 1.
func readNPY(r io.Reader, f form) (*Patterns, error) {
	h, err := npy.ReadHead(r)
	if err != nil {
		return nil, err
	}
	count, err := h.Count(files.Large / h.Size)
	if err != nil {
		return nil, err
	}
	rows, columns, err := shapeOf(h.Shape, count, f)
	if err != nil {
		return nil, err
	}
	place := func(k int) (mu, i int) {
		if h.Fortran { // all first entries come first
			return k % rows, k / rows
		}
		return k / columns, k % columns
	}
	if f.real {
		return readRealNPY(r, h, rows, columns, place)
	}
	return readSignsNPY(r, h, f, rows, columns, place)
}

// shapeOf is the number of rows and columns of an array of count numbers.
func shapeOf(shape []int, count int, f form) (rows, columns int, err error) {
	switch {
	case count == 0:
		return 0, 0, errNone
	case f.flat && f.want > 0 && count != f.want:
		return 0, 0, &wrongCount{strconv.Itoa(count), f.want}
	case f.flat && slices.Max(append(shape, 1)) == count:
		shape = []int{1, count}
	case f.flat:
		return 0, 0, fmt.Errorf("an array of shape %v: want one row of numbers", shape)
	case len(shape) != 2:
		return 0, 0, fmt.Errorf("an array of %d dimensions: want 2, patterns and inputs", len(shape))
	}
	if shape[1] > f.most() {
		return 0, 0, fmt.Errorf("an array of shape %v: want at most %d numbers in a row", shape, f.most())
	}
	return shape[0], shape[1], nil
}

// readSignsNPY reads the numbers of an array of patterns of inputs 1 and −1, or 1 and 0.
func readSignsNPY(r io.Reader, h *npy.Head, f form, rows, columns int, place func(k int) (mu, i int)) (*Patterns, error) {
	if rows > mostWords/wordsFor(columns) {
		return nil, errTooMany
	}
	p := &Patterns{N: columns, words: wordsFor(columns)}
	if h.Fortran {
		p = NewPatterns(columns, rows)
	}
	var signs alphabet
	err := h.Read(r, rows*columns, func(k int, x float64) error {
		mu, i := place(k)
		if mu == p.P { // memory is allocated as rows are read, not for as many as the header states
			p.bits = append(p.bits, make([]uint64, p.words)...)
			p.P++
		}
		entry := func() string { return fmt.Sprintf("entry [%d, %d]", mu, i) }
		if x != 1 && x != -1 && x != 0 {
			return fmt.Errorf("%s: %v: want 1 or -1 (or 1 and 0)%s", entry(), x, f.hint())
		}
		negative, err := signs.negative(int(x), entry)
		if err != nil {
			err = fmt.Errorf("%w%s", err, f.hint())
		}
		if negative {
			p.Row(mu)[i/64] |= 1 << (i % 64)
		}
		return err
	})
	return p, err
}

// readRealNPY reads the numbers of an array of patterns of real inputs.
func readRealNPY(r io.Reader, h *npy.Head, rows, columns int, place func(k int) (mu, i int)) (*Patterns, error) {
	if rows > mostWords/columns {
		return nil, errTooMany
	}
	// Memory is allocated as numbers are read, not for as many as the header states.
	var x []float64
	err := h.Read(r, rows*columns, func(k int, v float64) error {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			mu, i := place(k)
			return fmt.Errorf("entry [%d, %d]: %v: want a finite number", mu, i, v)
		}
		x = append(x, v)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if h.Fortran {
		byRow := make([]float64, len(x))
		for k, v := range x {
			mu, i := place(k)
			byRow[mu*columns+i] = v
		}
		x = byRow
	}
	return &Patterns{N: columns, P: rows, reals: x}, nil
}
