package plan

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/internal/say"
)

// resolvedFrom begins a resolved config.
const resolvedFrom = "# resolved from "

// IsResolved tells whether the text of a config is one that this package wrote.
func IsResolved(text []byte) bool { return bytes.HasPrefix(text, []byte(resolvedFrom)) }

// Resolved is the config with every default spelled out: it makes the same
// tasks. A default that follows a swept key (the margin of a measurement, when
// that of the model is swept) is left out, because no single value would do. Relative paths of files start from
// the folder that keeps it; without one, "", they are absolute.
func (s *Spec) Resolved(folder string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, resolvedFrom+"%s: every default is spelled out\n", say.OneLine(s.File))
	config.WriteSettings(&b, config.Settings(&s.header))
	if len(s.Points) > 0 {
		s.writePoints(&b, folder)
	}
	for _, th := range s.Theories {
		config.WriteSection(&b, "[[theory]]", th.Settings())
	}
	if s.Distances != nil {
		config.WriteSection(&b, "["+addedSection+"]", config.Settings(&added{addedAt{s.Distances}}))
	}
	if s.figure != nil {
		config.WriteSection(&b, "[figure]", s.figure.Settings())
	}
	return []byte(b.String())
}

// place is a section of every point with its path and header.
type place struct {
	path, header string
	of           func(*Point) *config.Section
}

// places are the sections that make the tasks.
func (s *Spec) places() []place {
	all := []place{
		{"model", "[model]", func(p *Point) *config.Section { return p.model }},
		{"instance", "[instance]", func(p *Point) *config.Section { return p.instance }},
		{"algorithm", "[algorithm]", func(p *Point) *config.Section { return p.algorithm }},
	}
	for _, m := range s.measures() {
		all = append(all, place{"measure." + m.Kind, "[[measure]]", func(p *Point) *config.Section { return p.measure(m.Kind) }})
	}
	return all
}

// measure is the measurement of a kind, nil if the point does not make it.
func (p *Point) measure(kind string) *config.Section {
	i := slices.IndexFunc(p.measures, func(m *config.Section) bool { return m.Kind == kind })
	if i < 0 {
		return nil
	}
	return p.measures[i]
}

// Measured tells whether the point has a measurement of a kind, of a solution or of a pair as it is one.
func (p *Point) Measured(kind string) bool {
	return slices.ContainsFunc(p.Measures, func(m Measure) bool { return m.Kind == kind })
}

// selected is the list of the measurements that the points of a variant make; ok is
// false if these are all of the config.
func (s *Spec) selected(points []*Point) (e config.Setting, ok bool) {
	kinds := []any{}
	for _, m := range points[0].measures {
		kinds = append(kinds, m.Kind)
	}
	return config.Setting{Key: "measure", Value: kinds}, len(kinds) < len(s.measures())
}

// writePoints writes the sections that make the tasks.
func (s *Spec) writePoints(b *strings.Builder, folder string) {
	per := len(s.Points) / max(1, len(s.variants)) // points of a variant
	own := make([][]config.Setting, len(s.variants))
	for _, at := range s.places() {
		var groups [][]config.Setting
		for points := range slices.Chunk(s.Points, per) {
			groups = append(groups, s.movedTo(folder, at.path, at.of(points[0]), s.common(points, at)))
		}
		made := slices.DeleteFunc(slices.Clone(groups), func(g []config.Setting) bool { return g == nil })
		alike := !slices.ContainsFunc(made, func(g []config.Setting) bool { return !slices.EqualFunc(g, made[0], sameSetting) })
		measured := strings.HasPrefix(at.path, "measure.")                             // variants select of what the config has
		base := slices.DeleteFunc(slices.Clone(made[0]), func(e config.Setting) bool { // a variant without the key has its default
			return slices.ContainsFunc(made, func(g []config.Setting) bool { return !hasKey(g, e.Key) })
		})
		if alike || measured {
			config.WriteSection(b, at.header, base)
		}
		for i := range own {
			for _, e := range groups[i] {
				if !alike && !(measured && hasSetting(base, e)) {
					own[i] = append(own[i], config.Setting{Key: config.TOMLString(config.Join(at.path, e.Key)), Value: e.Value})
				}
			}
		}
	}
	if len(s.axes) > 0 {
		b.WriteString("\n[sweep]\n")
	}
	for _, a := range s.axes {
		kind := ""
		for _, at := range s.places() {
			if first := at.of(s.Points[0]); first != nil && config.Within(a.Path, at.path) {
				kind = first.Kind
			}
		}
		fmt.Fprintf(b, "%s = %s\n", config.TOMLString(a.Path), config.TOML(s.fromFolder(folder, a.Path, kind, a.Values)))
	}
	for i, v := range s.variants {
		b.WriteString("\n[[variant]]\n")
		entries := []config.Setting{{Key: "name", Value: v.Name}}
		if e, some := s.selected(s.Points[i*per : i*per+1]); some {
			entries = append(entries, e)
		}
		config.WriteSettings(b, append(entries, own[i]...))
	}
}

func hasSetting(settings []config.Setting, e config.Setting) bool {
	return slices.ContainsFunc(settings, func(o config.Setting) bool { return sameSetting(o, e) })
}

func hasKey(settings []config.Setting, key string) bool {
	return slices.ContainsFunc(settings, func(o config.Setting) bool { return o.Key == key })
}

func sameSetting(a, b config.Setting) bool {
	return a.Key == b.Key && config.TOML(a.Value) == config.TOML(b.Value)
}

// common are the entries of a section at the first of some points, without those
// that differ at another of them and are no swept keys themselves; nil if the points do
// not have the section.
func (s *Spec) common(points []*Point, at place) []config.Setting {
	first := at.of(points[0])
	if first == nil {
		return nil
	}
	entries, compared := first.Settings(), map[*config.Section]bool{first: true}
	for _, p := range points {
		sec := at.of(p)
		if compared[sec] {
			continue
		}
		compared[sec] = true
		others := sec.Settings()
		entries = slices.DeleteFunc(entries, func(e config.Setting) bool {
			return !hasSetting(others, e) && !s.sweeps(config.Join(at.path, e.Key))
		})
	}
	return entries
}

// sweeps tells whether a key, or one inside it, is swept.
func (s *Spec) sweeps(path string) bool {
	return slices.ContainsFunc(s.Swept, func(k string) bool { return config.Within(k, path) })
}

// movedTo are the settings of a section with the paths of files as seen from a folder.
func (s *Spec) movedTo(folder, path string, of *config.Section, settings []config.Setting) []config.Setting {
	for i, e := range settings {
		settings[i].Value = s.fromFolder(folder, config.Join(path, e.Key), of.Kind, e.Value)
	}
	return settings
}

// fromFolder is the value of a key in a section of a kind, of one that names files as seen from a folder.
// Absolute paths stay.
func (s *Spec) fromFolder(folder, key, kind string, v any) any {
	i := slices.IndexFunc(s.fileKeys, func(k config.FileKey) bool { return k.Path == key && slices.Contains(k.Kinds, kind) })
	if i < 0 {
		return v
	}
	return s.fileKeys[i].Changed(v, func(path string) string {
		if path == "" || filepath.IsAbs(path) {
			return path
		}
		if folder == "" {
			if whole, err := filepath.Abs(path); err == nil {
				return filepath.ToSlash(whole)
			}
		}
		return config.From(folder, path)
	})
}
