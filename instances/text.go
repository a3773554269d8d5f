package instances

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"fbp/internal/files"
)

// Read reads patterns as text, plain or gzip (known by its first two bytes):
// one pattern a line, entries 1 or -1 (also +1, 1.0, +1.0, -1.0) separated by
// blanks or tabs. All labels are +1, as BinaryCommitteeMachineFBP.jl of
// C. Baldassi assumes, so its pattern files can be read. Empty lines are
// skipped. Errors tell line and entry, counted from 1.
func Read(r io.Reader) (*Patterns, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		in = bufio.NewReaderSize(z, 1<<16)
	}
	p := new(Patterns)
	first := 0 // line of the first pattern
	for line := 1; ; line++ {
		text, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		row, n, bad := parsePattern(text)
		switch {
		case bad != nil:
			return nil, fmt.Errorf("line %d, %w", line, bad)
		case n == 0: // an empty line
		case p.P > 0 && n != p.N:
			return nil, fmt.Errorf("line %d: %d entries, want %d as in line %d", line, n, p.N, first)
		default:
			if p.P == 0 {
				p.N, p.words, first = n, len(row), line
			}
			p.bits = append(p.bits, row...)
			p.P++
		}
		if err == io.EOF {
			break
		}
	}
	if p.P == 0 {
		return nil, errors.New("no patterns")
	}
	return p, nil
}

// parsePattern packs the n entries of a line into a row.
func parsePattern(line string) (row []uint64, n int, err error) {
	for entry := range strings.FieldsSeq(line) {
		if n%64 == 0 {
			row = append(row, 0)
		}
		switch entry {
		case "1", "+1", "1.0", "+1.0":
		case "-1", "-1.0":
			row[n/64] |= 1 << (n % 64)
		default:
			return nil, 0, fmt.Errorf("entry %d: %.40q: want 1 or -1", n+1, entry)
		}
		n++
	}
	return row, n, nil
}

// Write writes the patterns in the format of Read, with 1 and -1 separated by
// blanks.
func (p *Patterns) Write(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<16) // errors are kept until Flush
	for mu := range p.P {
		for i := range p.N {
			if i > 0 {
				b.WriteByte(' ')
			}
			if p.At(mu, i) < 0 {
				b.WriteByte('-')
			}
			b.WriteByte('1')
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

// ReadFile reads the patterns of a file; errors name it.
func ReadFile(path string) (*Patterns, error) {
	f, err := files.Open(path)
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

// WriteFile writes the patterns to a file, compressed when its name ends in
// ".gz", without date and name in the header so that the bytes are those of
// the patterns alone. A file that could not be written in full is not there.
func (p *Patterns) WriteFile(path string) error {
	f, err := files.NewWriter(path)
	if err != nil {
		return err
	}
	defer f.Abandon()
	if !strings.HasSuffix(path, ".gz") {
		err = p.Write(f)
	} else {
		z := gzip.NewWriter(f)
		err = errors.Join(p.Write(z), z.Close())
	}
	if err != nil {
		return err
	}
	return f.Commit()
}

// reason is an error without the name of its file.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
