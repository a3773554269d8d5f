package instances

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"strconv"
	"strings"

	"fbp/internal/files"
)

// longestEntry is the number of characters that an entry may have.
const longestEntry = 64

// text reads the entries of a text, byte by byte: a line, which may be a whole
// file, is not kept in memory.
type text struct {
	p *Patterns
	form
	signs       alphabet
	line, first int       // numbers of lines: of this one, and of the first pattern
	row         []uint64  // the bits of this line
	values      []float64 // or its real numbers
	n           int       // its entries
	entry       []byte
	here        func() string // place, made once
}

// readText reads patterns as text. Lines end as those of any system: \n, \r\n or \r.
func readText(in *bufio.Reader, f form) (*Patterns, error) {
	t := &text{p: new(Patterns), form: f, line: 1}
	t.here = t.place
	if mark, _ := in.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		in.Discard(len(mark))
	}
	comment, last := false, byte(0)
	for {
		c, err := in.ReadByte()
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("line %d: %w", t.line, err)
		}
		var bad error
		switch {
		case err == nil && c == '\n' && last == '\r': // the rest of this line end
		case err == io.EOF || c == '\n' || c == '\r':
			bad, comment = t.endLine(), false
		case comment:
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			bad = t.endEntry()
		case c == '#':
			bad, comment = t.endEntry(), true
		case len(t.entry) <= longestEntry:
			t.entry = append(t.entry, c)
		}
		if bad != nil {
			return nil, bad
		}
		if err == io.EOF {
			break
		}
		last = c
	}
	if t.p.P == 0 {
		return nil, errNone
	}
	return t.p, nil
}

// byteOrderMark is what editors of Windows begin a text with.
const byteOrderMark = "\ufeff"

// endEntry packs an entry into the row.
func (t *text) endEntry() error {
	if len(t.entry) == 0 {
		return nil
	}
	if t.n == t.most() {
		return fmt.Errorf("line %d: more than %d entries", t.line, t.n)
	}
	if t.real {
		return t.endReal()
	}
	entry, ok := parseEntry(t.entry)
	if !ok || len(t.entry) > longestEntry {
		return fmt.Errorf("%s: %.40q: want 1 or -1 (or 1 and 0)%s", t.place(), t.entry, t.hint())
	}
	if t.n%64 == 0 {
		t.row = append(t.row, 0)
	}
	negative, err := t.signs.negative(entry, t.here)
	if err != nil {
		return err
	}
	if negative {
		t.row[t.n/64] |= 1 << (t.n % 64)
	}
	t.n++
	t.entry = t.entry[:0]
	return nil
}

// place is where the entry is.
func (t *text) place() string { return fmt.Sprintf("line %d, entry %d", t.line, t.n+1) }

// hint says what an entry that is no sign may be instead.
func (t *text) hint() string {
	if _, err := strconv.ParseFloat(string(t.entry), 64); err == nil && !t.flat {
		return "; real = true reads real numbers"
	}
	if i := bytes.IndexAny(t.entry, ",;"); i >= 0 {
		return fmt.Sprintf("; entries are separated by blanks or tabs, not by %q", t.entry[i])
	}
	return ""
}

// endReal takes in a real number.
func (t *text) endReal() error {
	x, err := strconv.ParseFloat(string(t.entry), 64)
	// An underscore is of Go, and means something else to whoever wrote the file.
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) || len(t.entry) > longestEntry || bytes.IndexByte(t.entry, '_') >= 0 {
		return fmt.Errorf("%s: %.40q: want a number", t.place(), t.entry)
	}
	t.values = append(t.values, x)
	t.n++
	t.entry = t.entry[:0]
	return nil
}

// endLine adds the row of a line, if it has one.
func (t *text) endLine() error {
	if err := t.endEntry(); err != nil {
		return err
	}
	p := t.p
	switch {
	case t.n == 0:
	case p.P > 0 && t.n != p.N:
		return fmt.Errorf("line %d: %d entries, want %d as in line %d", t.line, t.n, p.N, t.first)
	default:
		if p.P == 0 {
			p.N, p.words, t.first = t.n, len(t.row), t.line
		}
		if len(p.bits)+len(t.row)+len(p.reals)+len(t.values) > mostWords {
			return errTooMany
		}
		p.bits, p.reals = append(p.bits, t.row...), append(p.reals, t.values...)
		p.P++
	}
	t.line, t.n, t.row, t.values = t.line+1, 0, t.row[:0], t.values[:0]
	return nil
}

// Write writes the patterns in the format of Read, numbers separated by blanks.
func (p *Patterns) Write(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<16) // errors are kept until Flush
	var number []byte
	for mu := range p.P {
		for i := range p.N {
			if i > 0 {
				b.WriteByte(' ')
			}
			number = strconv.AppendFloat(number[:0], p.At(mu, i), 'g', -1, 64)
			b.Write(number)
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

// WriteFile writes the patterns to a file, compressed when its name ends in
// ".gz", without date and name in the header so that the bytes are those of the
// patterns alone. A file that could not be written completely is removed.
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

// reason is the error without the name of the file.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
