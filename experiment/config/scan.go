package config

import (
	"fmt"
	"strings"
)

// scan goes through a TOML text before the library does, which tells no lines of keys, and whose time and memory grow
// with the square of the depth. It is right about a text that is TOML, and about another as far as the library
// reads it, up to the first mistake.
type scan struct {
	lines  map[string]int // where headers, keys before an equals sign and the elements of their lists stand, by path: "measure[1].kind"
	tables map[string]int // lists of tables so far, by path: their elements
	line   int            // of the token
	want   string         // what is beyond the limits of a config, on that line; "" for nothing

	table              string   // whose keys follow
	key                []string // of this line, as far as it goes
	header, value      bool     // the line is the header of a table; it is read, or the equals sign is
	list               string   // whose elements follow, one of a key of this line; "" for none
	element            int      // of which so many are behind
	keys, depth, parts int      // keys and headers so far; brackets that are open; parts of what has dots
}

// scanned is the scan of a text.
func scanned(text string) *scan {
	s := &scan{lines: map[string]int{}, tables: map[string]int{}, line: 1, parts: 1}
	for text = strings.TrimPrefix(text, "\ufeff"); text != "" && s.want == ""; {
		token := tokenOf(text)
		text = text[len(token):]
		switch c := token[0]; {
		case strings.IndexByte(" \t\r#", c) >= 0:
		case c == '"' || c == '\'':
			s.begin()
			s.word(strings.Trim(token, token[:1]), "a text of more than %d bytes")
			open := strings.Contains(token, "\n") && !strings.HasPrefix(token, strings.Repeat(token[:1], 3))
			if open { // not closed on its line, as it has to be: the library says more
				return s
			}
			if s.want == "" {
				s.line += strings.Count(token, "\n")
			}
		case c == '.':
			s.parts++
			s.limit(s.parts, mostParts, "a key of more than %d parts")
		case strings.IndexByte("\n=,[]{}", c) >= 0:
			s.sign(c)
			s.parts = 1
		default:
			s.begin()
			s.word(token, "a word of more than %d bytes")
		}
	}
	return s
}

// begin notes where an element of a list begins.
func (s *scan) begin() {
	if s.list != "" && s.depth == 1 {
		s.note(Element(s.list, s.element), nil)
	}
}

// word takes a word or the text in quotes, which may be a part of a key.
func (s *scan) word(text, beyond string) {
	s.limit(len(text), mostText, beyond)
	if !s.value {
		s.key = append(s.key, text)
	}
}

// sign takes a sign that ends words.
func (s *scan) sign(c byte) {
	begins := s.depth == 0 && !s.value // of the line
	switch c {
	case '\n':
		if s.line++; s.depth == 0 {
			s.key, s.header, s.value, s.list = nil, false, false, ""
		}
	case '[', '{':
		if s.begin(); c == '{' && s.depth == 0 {
			s.list = "" // a table has no elements
		}
		s.header = s.header || begins && s.key == nil
		s.depth++
		s.limit(s.depth, mostDepth, "lists and tables nested more than %d deep")
	case ']', '}':
		if s.header && s.key != nil {
			s.table = s.headed(s.key, s.depth > 1)
			s.key, s.value = nil, true
			s.counted()
		}
		s.depth = max(s.depth-1, 0)
	case ',':
		if s.depth == 1 {
			s.element++
		}
	case '=':
		if begins {
			s.list, s.element, s.value = s.note(s.table, s.key), 0, true
		}
		s.counted()
	}
}

// counted counts a key or a header.
func (s *scan) counted() {
	s.keys++
	s.limit(s.keys, mostKeys, "more than %d keys")
}

// limit ends the scan at a number that is larger than its limit.
func (s *scan) limit(n, most int, want string) {
	if n > most {
		s.want = fmt.Sprintf(want, most)
	}
}

// headed notes the table, or the element of a list of tables, that a header opens, and returns its path.
func (s *scan) headed(key []string, list bool) (path string) {
	for i, k := range key {
		path = Join(path, k)
		n, isList := s.tables[path]
		switch {
		case i == len(key)-1 && list:
			s.note(path, nil)
			s.tables[path] = n + 1
			path = Element(path, n)
		case isList:
			path = Element(path, n-1)
		}
		s.note(path, nil)
	}
	return path
}

// note notes where a key in a table stands, and what is around it. It returns its path.
func (s *scan) note(path string, key []string) string {
	for i := range max(len(key), 1) {
		if key != nil {
			path = Join(path, key[i])
		}
		if _, noted := s.lines[path]; !noted {
			s.lines[path] = s.line
		}
	}
	return path
}

// tokenOf is the first token of a text: a string of one of the four kinds, a comment, a word, or one character. A
// string that is not closed ends with the text.
func tokenOf(text string) string {
	const marks = " \t\r\n.=,[]{}#\"'"
	switch c := text[:1]; c {
	case "#":
		end, _, _ := strings.Cut(text, "\n")
		return end
	case `"`, "'":
		mark := c
		if strings.HasPrefix(text, c+c+c) {
			mark = c + c + c
		}
		end := len(mark)
		for end < len(text) && !strings.HasPrefix(text[end:], mark) {
			if text[end] == '\\' && c == `"` {
				end++
			}
			end++
		}
		end += len(mark)
		for len(mark) == 3 && end < len(text) && text[end] == c[0] {
			end++ // a quote or two may stand right before the closing mark
		}
		return text[:min(end, len(text))]
	}
	if end := strings.IndexAny(text, marks); end > 0 {
		return text[:end]
	} else if end < 0 {
		return text
	}
	return text[:1]
}
