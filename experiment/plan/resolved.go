package plan

import (
	"fmt"
	"strings"

	"fbp/experiment/config"
)

// Resolved is the config with every default spelled out: it makes the same
// tasks. A default that follows a swept key (the margin of a measurement, when
// that of the model is swept) is left out, because no single value would do.
func (s *Spec) Resolved() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# resolved from %s: every default is spelled out\n", config.OneLine(s.File))
	config.WriteEntries(&b, config.Entries(&s.header))
	if len(s.Points) > 0 {
		s.writePoints(&b)
	}
	for _, th := range s.Theories {
		config.WriteSection(&b, "[[theory]]", th.entries())
	}
	if s.figure != nil {
		config.WriteSection(&b, "[figure]", s.figure.Entries())
	}
	return []byte(b.String())
}

// writePoints writes the sections that make the tasks.
func (s *Spec) writePoints(b *strings.Builder) {
	first := s.Points[0]
	config.WriteSection(b, "[model]", s.common("model", func(p *Point) *config.Section { return p.model }))
	config.WriteSection(b, "[instance]", s.common("instance", func(p *Point) *config.Section { return p.instance }))
	config.WriteSection(b, "[algorithm]", s.common("algorithm", func(p *Point) *config.Section { return p.algorithm }))
	for i, m := range first.measures {
		config.WriteSection(b, "[[measure]]", s.common("measure."+m.Kind, func(p *Point) *config.Section { return p.measures[i] }))
	}
	if len(s.axes) > 0 {
		b.WriteString("\n[sweep]\n")
	}
	for _, a := range s.axes {
		fmt.Fprintf(b, "%s = %s\n", config.TOMLString(a.Path), config.TOML(a.Values))
	}
}

// common are the entries of a section at the first point, without those that
// differ at another point and are no swept keys themselves.
func (s *Spec) common(path string, of func(*Point) *config.Section) []config.Entry {
	entries := of(s.Points[0]).Entries()
	differs, compared := map[string]bool{}, map[*config.Section]bool{of(s.Points[0]): true}
	for _, p := range s.Points {
		sec := of(p)
		if compared[sec] {
			continue
		}
		compared[sec] = true
		values := map[string]string{}
		for _, e := range sec.Entries() {
			values[e.Key] = config.TOML(e.Value)
		}
		for _, e := range entries {
			if values[e.Key] != config.TOML(e.Value) {
				differs[e.Key] = true
			}
		}
	}
	kept := entries[:0]
	for _, e := range entries {
		if !differs[e.Key] || s.sweeps(config.Join(path, e.Key)) {
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
