package config

import (
	"fmt"
	"strings"
)

// findKeys tells on which line every key of a TOML text stands: path → line,
// "model.n", "algorithm.gamma.steps", "measure[1].kind". It ends where the text is no
// TOML, or beyond the limits of a config, as the walk says.
//
// The TOML library keeps these positions to itself, and a message about a key
// without its line would send the user searching.
func findKeys(text string) (lines map[string]int, walk *finder) {
	f := &finder{text: strings.TrimPrefix(text, "\ufeff"), line: 1, found: map[string]int{}, tables: map[string]int{}}
	f.document()
	return f.found, f
}

// finder walks a TOML text and notes where its keys stand.
type finder struct {
	text   string
	at     int // next byte
	line   int // its line
	found  map[string]int
	tables map[string]int // arrays of tables met so far: path → number of elements

	keys, depth int    // pairs and headers so far; lists and tables around the value
	want        string // what is beyond the limits, on which line; "" for nothing
	wantLine    int
}

// document reads headers and key-value pairs until the end.
func (f *finder) document() {
	table := ""
	for f.blank(true); f.at < len(f.text) && f.want == ""; f.blank(true) {
		start := f.at
		if f.text[f.at] == '[' {
			table = f.header()
		} else {
			f.pair(table)
		}
		if f.at == start {
			return // lost: not TOML
		}
	}
}

// header reads [a.b] or [[a.b]] and returns the path of the table it opens.
func (f *finder) header() string {
	f.at++
	array := f.peek() == '['
	if array {
		f.at++
	}
	line, path := f.line, ""
	keys := f.key()
	for i, k := range keys {
		path = Join(path, k)
		n, isArray := f.tables[path]
		switch {
		case i == len(keys)-1 && array:
			f.note(path, line)
			f.tables[path] = n + 1
			path = Element(path, n)
		case isArray:
			path = Element(path, n-1)
		}
		f.note(path, line)
	}
	for f.at < len(f.text) && f.text[f.at] == ']' {
		f.at++
	}
	return path
}

// pair reads key = value in a table.
func (f *finder) pair(table string) {
	line, path := f.line, table
	keys := f.key()
	for _, k := range keys {
		path = Join(path, k)
		f.note(path, line)
	}
	if f.peek() != '=' {
		return
	}
	f.at++
	f.blank(false)
	f.value(path)
}

// key reads a dotted key and the blanks around it.
func (f *finder) key() []string {
	var parts []string
	f.keys++
	f.limit(f.keys, mostKeys, "more than %d keys")
	for {
		f.blank(false)
		if c := f.peek(); c == '"' || c == '\'' {
			parts = append(parts, f.quoted())
		} else {
			start := f.at
			for f.at < len(f.text) && !strings.ContainsRune(" \t\r\n.=]#,{}", rune(f.text[f.at])) {
				f.at++
			}
			parts = append(parts, f.text[start:f.at])
			f.limit(f.at-start, mostText, "a word of more than %d bytes")
		}
		f.blank(false)
		if f.peek() != '.' || f.want != "" {
			return parts
		}
		f.at++
		f.limit(len(parts)+1, mostParts, "a key of more than %d parts")
	}
}

// value skips a value, noting the keys inside tables and the elements of arrays.
func (f *finder) value(path string) {
	switch c := f.peek(); c {
	case '"', '\'':
		f.quoted()
	case '[', '{':
		end := byte(']')
		if c == '{' {
			end = '}'
		}
		f.at++
		f.depth++
		f.limit(f.depth, mostDepth, "lists and tables nested more than %d deep")
		defer func() { f.depth-- }()
		for i := 0; f.want == ""; i++ {
			f.blank(true)
			if f.peek() == end || f.at >= len(f.text) {
				break
			}
			start := f.at
			if c == '{' {
				f.pair(path)
			} else {
				element := Element(path, i)
				f.note(element, f.line)
				f.value(element)
			}
			f.blank(true)
			if f.peek() == ',' {
				f.at++
			}
			if f.at == start {
				return
			}
		}
		f.at++
	default:
		start := f.at
		for f.at < len(f.text) && !strings.ContainsRune(",]}#\n", rune(f.text[f.at])) {
			f.at++
		}
		f.limit(len(strings.TrimSpace(f.text[start:f.at])), mostText, "a word of more than %d bytes")
	}
}

// quoted reads a string of any of the four kinds. Escapes are left as they
// stand, since no known key has one. One that is not closed on its line, as it has to be,
// ends the walk: the library says more.
func (f *finder) quoted() string {
	c := f.text[f.at : f.at+1]
	mark := c
	if strings.HasPrefix(f.text[f.at:], c+c+c) {
		mark = c + c + c
	}
	f.at += len(mark)
	start, line := f.at, f.line
	for f.at < len(f.text) && !strings.HasPrefix(f.text[f.at:], mark) {
		if f.text[f.at] == '\\' && c == `"` {
			f.at++
		}
		if f.at < len(f.text) && f.text[f.at] == '\n' {
			f.line++
		}
		f.at++
	}
	end := min(f.at, len(f.text))
	f.at = min(end+len(mark), len(f.text))
	for len(mark) == 3 && strings.HasPrefix(f.text[f.at:], c) {
		f.at++ // a quote or two may stand right before the closing mark
	}
	switch length := end - start; {
	case len(mark) == 1 && f.line > line:
		f.at = len(f.text)
	case length > mostText:
		f.line = line
		f.limit(length, mostText, "a text of more than %d bytes")
	}
	return f.text[start:end]
}

// blank skips spaces and, if asked, line ends and comments.
func (f *finder) blank(lines bool) {
	for ; f.at < len(f.text); f.at++ {
		switch c := f.text[f.at]; {
		case c == ' ' || c == '\t' || c == '\r':
		case c == '\n' && lines:
			f.line++
		case c == '#' && lines:
			for f.at+1 < len(f.text) && f.text[f.at+1] != '\n' {
				f.at++
			}
		default:
			return
		}
	}
}

func (f *finder) peek() byte {
	if f.at < len(f.text) {
		return f.text[f.at]
	}
	return 0
}

func (f *finder) note(path string, line int) {
	if _, ok := f.found[path]; !ok {
		f.found[path] = line
	}
}

// longestPath ends the growth of paths in texts nested absurdly deep, whose
// paths would otherwise take memory quadratic in the depth.
const longestPath = 500

// Join appends a key to a path.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	if len(path) > longestPath {
		return path
	}
	return path + "." + key
}

// Element appends the number of an element to a path.
func Element(path string, i int) string {
	if len(path) > longestPath {
		return path
	}
	return fmt.Sprintf("%s[%d]", path, i)
}

// Within tells whether a path is another one or leads into it.
func Within(path, other string) bool {
	rest, ok := strings.CutPrefix(path, other)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}
