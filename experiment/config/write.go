package config

import (
	"fmt"
	"slices"
	"strings"
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
	width := 0
	for _, e := range settings {
		width = max(width, len(e.Key))
	}
	for _, e := range settings {
		fmt.Fprintf(b, "%-*s = %s\n", width, e.Key, TOML(e.Value))
	}
}
