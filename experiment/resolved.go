package experiment

import (
	"fmt"
	"slices"
	"strings"
)

// Resolved is the config with every default spelled out: it makes the same
// tasks. A default that follows a swept key (the margin of a measurement, when
// that of the model is swept) is left out, because no single value would do.
func (s *Spec) Resolved() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# resolved from %s: every default is spelled out\n", oneLine(s.File))
	writeEntries(&b, entriesOf(&s.header))
	if len(s.Points) > 0 {
		s.writePoints(&b)
	}
	for _, th := range s.Theories {
		writeSection(&b, "[[theory]]", th.entries())
	}
	if s.figure != nil {
		writeSection(&b, "[figure]", s.figure.entries())
	}
	return []byte(b.String())
}

// writePoints writes the sections that make the tasks.
func (s *Spec) writePoints(b *strings.Builder) {
	first := s.Points[0]
	writeSection(b, "[model]", s.common("model", func(p *Point) *section { return p.model }))
	writeSection(b, "[instance]", s.common("instance", func(p *Point) *section { return p.instance }))
	writeSection(b, "[algorithm]", s.common("algorithm", func(p *Point) *section { return p.algorithm }))
	for i, m := range first.measures {
		writeSection(b, "[[measure]]", s.common("measure."+m.kind, func(p *Point) *section { return p.measures[i] }))
	}
	if len(s.axes) > 0 {
		b.WriteString("\n[sweep]\n")
	}
	for _, a := range s.axes {
		fmt.Fprintf(b, "%s = %s\n", tomlString(a.path), tomlValue(a.values))
	}
}

// common are the entries of a section at the first point, without those that
// differ at another point and are no swept keys themselves.
func (s *Spec) common(path string, of func(*Point) *section) []entry {
	entries := of(s.Points[0]).entries()
	differs, compared := map[string]bool{}, map[*section]bool{of(s.Points[0]): true}
	for _, p := range s.Points {
		sec := of(p)
		if compared[sec] {
			continue
		}
		compared[sec] = true
		values := map[string]string{}
		for _, e := range sec.entries() {
			values[e.key] = tomlValue(e.value)
		}
		for _, e := range entries {
			if values[e.key] != tomlValue(e.value) {
				differs[e.key] = true
			}
		}
	}
	kept := entries[:0]
	for _, e := range entries {
		if !differs[e.key] || s.sweeps(join(path, e.key)) {
			kept = append(kept, e)
		}
	}
	return kept
}

// sweeps tells whether a key, or one inside it, is swept.
func (s *Spec) sweeps(path string) bool {
	for _, k := range s.Swept {
		if k == path || strings.HasPrefix(k, path+".") {
			return true
		}
	}
	return false
}

// writeSection writes a section; lists of tables in it, and tables that hold
// some, become sections of their own: [[figure.panel]].
func writeSection(b *strings.Builder, header string, entries []entry) {
	b.WriteString("\n" + header + "\n")
	writeEntries(b, slices.DeleteFunc(slices.Clone(entries), entry.nests))
	for _, e := range entries {
		path := strings.Trim(header, "[]") + "." + e.key
		switch v := e.value.(type) {
		case []entry:
			if e.nests() {
				writeSection(b, "["+path+"]", v)
			}
		case []any:
			if !e.nests() {
				continue
			}
			for _, t := range v {
				writeSection(b, "[["+path+"]]", t.([]entry))
			}
		}
	}
}

// nests tells whether an entry is a list of tables or holds one.
func (e entry) nests() bool {
	switch v := e.value.(type) {
	case []entry:
		return slices.ContainsFunc(v, entry.nests)
	case []any:
		if len(v) > 0 {
			_, ok := v[0].([]entry)
			return ok
		}
	}
	return false
}

// writeEntries writes keys and values with their equals signs in one column.
func writeEntries(b *strings.Builder, entries []entry) {
	width := 0
	for _, e := range entries {
		width = max(width, len(e.key))
	}
	for _, e := range entries {
		fmt.Fprintf(b, "%-*s = %s\n", width, e.key, tomlValue(e.value))
	}
}
