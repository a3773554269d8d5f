package instances

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"

	"fbp/internal/files"
	"fbp/internal/npy"
)

// mostWords limits the memory of the patterns of a file: many rows with few
// entries take more memory than the file.
const mostWords = files.Large / 8

// The errors of an empty file, and of one with too many patterns.
var (
	errNone    = errors.New("no patterns")
	errTooMany = fmt.Errorf("patterns of more than %d bytes", files.Large)
)

// Read reads patterns, as text or as a NumPy array, plain or gzip, which is
// recognised by the first bytes.
//
// Text has one pattern per line, entries separated by blanks or tabs: 1 and −1,
// or 1 and 0, which then means −1, as integers or as decimal numbers (1.0, or
// 1.000000000000000000e+00, as numpy.savetxt writes it). All labels are +1, as
// BinaryCommitteeMachineFBP.jl of C. Baldassi assumes, so its pattern files can
// be read. Empty lines, and text after a # on a line, are skipped. Errors name
// line and entry, counted from 1.
//
// An array (.npy) has two dimensions, patterns and inputs.
func Read(r io.Reader) (*Patterns, error) { return read(r, form{}) }

// ReadReal reads patterns as Read does, with inputs that are real numbers. A pattern of zeros
// alone is an error, which gives its number, counted from 1.
func ReadReal(r io.Reader) (*Patterns, error) { return read(r, form{real: true}) }

// form is what a file may hold: with flat, a list of one dimension, which is one row;
// with real, any finite numbers.
type form struct{ flat, real bool }

// read is Read of any form.
func read(r io.Reader, f form) (*Patterns, error) {
	p, err := readPatterns(r, f)
	if err == nil {
		err = p.checkZeros()
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// readPatterns tells the formats apart.
func readPatterns(r io.Reader, f form) (*Patterns, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		// A few megabytes can unpack to thousands of times their size.
		in = bufio.NewReaderSize(&bounded{z, files.Large}, 1<<16)
	}
	if magic, _ := in.Peek(4); string(magic) == "PK\x03\x04" {
		return nil, errors.New("a zip archive, such as .npz: want text, or one array as numpy.save writes it (.npy)")
	}
	if magic, _ := in.Peek(len(npy.Magic)); string(magic) == npy.Magic {
		return readNPY(in, f)
	}
	return readText(in, f)
}

// bounded is a reader of at most left bytes; more are an error.
type bounded struct {
	io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fmt.Errorf("more than %d bytes when unpacked", int64(files.Large))
	}
	return n, err
}

// heard is a reader that stops when its context ends.
type heard struct {
	io.Reader
	ctx context.Context
}

func (h *heard) Read(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.Reader.Read(p)
}

// openPatterns opens a regular file of a size that can be read.
func openPatterns(path string) (*files.File, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	size, err := f.Size()
	if err == nil && size > files.Large {
		err = &files.TooLargeError{Size: size, Limit: files.Large}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// ReadFile reads the patterns of a file; errors name it.
func ReadFile(path string) (*Patterns, error) {
	f, err := openPatterns(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// ReadSigns reads a list of signs, labels or weights ±1, in the formats of Read:
// one per line, all on one line, or an array of one dimension.
func ReadSigns(path string) ([]float64, error) {
	f, err := openPatterns(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readSigns(f)
}

func readSigns(r io.Reader) ([]float64, error) {
	p, err := read(r, form{flat: true})
	switch {
	case err == errNone:
		return nil, errors.New("no numbers")
	case err != nil:
		return nil, err
	case p.N != 1 && p.P != 1:
		return nil, fmt.Errorf("%d rows of %d numbers: want one row, or one number per line", p.P, p.N)
	}
	list := make([]float64, 0, p.N*p.P)
	for mu := range p.P {
		for i := range p.N {
			list = append(list, p.At(mu, i))
		}
	}
	return list, nil
}
