package experiment

import (
	"reflect"
	"slices"
	"strings"
)

// Key is a key of a config as a user asks for it: what its tag says, in words.
type Key struct {
	Path    string // within its section: "gamma.steps"
	Type    string // "integer", "list of numbers"
	Default string // as TOML; "" if there is none
	Range   string // "min <= n", the words that it takes; "" if any value does
	Help    string
	Words   []string // that it takes, if it takes no others
}

// Values are the words that a key takes, or its default.
func (k Key) Values() []string {
	switch {
	case len(k.Words) > 0:
		return k.Words
	case k.Type == "true or false":
		return []string{"true", "false"}
	case k.Default == "" || strings.HasPrefix(k.Default, "th"): // in words: that of …
		return nil
	}
	return []string{k.Default}
}

// Kind is a kind of a section with its keys.
type Kind struct {
	Section string // "algorithm"; "" for what stands above the sections
	Name    string // "fbp"; "" where a section has no kinds
	Header  string // "[algorithm]"
	Keys    []Key
}

// Follower is a measurement with defaults that follow other sections: the key
// that is followed, by its own.
type Follower interface{ Follows() map[string]string }

// sectionHeaders are the sections in the order of a config.
var sectionHeaders = []struct{ name, header string }{
	{"model", "[model]"}, {"instance", "[instance]"}, {"algorithm", "[algorithm]"}, {"measure", "[[measure]]"}, {"figure", "[figure]"},
}

// Kinds describes all that a config can say: the keys above the sections, then
// every kind of every section.
func (c *Catalog) Kinds() []Kind {
	top := defaultHeader("")
	all := []Kind{{Keys: keysOfStruct(reflect.ValueOf(top), map[string]string{"name": "the file"})}}
	for _, s := range sectionHeaders {
		kinds := c.kindsOf(s.name)
		for _, name := range sorted(kinds) {
			var follows map[string]string
			if f, ok := kinds[name].(Follower); ok {
				follows = f.Follows()
			}
			all = append(all, Kind{s.name, name, s.header, keysOfStruct(reflect.Indirect(reflect.ValueOf(kinds[name])), follows)})
		}
		if s.name == "measure" {
			all = append(all, theoryKindsOfConfig()...)
		}
	}
	return append(all, Kind{Section: "sweep", Header: "[sweep]", Keys: []Key{{
		Path: "<key>", Type: "list, or text with a range", Help: "values of a key of model, instance, algorithm or measure.<kind>, named by its path",
	}}})
}

// Describe are the kinds and keys at a path: section, section.kind or
// section.kind.key; a section without kinds has its keys at once.
func (c *Catalog) Describe(path string) ([]Kind, error) {
	all := c.Kinds()
	if path == "" {
		return all, nil
	}
	head, rest, more := strings.Cut(path, ".")
	found := slices.DeleteFunc(slices.Clone(all), func(k Kind) bool { return k.Section != head })
	if len(found) == 0 {
		if keys := keysAt(all[0].Keys, path); len(keys) > 0 {
			return []Kind{{Keys: keys}}, nil
		}
		return nil, &ConfigError{Where: path, Want: "there is no such section or key; " + didYouMean(head, namesOf(all))}
	}
	if !more {
		return found, nil
	}
	kind, key, more := strings.Cut(rest, ".")
	var kinds []string
	for _, k := range found {
		kinds = append(kinds, k.Name)
		if k.Name != kind {
			continue
		}
		if !more {
			return []Kind{k}, nil
		}
		k.Keys = keysAt(k.Keys, key)
		if len(k.Keys) > 0 {
			return []Kind{k}, nil
		}
		return nil, &ConfigError{Where: path, Want: "there is no such key; " + didYouMean(key, pathsOf(keysOfKind(all, head, kind)))}
	}
	return nil, &ConfigError{Where: path, Want: "there is no such kind; " + didYouMean(kind, kinds)}
}

func keysOfKind(all []Kind, section, name string) []Key {
	for _, k := range all {
		if k.Section == section && k.Name == name {
			return k.Keys
		}
	}
	return nil
}

// keysAt are the key at a path and those inside it.
func keysAt(keys []Key, path string) (found []Key) {
	for _, k := range keys {
		if k.Path == path || strings.HasPrefix(k.Path, path+".") {
			found = append(found, k)
		}
	}
	return found
}

func pathsOf(keys []Key) (paths []string) {
	for _, k := range keys {
		paths = append(paths, k.Path)
	}
	return paths
}

// namesOf are the sections, and the keys above them.
func namesOf(all []Kind) []string {
	names := pathsOf(all[0].Keys)
	for _, k := range all[1:] {
		if !slices.Contains(names, k.Section) {
			names = append(names, k.Section)
		}
	}
	return names
}

// keysOfStruct describes the fields of a struct that holds the defaults, and of
// the structs in it.
func keysOfStruct(v reflect.Value, follows map[string]string) (keys []Key) {
	for _, f := range fieldsOf(v.Type()) {
		x := v.FieldByIndex(f.index)
		k := Key{Path: f.key, Help: f.tag.Get("help"), Words: f.words()}
		k.Type, k.Range = f.describe()
		unset := isEmpty(x) && (f.omitEmpty || f.mandatory(x)) || x.Kind() == reflect.Pointer || x.Kind() == reflect.Slice && x.Len() == 0
		if other, ok := follows[f.key]; ok {
			k.Default = "that of " + other
		} else if !unset {
			k.Default = tomlValue(plainValue(x))
		}
		keys = append(keys, k)
		if inner, ok := innerStruct(x); ok {
			for _, sub := range keysOfStruct(inner, nil) {
				sub.Path = join(f.key, sub.Path)
				keys = append(keys, sub)
			}
		}
	}
	return keys
}

// innerStruct is the table that a value holds, or that each element of a list
// of tables holds.
func innerStruct(v reflect.Value) (reflect.Value, bool) {
	t := v.Type()
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	switch {
	case t.Kind() != reflect.Struct:
		return v, false
	case v.Kind() == reflect.Struct:
		return v, true
	}
	return reflect.New(t).Elem(), true
}

// mandatory tells whether the zero value of a key is not one that a config may
// give: it has to be given.
func (f field) mandatory(x reflect.Value) bool {
	switch x.Kind() {
	case reflect.String:
		return true
	case reflect.Int, reflect.Int64, reflect.Float64:
		return !f.allows(0)
	}
	return false
}

// describe says in words which type a key has and which values it takes.
func (f field) describe() (kind, values string) {
	t, list := f.typ, ""
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		if t.Kind() != reflect.Pointer {
			list += "list of "
		}
		t = t.Elem()
	}
	many := map[bool]string{true: "s"}[list != ""]
	list = strings.Replace(list, "list of list of ", "list of lists of ", 1)
	if words := f.words(); len(words) > 0 {
		return list + "text" + many, strings.Join(words, " | ")
	}
	switch t.Kind() {
	case reflect.Bool:
		return list + "true or false", ""
	case reflect.String:
		return list + "text" + many, ""
	case reflect.Struct:
		return list + "table" + many, ""
	case reflect.Int, reflect.Int64:
		return list + "integer" + many, f.bounds()
	}
	return list + "number" + many, f.bounds()
}

// bounds are the values that the tags of a number allow: "0 <= damping < 1".
func (f field) bounds() string {
	text := f.key
	for _, tag := range []struct{ name, sign string }{{"min", " <= "}, {"above", " < "}} {
		if bound, given := f.tag.Lookup(tag.name); given {
			text = bound + tag.sign + text
		}
	}
	for _, tag := range []struct{ name, sign string }{{"max", " <= "}, {"below", " < "}} {
		if bound, given := f.tag.Lookup(tag.name); given {
			text += tag.sign + bound
		}
	}
	if text == f.key {
		return ""
	}
	return text
}
