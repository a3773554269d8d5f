package config

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// WriteSection writes a section; lists of tables in it, and tables that hold
// some, become sections of their own: [[figure.panel]].
func WriteSection(b *strings.Builder, header string, settings []Setting) {
	b.WriteString("\n" + header + "\n")
	WriteSettings(b, slices.DeleteFunc(slices.Clone(settings), Setting.nests))
	for _, e := range settings {
		path := strings.Trim(header, "[]") + "." + e.Key
		switch v := e.Value.(type) {
		case []Setting:
			if e.nests() {
				WriteSection(b, "["+path+"]", v)
			}
		case []any:
			if !e.nests() {
				continue
			}
			for _, t := range v {
				WriteSection(b, "[["+path+"]]", t.([]Setting))
			}
		}
	}
}

// nests tells whether a setting is a list of tables or holds one.
func (e Setting) nests() bool {
	switch v := e.Value.(type) {
	case []Setting:
		return slices.ContainsFunc(v, Setting.nests)
	case []any:
		if len(v) > 0 {
			_, ok := v[0].([]Setting)
			return ok
		}
	}
	return false
}

// WriteSettings writes keys and values with their equals signs in one column.
func WriteSettings(b *strings.Builder, settings []Setting) {
	lines := make([]Line, len(settings))
	for i, e := range settings {
		lines[i] = Line{Key: e.Key, Value: TOML(e.Value)}
	}
	WriteLines(b, lines)
}

// Line is a key with its value, as TOML, and its help.
type Line struct{ Key, Value, Help string }

// widest is the longest value that others keep their help away for.
const widest = 24

// WriteLines writes lines with their equals signs in one column, and their help in another.
func WriteLines(b *strings.Builder, lines []Line) {
	key, value := 0, 0
	for _, l := range lines {
		key = max(key, utf8.RuneCountInString(l.Key))
		if n := utf8.RuneCountInString(l.Value); n <= widest {
			value = max(value, n)
		}
	}
	for _, l := range lines {
		if l.Help == "" {
			fmt.Fprintf(b, "%-*s = %s\n", key, l.Key, l.Value)
		} else {
			fmt.Fprintf(b, "%-*s = %-*s  # %s\n", key, l.Key, value, l.Value, l.Help)
		}
	}
}
