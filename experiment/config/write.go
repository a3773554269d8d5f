package config

import (
	"fmt"
	"slices"
	"strings"
)

// WriteSection writes a section; lists of tables in it, and tables that hold
// some, become sections of their own: [[figure.panel]].
func WriteSection(b *strings.Builder, header string, entries []Entry) {
	b.WriteString("\n" + header + "\n")
	WriteEntries(b, slices.DeleteFunc(slices.Clone(entries), Entry.nests))
	for _, e := range entries {
		path := strings.Trim(header, "[]") + "." + e.Key
		switch v := e.Value.(type) {
		case []Entry:
			if e.nests() {
				WriteSection(b, "["+path+"]", v)
			}
		case []any:
			if !e.nests() {
				continue
			}
			for _, t := range v {
				WriteSection(b, "[["+path+"]]", t.([]Entry))
			}
		}
	}
}

// nests tells whether an entry is a list of tables or holds one.
func (e Entry) nests() bool {
	switch v := e.Value.(type) {
	case []Entry:
		return slices.ContainsFunc(v, Entry.nests)
	case []any:
		if len(v) > 0 {
			_, ok := v[0].([]Entry)
			return ok
		}
	}
	return false
}

// WriteEntries writes keys and values with their equals signs in one column.
func WriteEntries(b *strings.Builder, entries []Entry) {
	width := 0
	for _, e := range entries {
		width = max(width, len(e.Key))
	}
	for _, e := range entries {
		fmt.Fprintf(b, "%-*s = %s\n", width, e.Key, TOML(e.Value))
	}
}
