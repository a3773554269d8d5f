package config

import (
	"fmt"
	"strings"
	"unicode"
)

// Limits of the text of a config, far beyond what a person writes. The time and the
// memory that the TOML library takes grow with the square of the depth, and it
// cannot be interrupted, so that the text is looked at before.
const (
	mostBytes = 4 << 20 // of the text
	mostDepth = 16      // of lists and tables within one another
	mostParts = 16      // of a dotted key
	mostText  = 4096    // bytes of a text, a key or a number
	mostKeys  = 20_000  // and headers of tables
)

// excess says what is beyond the limits in a text, and on which line: "" for
// nothing. It follows the text as long as that is TOML, as the library does.
func excess(text string) (want string, line int) {
	if len(text) > mostBytes {
		return fmt.Sprintf("larger than %d MiB", mostBytes>>20), 0
	}
	m := meter{text: text, line: 1}
	for m.at < len(text) && m.want == "" {
		m.next()
	}
	return m.want, m.line
}

// meter walks a text, piece by piece.
type meter struct {
	text  string
	at    int // next byte
	line  int // its line
	depth int // of brackets and braces
	dots  int // since the last sign that ends a key or a value
	run   int // bytes since then or since the last dot
	keys  int
	want  string // what is exceeded
}

// next passes one character, or a comment or a text as a whole.
func (m *meter) next() {
	c := m.text[m.at]
	switch c {
	case '#':
		if end := strings.IndexByte(m.text[m.at:], '\n'); end >= 0 {
			m.at += end
		} else {
			m.at = len(m.text)
		}
		return
	case '"', '\'':
		m.quoted()
		return
	case '.':
		m.dots++
		m.run = 0
		m.most(m.dots+1, mostParts, "a key of more than %d parts")
	case '[', '{':
		m.depth++
		m.most(m.depth, mostDepth, "lists and tables nested more than %d deep")
	case ']', '}':
		m.depth--
	case '=':
		m.keys++
	case '\n':
		m.line++
	}
	switch c {
	case '[', '{', ']', '}', '=', ',', '\n':
		if c == '[' && m.depth == 1 {
			m.keys++ // a header, or a list
		}
		m.dots, m.run = 0, 0
		m.most(m.keys, mostKeys, "more than %d keys")
	case ' ', '\t', '\r':
	default:
		m.run++
		m.most(m.run, mostText, "a word of more than %d bytes")
	}
	m.at++
}

// quoted passes a text of any of the four kinds.
func (m *meter) quoted() {
	start, mark := m.line, m.text[m.at:min(m.at+3, len(m.text))]
	f := finder{text: m.text, at: m.at, line: m.line}
	m.run = len(f.quoted())
	m.at, m.line = f.at, f.line
	if mark != `"""` && mark != "'''" && m.line != start {
		m.at, m.line = len(m.text), start // a mistake, of which the library says more
		return
	}
	if m.most(m.run, mostText, "a text of more than %d bytes"); m.want != "" {
		m.line = start
	}
}

// most notes a number that is larger than its limit.
func (m *meter) most(n, limit int, want string) {
	if n > limit && m.want == "" {
		m.want = fmt.Sprintf(want, limit)
	}
}

// Hidden reports whether a character has no shape of its own: control characters,
// line ends, and marks that change the direction of reading, with which a text can
// look like another one. The two that join letters, as some languages need, do not.
func Hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Cs, unicode.Co) && r != '\u200c' && r != '\u200d'
}

// looksElse reports whether a text can look like another one. Line ends and tabs
// cannot: whoever has no use for them says so.
func looksElse(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return Hidden(r) && r != '\n' && r != '\t' })
}

// noHidden refuses texts and keys with hidden characters in the value at a path.
func (d *Document) noHidden(path string, v any) error {
	switch v := v.(type) {
	case string:
		if looksElse(v) {
			return d.Fault(path, Show(v), "want a text without hidden characters")
		}
	case Tree:
		for _, key := range d.InOrder(path, v) {
			if looksElse(key) {
				return d.Fault(Join(path, key), "", "want a key without hidden characters")
			}
			if err := d.noHidden(Join(path, key), v[key]); err != nil {
				return err
			}
		}
	default:
		list, _ := listOf(v)
		for i, x := range list {
			if err := d.noHidden(Element(path, i), x); err != nil {
				return err
			}
		}
	}
	return nil
}
