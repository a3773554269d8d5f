package config

import (
	"maps"
	"slices"
	"strings"

	"fbp/internal/say"
)

// Tree is one table of a config.
type Tree = map[string]any

// Mapped is a value with tables and lists of its own, in which all others are changed.
func Mapped(v any, change func(any) any) any {
	switch v := v.(type) {
	case Tree:
		t := make(Tree, len(v))
		for k, x := range v {
			t[k] = Mapped(x, change)
		}
		return t
	case []any:
		list := make([]any, len(v))
		for i, x := range v {
			list[i] = Mapped(x, change)
		}
		return list
	}
	return change(v)
}

// Document is a config as it was written: a tree of values, and for every key
// where it came from. The [[measure]] tables are kept by kind and the [[theory]]
// tables by name, so that their keys have paths like any other:
// measure.local_entropy.epsilon, theory.kappa_max.d.
type Document struct {
	file     string
	Root     Tree
	places   map[string]place // by path
	Sweep    []Axis           // the first varies slowest
	Variants []Variant        // in the order of the file
	of       *Variant         // whose document this is, nil for none

	begun    []Beginning // tables that layers begin anew
	Warnings []string    // about what a layer leaves out, or --set itself

	Owners func(section, key string) []string // sections that have a key of a name, for messages; nil: not known
}

// known refuses paths that a sweep cannot vary.
func (d *Document) known(path, where string) *say.Error {
	parts := strings.Split(path, ".")
	switch {
	case !slices.Contains([]string{"model", "instance", "algorithm", "measure"}, parts[0]):
		return &say.Error{Where: where, Key: path, Want: "cannot be swept; want the path of a key of model, instance, algorithm or measure.<kind>, as instance.alpha"}
	case parts[0] == "measure" && parts[len(parts)-1] == "kind":
		return &say.Error{Where: where, Key: path, Want: "the kind of a measurement cannot be swept"}
	case parts[0] == "measure" && len(parts) == 3 && slices.Contains(KeysOf(&Treatment{}), parts[2]):
		return &say.Error{Where: where, Key: path, Want: "cannot be swept: it changes no task"}
	case len(parts) < 2 || parts[0] == "measure" && len(parts) < 3:
		return &say.Error{Where: where, Key: path, Want: "want the path of one key, as instance.alpha or measure.local_entropy.epsilon"}
	}
	return nil
}

// place is where a value was given.
type place struct {
	where string // "file:line" or "--set …"
	file  string // the config
	line  int    // to report mistakes in the file's order, those of a base first
	rank  int    // of the layer
}

// place is where the value at a path was given: its own place or that of the nearest
// table around it.
func (d *Document) place(path string) place {
	for p := path; p != ""; p = p[:max(strings.LastIndexAny(p, ".["), 0)] {
		if at, ok := d.places[p]; ok {
			return at
		}
	}
	return place{where: d.file, file: d.file}
}

// noteInside gives the keys of inline tables at a path the place of the line that they stand in.
func (d *Document) noteInside(path string, v any) {
	switch v := v.(type) {
	case Tree:
		for key, inner := range v {
			at := Join(path, key)
			d.places[at] = d.place(at)
			d.noteInside(at, inner)
		}
	default:
		list, _ := listOf(v)
		for i, x := range list {
			d.noteInside(Element(path, i), x)
		}
	}
}

// Origin is where the value at a path was given, in words: "file:line".
func (d *Document) Origin(path string) string { return d.place(path).where }

// bySet tells whether the value at a path, and not one in it, comes from --set.
func (d *Document) bySet(path string) bool { return isSet(d.places[path].where) }

// isSet tells the words of --set from places in a file.
func isSet(where string) bool { return strings.HasPrefix(where, "--set ") }

// Fault is an Error at a path.
func (d *Document) Fault(path, value, want string) error {
	e := &say.Error{Where: d.Origin(path), Key: path, Value: value, Want: want}
	swept := slices.ContainsFunc(d.Sweep, func(a Axis) bool { return a.Path == path })
	if strings.HasPrefix(e.Where, "--set "+path+"=") && !swept {
		e.Key, e.Value = "", "" // the argument says it all
	}
	return e
}

// assign sets the value at a dotted path, the tables of which are there.
func (d *Document) assign(path string, value any) {
	t, key := d.Root, path
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		t, _ = d.table(path[:i])
		key = path[i+1:]
	}
	t[key] = value
}

// Put sets the value at a dotted path, making the tables on the way, and notes
// where it came from.
func (d *Document) Put(path string, value any, where string) error {
	if err := d.making(path, where); err != nil {
		return err
	}
	d.assign(path, value)
	at := d.places[path]
	at.where, at.rank = where, ofSweep
	d.forget(path)
	d.places[path] = at
	return nil
}

// forget removes the places of a path and of what is in it.
func (d *Document) forget(path string) {
	maps.DeleteFunc(d.places, func(p string, _ place) bool { return Within(p, path) })
}

// sorted lists the keys of a table in alphabetical order.
func sorted[V any](t map[string]V) []string { return slices.Sorted(maps.Keys(t)) }
