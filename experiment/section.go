package experiment

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"fbp/internal/fault"
)

// section is a part of a config that names a kind: [model], [instance],
// [algorithm], a [[measure]], [figure]. Points of a sweep share equal ones.
type section struct {
	kind  string
	value any    // the kind's struct, filled
	shown any    // nil, or keys that change no task, whatever the kind: a struct, filled
	json  string // canonical, with the kind and without what is shown: what is hashed
}

// entries are the keys of the section in order, kind first.
func (s *section) entries() []entry {
	entries := append([]entry{{"kind", s.kind}}, entriesOf(s.value)...)
	if s.shown != nil {
		entries = append(entries, entriesOf(s.shown)...)
	}
	return entries
}

func newSection(kind string, value any) *section {
	s := &section{kind: kind, value: value}
	s.json = string(toJSON(s.entries()))
	return s
}

// build makes the struct of the section at path: defaults, then the values of
// the config but for the keys to skip.
func build[T any](d *document, path string, kinds map[string]T, construct func(T) any, skip ...string) (*section, error) {
	t, err := d.table(path)
	if err != nil {
		return nil, err
	}
	kind, err := kindOf(d, path, t, sorted(kinds))
	if err != nil {
		return nil, err
	}
	value := construct(kinds[kind])
	if err := d.fill(path, t, value, append(skip, "kind")...); err != nil {
		return nil, err
	}
	if c, ok := value.(Completed); ok {
		c.Complete(func(key string) bool { _, given := t[key]; return given })
	}
	return newSection(kind, value), nil
}

// Completed is implemented by kinds some of whose defaults follow other keys of
// theirs. Complete fills in those that the config does not give.
type Completed interface {
	Complete(given func(key string) bool)
}

// show fills in the keys of the section at path that change no task.
func (s *section) show(d *document, path string, shown any) error {
	t, err := d.table(path)
	if err != nil {
		return err
	}
	s.shown = shown
	return d.fill(path, t, shown, append(keysOf(s.value), "kind")...)
}

// hashShown makes the keys that are shown a part of what is hashed.
func (s *section) hashShown() { s.json = string(toJSON(s.entries())) }

// keysOf lists the keys of a struct.
func keysOf(v any) (keys []string) {
	for _, f := range fieldsOf(reflect.TypeOf(v).Elem()) {
		keys = append(keys, f.key)
	}
	return keys
}

// table is the table at a path.
func (d *document) table(path string) (table, error) {
	t := d.root
	for k := range strings.SplitSeq(path, ".") {
		v, given := t[k]
		if !given {
			return nil, &ConfigError{Where: d.file, Key: path, Want: "this section is missing"}
		}
		next, ok := v.(table)
		if !ok {
			return nil, d.fault(path, show(v), fmt.Sprintf("want a section [%s]", path))
		}
		t = next
	}
	return t, nil
}

// kindOf reads the kind of a section and refuses unknown ones.
func kindOf(d *document, path string, t table, known []string) (string, error) {
	v, given := t["kind"]
	if !given {
		return "", d.fault(join(path, "kind"), "", "missing; want one of: "+strings.Join(known, ", "))
	}
	kind, ok := v.(string)
	if !ok {
		return "", d.fault(join(path, "kind"), show(v), "want a string, one of: "+strings.Join(known, ", "))
	}
	if !slices.Contains(known, kind) {
		return "", d.fault(join(path, "kind"), show(v), "unknown kind; "+didYouMean(kind, known))
	}
	return kind, nil
}

// invalid gives the error of a section's Validate or Check its place in the
// config: that of the key, if it is a fault of one.
func (d *document) invalid(path string, s *section, err error) error {
	if err == nil {
		return nil
	}
	var config *ConfigError
	if errors.As(err, &config) {
		return err
	}
	var f *fault.Fault
	if !errors.As(err, &f) || !s.has(f.Key) {
		return &ConfigError{Where: d.origin(path), Key: path, Want: err.Error()}
	}
	key := join(path, f.Key)
	switch {
	case f.Value == "":
		return &ConfigError{Where: d.origin(key), Key: key, Want: f.Want}
	case !d.given(path, key) && f.Key != "kind":
		return &ConfigError{Where: d.origin(key), Key: key, Want: "missing; " + f.Want}
	}
	return d.fault(key, f.Value, f.Want)
}

// given tells whether the config sets key of the section at path, by itself or
// within a table around it.
func (d *document) given(path, key string) bool {
	for len(key) > len(path) {
		if _, ok := d.where[key]; ok {
			return true
		}
		key = key[:max(strings.LastIndex(key, "."), 0)]
	}
	return false
}

// has tells whether the first part of a dotted key is a key of the section.
func (s *section) has(word string) bool {
	head, _, _ := strings.Cut(word, ".")
	return head == "kind" || slices.ContainsFunc(fieldsOf(reflect.TypeOf(s.value).Elem()), func(f field) bool { return f.key == head })
}
