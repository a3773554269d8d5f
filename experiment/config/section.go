package config

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"fbp/internal/fault"
	"fbp/internal/say"
)

// Section is a part of a config that names a kind: [model], [instance],
// [algorithm], a [[measure]], [figure]. Points of a sweep share equal ones.
type Section struct {
	Kind  string
	Value any    // the kind's struct, filled
	Shown any    // nil, or keys that the section has whatever the kind: a struct, filled
	JSON  string // canonical, of Hashed: what is hashed; without what is shown, unless HashShown was called
}

// Settings are the keys of the section in order, kind first.
func (s *Section) Settings() []Setting { return s.settings(every) }

// Hashed are the settings without the keys at the value of their tag absent: the
// parameters of a task.
func (s *Section) Hashed() []Setting { return s.settings(hashed) }

func (s *Section) settings(e extent) []Setting {
	settings := append([]Setting{{"kind", s.Kind}}, e.settings(reflect.Indirect(reflect.ValueOf(s.Value)))...)
	if s.Shown != nil {
		settings = append(settings, e.settings(reflect.Indirect(reflect.ValueOf(s.Shown)))...)
	}
	return settings
}

// NewSection is a section of a kind with the values that its struct holds.
func NewSection(kind string, value any) *Section {
	s := &Section{Kind: kind, Value: value}
	s.JSON = string(ToJSON(s.Hashed()))
	return s
}

// Build makes the section at path, of one of the kinds: defaults, then the values of the
// config. Shown, if it is not nil, is filled with its own keys of the section.
func Build(d *Document, path string, kinds map[string]func() any, shown any) (*Section, error) {
	t, err := d.At(path)
	if err != nil {
		return nil, err
	}
	kind, err := KindOf(d, path, t, sorted(kinds))
	if err != nil {
		return nil, err
	}
	value, skip := kinds[kind](), []string{"kind"}
	if shown != nil {
		skip = append(KeysOf(shown), skip...)
	}
	if err := d.Fill(path, t, value, skip...); err != nil {
		return nil, err
	}
	Complete(value, func(key string) bool { _, given := t[key]; return given })
	s := NewSection(kind, value)
	if s.Shown = shown; shown == nil {
		return s, nil
	}
	return s, d.Fill(path, t, shown, append(KeysOf(value), "kind")...)
}

// Complete fills in the keys of a kind that are not given and whose defaults follow other keys of it, if its struct
// has a method that does so.
func Complete(kind any, given func(key string) bool) {
	if k, ok := kind.(interface{ Complete(func(key string) bool) }); ok {
		k.Complete(given)
	}
}

// HashShown makes the keys that are shown a part of what is hashed.
func (s *Section) HashShown() { s.JSON = string(ToJSON(s.Hashed())) }

// KeysOf lists the keys of a struct.
func KeysOf(v any) []string { return keysOf(fieldsOf(reflect.Indirect(reflect.ValueOf(v)).Type())) }

func keysOf(fields []field) (keys []string) {
	for _, f := range fields {
		keys = append(keys, f.key)
	}
	return keys
}

// At is the table at a path.
func (d *Document) At(path string) (Tree, error) {
	t := d.Root
	for k := range strings.SplitSeq(path, ".") {
		v, given := t[k]
		if !given {
			return nil, &say.Error{Where: d.lacking(path, path), Key: path, Want: "this section is missing"}
		}
		next, ok := v.(Tree)
		if !ok {
			return nil, d.Fault(path, Show(v), fmt.Sprintf("want a section [%s]", path))
		}
		t = next
	}
	return t, nil
}

// KindOf reads the kind of a section and refuses unknown ones.
func KindOf(d *Document, path string, t Tree, known []string) (string, error) {
	v, given := t["kind"]
	if !given {
		kind := Join(path, "kind")
		return "", &say.Error{Where: d.lacking(path, kind), Key: kind, Want: "missing; want one of: " + strings.Join(known, ", ")}
	}
	kind, ok := v.(string)
	if !ok {
		return "", d.Fault(Join(path, "kind"), Show(v), "want a text, one of: "+strings.Join(known, ", "))
	}
	if !slices.Contains(known, kind) {
		return "", d.Fault(Join(path, "kind"), Show(v), "unknown kind; "+say.DidYouMean(kind, known))
	}
	return kind, nil
}

// Invalid gives the error of a section's Validate or Check its place in the
// config: that of the key, if it is a fault of one.
func (d *Document) Invalid(path string, s *Section, err error) error {
	if err == nil {
		return nil
	}
	var mistake *say.Error
	if errors.As(err, &mistake) {
		return err
	}
	var f *fault.Fault
	if !errors.As(err, &f) || !s.has(f.Key) {
		return &say.Error{Where: d.lacking(path, path), Key: path, Want: err.Error()}
	}
	key := Join(path, f.Key)
	switch given := d.given(path, key); {
	case f.Value == "" && given:
		return &say.Error{Where: d.Origin(key), Key: key, Want: f.Want}
	case f.Value == "":
		return &say.Error{Where: d.lacking(path, key), Key: key, Want: f.Want + d.without(path, f.Key)}
	case !given && f.Key != "kind":
		return &say.Error{Where: d.lacking(path, key), Key: key, Want: "missing; " + f.Want + d.without(path, f.Key)}
	}
	return d.Fault(key, f.Value, f.Want)
}

// given tells whether the config sets key of the section at path, by itself or
// within a table around it, which --set may have given as a whole.
func (d *Document) given(path, key string) bool {
	t, _ := d.At(path)
	first, _, _ := strings.Cut(strings.TrimPrefix(key, path+"."), ".")
	if _, ok := t[first]; ok && d.bySet(path) {
		return true
	}
	for len(key) > len(path) {
		if _, ok := d.places[key]; ok {
			return true
		}
		key = key[:max(strings.LastIndex(key, "."), 0)]
	}
	return false
}

// has tells whether the first part of a dotted key is a key of the section.
func (s *Section) has(word string) bool {
	head, _, _ := strings.Cut(word, ".")
	return head == "kind" || slices.Contains(KeysOf(s.Value), head)
}

// Treatment is what becomes of a measurement. It changes no task, and is no part
// of its hash, but for a measurement of the surroundings of a solution: that is
// not made at all where the tables would leave it out.
type Treatment struct {
	Unsolved string `toml:"unsolved" oneof:"skip|include" help:"samples whose search ended with errors: left out of the means of its tables, or in them"`
}

// DefaultTreatment is that of a measurement which does not say.
func DefaultTreatment() *Treatment { return &Treatment{Unsolved: "skip"} }

// Drawing is what the random numbers of a search depend on, whatever the algorithm.
type Drawing struct {
	Stream string `toml:"stream" oneof:"search|sample" absent:"search" help:"random numbers of the search: its own, or those of its sample, which are the same for all instances, models and algorithms"`
}

// DefaultDrawing is that of a search which does not say.
func DefaultDrawing() *Drawing { return &Drawing{Stream: "search"} }

// Refill writes keys as JSON has them, those of a section as they were hashed, into a struct. Below them is
// what it was before it had keys with a tag absent, and what is empty and so was left out is completed.
func Refill(path string, keys any, into any, skip ...string) error {
	t, ok := Mapped(keys, whole).(Tree)
	if !ok {
		return errors.New("want an object")
	}
	SetAbsent(into)
	if err := new(Document).Fill(path, t, into, skip...); err != nil {
		return err
	}
	Complete(into, func(key string) bool {
		_, given := t[key]
		_, left := Absent(into)[key]
		return given || left
	})
	return nil
}

// whole is a value with whole numbers as integers, as a config has them: JSON knows one kind of
// number, and infinities are text in it.
func whole(v any) any {
	switch n, isNumber := v.(float64); {
	case isNumber && float64(int64(n)) == n && math.Abs(n) < 1<<53:
		return int64(n)
	case v == "inf":
		return math.Inf(1)
	case v == "-inf":
		return math.Inf(-1)
	}
	return v
}
