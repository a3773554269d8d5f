package instances

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"fbp/internal/files"
	"fbp/internal/npy"
)

// mostWords limits the memory of the patterns of a file: many rows with few
// entries take more memory than the file.
const mostWords = files.Large / 8

// The errors of an empty file, of one that was changed, and of one with too many patterns.
var (
	errNone    = errors.New("no patterns")
	errDamaged = errors.New("the checksum (CRC-32) of the gzip archive is not that of its content: the file is damaged")
	errCut     = errors.New("the gzip archive ends too early: the file is damaged")
	errTooMany = fmt.Errorf("patterns of more than %d bytes", files.Large)
)

// Read reads patterns, as text or as a NumPy array, plain or gzip, which is
// recognised by the first bytes.
//
// Text has one pattern per line, entries separated by blanks or tabs: 1 and −1,
// or 1 and 0, which then means −1, as integers or as decimal numbers (1.0, or
// 1.000000000000000000e+00, as numpy.savetxt writes it). All labels are +1, as
// BinaryCommitteeMachineFBP.jl of C. Baldassi assumes, so its pattern files can
// be read. Empty lines, text from a # to the end of its line, and a byte order mark are
// skipped; lines end with \n, \r\n or \r. Errors name line and entry, counted from 1.
//
// An array (.npy) has two dimensions, patterns and inputs.
func Read(r io.Reader) (*Patterns, error) { return read(context.Background(), r, form{}) }

// form is what a file may hold: with flat, a list of numbers, which is one row; with real,
// any finite numbers, but no pattern of zeros alone. Of a list with more numbers than wanted, no more
// than one of these is read; 0 wants any number.
type form struct {
	flat, real bool
	want       int
}

// wrongCount is the error of a list of too many or too few numbers.
type wrongCount struct {
	has  string
	want int
}

// Error says how many there are and should be.
func (e *wrongCount) Error() string { return fmt.Sprintf("%s numbers, want %d", e.has, e.want) }

// surplus is the error of a list that has more numbers than wanted.
func (f form) surplus() error { return &wrongCount{fmt.Sprintf("more than %d", f.want), f.want} }

// most is the largest number of entries of a row: of inputs of a network, or of a list.
func (f form) most() int {
	if f.flat {
		return maxP
	}
	return 10_000_000
}

// read is Read of any form.
func read(ctx context.Context, r io.Reader, f form) (*Patterns, error) {
	raw := bufio.NewReaderSize(r, 1<<16)
	in, err := unpacked(ctx, raw)
	if err != nil {
		return nil, err
	}
	p, err := parse(in, f)
	if err == nil && f.flat {
		return p, nil
	}
	if err == nil {
		return p, p.checkZeros()
	}
	if in != raw { // of a damaged archive, the damage is what is wrong
		if _, damage := io.CopyN(io.Discard, in, mostAfter); damage != nil && damage != io.EOF {
			err = damage
		}
	}
	return nil, err
}

// mostAfter is how much of an archive is read behind a mistake, to see whether it is whole.
const mostAfter = 1 << 24

// parse reads what is not packed.
func parse(in *bufio.Reader, f form) (*Patterns, error) {
	magic, _ := in.Peek(len(npy.Magic))
	switch text := string(magic); {
	case strings.HasPrefix(text, "PK\x03\x04"):
		return nil, errors.New("a zip archive, such as .npz: want text, or one array as numpy.save writes it (.npy)")
	case strings.HasPrefix(text, "\xff\xfe"), strings.HasPrefix(text, "\xfe\xff"):
		return nil, errors.New("text in UTF-16: want UTF-8 or ASCII")
	case text == npy.Magic:
		return readNPY(in, f)
	}
	return readText(in, f)
}

// unpacked is what a gzip archive contains, at most files.Large bytes, until ctx ends; any
// other file is as it is.
func unpacked(ctx context.Context, in *bufio.Reader) (*bufio.Reader, error) {
	if magic, _ := in.Peek(2); string(magic) != "\x1f\x8b" {
		return in, nil
	}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	// A few megabytes can unpack to thousands of times their size.
	return bufio.NewReaderSize(&bounded{&heard{z, ctx}, files.Large}, 1<<16), nil
}

// bounded is a reader of at most left bytes; more are an error.
type bounded struct {
	io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	switch err {
	case gzip.ErrChecksum:
		err = errDamaged
	case io.ErrUnexpectedEOF:
		err = errCut
	}
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

// content is a file that is read unpacked, with the digest of what was read.
type content struct {
	io.Reader
	io.Closer
	sum hash.Hash
}

// openContent opens a file, gzip or not; reading it ends with ctx.
func openContent(ctx context.Context, path string) (*content, error) {
	file, err := openPatterns(path)
	if err != nil {
		return nil, reason(err)
	}
	in, err := unpacked(ctx, bufio.NewReaderSize(&heard{file, ctx}, 1<<16))
	if err != nil {
		file.Close()
		return nil, reason(err)
	}
	sum := sha256.New()
	return &content{bufio.NewReaderSize(io.TeeReader(in, sum), 1<<16), file, sum}, nil
}

// reason is the error without the name of the file.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
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

// ReadSigns reads a list of so many signs, labels or weights ±1, in the formats of Read:
// one per line, all on one line, or an array of which one dimension at most is not 1. A list of any
// other length is an error, found one number behind the last that is wanted; 0 wants any number.
func ReadSigns(path string, want int) ([]float64, error) {
	return readListFile(path, form{flat: true, want: want})
}

// ReadReals reads a list of real numbers as ReadSigns reads signs.
func ReadReals(path string, want int) ([]float64, error) {
	return readListFile(path, form{flat: true, real: true, want: want})
}

func readListFile(path string, of form) ([]float64, error) {
	f, err := openPatterns(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readList(context.Background(), f, of)
}

// hint says, of patterns with an entry that is no sign, how real ones are read; "" of lists.
func (f form) hint() string {
	if f.flat {
		return ""
	}
	return "; real = true reads real numbers"
}

// ErrNoNumbers is the error of a list in which there are none.
var ErrNoNumbers = errors.New("no numbers")

// readList reads a list of numbers.
func readList(ctx context.Context, r io.Reader, of form) ([]float64, error) {
	p, err := read(ctx, r, of)
	switch {
	case err == errNone:
		return nil, ErrNoNumbers
	case err != nil:
		return nil, err
	case of.want > 0 && p.N*p.P != of.want:
		return nil, &wrongCount{strconv.Itoa(p.N * p.P), of.want}
	}
	list := make([]float64, 0, p.N*p.P)
	for mu := range p.P {
		for i := range p.N {
			list = append(list, p.At(mu, i))
		}
	}
	return list, nil
}
