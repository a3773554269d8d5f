package instances

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"math"
	"strconv"
)

// longestEntry is the number of characters that an entry may have.
const longestEntry = 64

// byteOrderMark is what editors of Windows begin a text with.
const byteOrderMark = "\ufeff"

// text reads the entries of a text one by one: a line, which may be a whole
// file, is not kept in memory.
type text struct {
	p *Patterns
	form
	signs       alphabet
	line, first int       // numbers of lines: of this one, and of the first pattern
	row         []uint64  // the bits of this line
	values      []float64 // or its real numbers
	n           int       // its entries
}

// readText reads patterns as text.
func readText(in *bufio.Reader, f form) (*Patterns, error) {
	t := &text{p: new(Patterns), form: f, line: 1}
	if mark, _ := in.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		in.Discard(len(mark))
	}
	words := bufio.NewScanner(in)
	words.Split(splitter())
	for words.Scan() {
		var err error
		if word := words.Bytes(); word[0] == '\n' {
			err = t.endLine()
		} else {
			err = t.entry(word)
		}
		if err != nil { // after a failure to read, the word may be a part of one
			return nil, cmp.Or(words.Err(), err)
		}
	}
	if err := words.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", t.line, err)
	}
	if err := t.endLine(); err != nil {
		return nil, err
	}
	if t.p.P == 0 {
		return nil, errNone
	}
	return t.p, nil
}

// splitter divides a text into entries and line ends, "\n" for those of any system: \n, \r\n or \r.
// It leaves out comments, and of an entry that is too long returns the beginning.
func splitter() bufio.SplitFunc {
	comment := false
	return func(data []byte, end bool) (advance int, word []byte, err error) {
		for i, c := range data {
			switch {
			case c == '\r' && i+1 == len(data) && !end: // a \n may follow
				return i, nil, nil
			case c == '\n' || c == '\r':
				comment = false
				if bytes.HasPrefix(data[i:], []byte("\r\n")) {
					i++
				}
				return i + 1, []byte("\n"), nil
			case c == '#':
				comment = true
			case comment || separates(c):
			default:
				stop := i + 1
				for stop < len(data) && !separates(data[stop]) {
					stop++
				}
				if stop == len(data) && !end && stop-i <= longestEntry { // it may go on
					return i, nil, nil
				}
				return stop, data[i:stop], nil
			}
		}
		return len(data), nil, nil
	}
}

// separates tells whether an entry ends before a character.
func separates(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' || c == '#' }

// entry takes in an entry of the row.
func (t *text) entry(word []byte) error {
	place := func() string { return fmt.Sprintf("line %d, entry %d", t.line, t.n+1) }
	x, err := strconv.ParseFloat(string(word), 64)
	switch {
	case t.flat && t.p.N > 1:
		return fmt.Errorf("line %d: a second row of numbers: want one row, or one number per line", t.line)
	case t.want > 0 && t.p.P*t.p.N+t.n == t.want:
		return t.surplus()
	case t.n == t.most():
		return fmt.Errorf("line %d: more than %d entries", t.line, t.n)
	case t.real:
		// An underscore is of Go, and means something else to whoever wrote the file.
		if err != nil || math.IsInf(x, 0) || math.IsNaN(x) || len(word) > longestEntry || bytes.IndexByte(word, '_') >= 0 {
			return fmt.Errorf("%s: %.40q: want a number", place(), word)
		}
		t.values = append(t.values, x)
	// Other digits are of a number that is only close to ±1 or 0.
	case err != nil || x != 1 && x != -1 && x != 0 || len(word) > longestEntry || len(word) > 2 && len(bytes.Trim(word, "01+-.eE")) > 0:
		hint := ""
		if i := bytes.IndexAny(word, ",;"); i >= 0 {
			hint = fmt.Sprintf("; entries are separated by blanks or tabs, not by %q", word[i])
		} else if err == nil {
			hint = t.hint()
		}
		return fmt.Errorf("%s: %.40q: want 1 or -1 (or 1 and 0)%s", place(), word, hint)
	default:
		if t.n%64 == 0 {
			t.row = append(t.row, 0)
		}
		negative, err := t.signs.negative(int(x), place)
		if err != nil {
			return fmt.Errorf("%w%s", err, t.hint())
		}
		if negative {
			t.row[t.n/64] |= 1 << (t.n % 64)
		}
	}
	t.n++
	return nil
}

// endLine adds the row of a line, if it has one.
func (t *text) endLine() error {
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

// alphabet makes sure that a file writes signs in one way, 1 and −1 or 1 and 0: a
// file with both contains something else.
type alphabet struct {
	minus int    // how the file writes −1
	place string // where it does so first; "" if it did not yet
}

// negative reports whether an entry, 1, −1 or 0, means −1.
func (a *alphabet) negative(entry int, place func() string) (bool, error) {
	switch {
	case entry == 1:
		return false, nil
	case a.place == "":
		a.minus, a.place = entry, place()
	case entry != a.minus:
		return false, fmt.Errorf("%s: %d, but %d at %s: want 1 and -1, or 1 and 0, in a file", place(), entry, a.minus, a.place)
	}
	return true, nil
}
