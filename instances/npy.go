package instances

import (
	"fmt"
	"io"

	"fbp/internal/files"
	"fbp/internal/npy"
)

// readNPY reads an array of patterns × inputs, entries 1 and −1, or 1 and 0, of
// any plain type and order of its numbers. An array of one dimension is read as a
// row if flat is set.
func readNPY(r io.Reader, flat bool) (*Patterns, error) {
	h, err := npy.ReadHead(r)
	if err != nil {
		return nil, err
	}
	shape := h.Shape
	if flat && len(shape) == 1 {
		shape = []int{1, shape[0]}
	}
	if len(shape) != 2 {
		return nil, fmt.Errorf("an array of %d dimensions: want 2, patterns and inputs", len(shape))
	}
	count, err := h.Count(files.Large / h.Size)
	if err != nil {
		return nil, err
	}
	if count == 0 {
		return nil, errNone
	}
	rows, columns := shape[0], shape[1]
	if rows > mostWords/wordsFor(columns) {
		return nil, errTooMany
	}
	p := &Patterns{N: columns, words: wordsFor(columns)}
	if h.Fortran { // all first entries come first
		p = NewPatterns(columns, rows)
	}
	var signs alphabet
	err = h.Read(r, count, func(k int, x float64) error {
		mu, i := k/columns, k%columns
		if h.Fortran {
			mu, i = k%rows, k/rows
		} else if i == 0 {
			// Memory is allocated as rows are read, not for the number of rows
			// that the header states.
			p.bits = append(p.bits, make([]uint64, p.words)...)
			p.P++
		}
		place := func() string { return fmt.Sprintf("entry [%d, %d]", mu, i) }
		if x != 1 && x != -1 && x != 0 {
			return fmt.Errorf("%s: %v: want 1 or -1 (or 1 and 0)", place(), x)
		}
		negative, err := signs.negative(int(x), place)
		if negative {
			p.Row(mu)[i/64] |= 1 << (i % 64)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}
