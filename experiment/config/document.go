package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
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

	dotted map[string]bool // paths that the text has as the beginning of a dotted key, and not as a table

	Warnings []string // about keys that --set leaves out, itself or by a new kind

	Owners func(section, key string) []string // sections that have a key of a name, for messages; nil: not known
}

// known refuses paths that a sweep cannot vary.
func (d *Document) known(path, where string) *Error {
	parts := strings.Split(path, ".")
	switch {
	case !slices.Contains([]string{"model", "instance", "algorithm", "measure"}, parts[0]):
		return &Error{Where: where, Key: path, Want: "cannot be swept; want the path of a key of model, instance, algorithm or measure.<kind>, as instance.alpha"}
	case parts[0] == "measure" && parts[len(parts)-1] == "kind":
		return &Error{Where: where, Key: path, Want: "the kind of a measurement cannot be swept"}
	case parts[0] == "measure" && len(parts) == 3 && slices.Contains(KeysOf(&Treatment{}), parts[2]):
		return &Error{Where: where, Key: path, Want: "cannot be swept: it changes no task"}
	case len(parts) < 2 || parts[0] == "measure" && len(parts) < 3:
		return &Error{Where: where, Key: path, Want: "want the path of one key, as instance.alpha or measure.local_entropy.epsilon"}
	}
	return nil
}

// place is where a value was given.
type place struct {
	where string // "file:line" or "--set …"
	file  string // the config
	line  int    // of all lines, those of a base first: to report mistakes in the file's order
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

// Origin is where the value at a path was given, in words: "file:line".
func (d *Document) Origin(path string) string { return d.place(path).where }

// bySet tells whether the value at a path, and not one in it, comes from --set.
func (d *Document) bySet(path string) bool { return isSet(d.places[path].where) }

// isSet tells the words of --set from places in a file.
func isSet(where string) bool { return strings.HasPrefix(where, "--set ") }

// Fault is an Error at a path.
func (d *Document) Fault(path, value, want string) error {
	e := &Error{Where: d.Origin(path), Key: path, Value: value, Want: want}
	swept := slices.ContainsFunc(d.Sweep, func(a Axis) bool { return a.Path == path })
	if strings.HasPrefix(e.Where, "--set "+path+"=") && !swept {
		e.Key, e.Value = "", "" // the argument says it all
	}
	return e
}

// layer lays a key over what there is: it replaces the value and what is in it, and ends sweeps of it.
// Where it is the kind of a section, keys that the new kind does not have, as keysOf lists
// them (nil for all), are dropped and returned.
func (d *Document) layer(path string, value any, where string, keysOf KindKeys) (dropped []string, err error) {
	d.unsweep(path)
	if section, of := strings.CutSuffix(path, ".kind"); of {
		kind, _ := value.(string)
		dropped = d.drop(section, keysOf(section, kind))
	}
	return dropped, d.Put(path, value, where)
}

// KindKeys lists the keys of a kind of a section, nil if there is no such kind.
type KindKeys func(section, kind string) []string

// drop drops the keys of a section, and sweeps of them, that are not among the known ones.
func (d *Document) drop(section string, known []string) (dropped []string) {
	t, err := d.At(section)
	if err != nil || known == nil {
		return nil
	}
	for _, key := range d.InOrder(section, t) {
		if !slices.Contains(known, key) {
			delete(t, key)
			d.unsweep(Join(section, key))
			dropped = append(dropped, key)
		}
	}
	for _, a := range slices.Clone(d.Sweep) {
		rest, inside := strings.CutPrefix(a.Path, section+".")
		if key, _, _ := strings.Cut(rest, "."); inside && !slices.Contains(known, key) {
			d.unsweep(a.Path)
			dropped = append(dropped, key)
		}
	}
	return dropped
}

// over is layer for keys of a base and of --set, which warns of what it drops.
func (d *Document) over(path string, value any, where string, keysOf KindKeys) error {
	dropped, err := d.layer(path, value, where, keysOf)
	if len(dropped) > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%s: kind %s has no %s; what the config says of it is left out",
			strings.TrimSuffix(path, ".kind"), Show(value), strings.Join(dropped, ", ")))
	}
	return err
}

// Put sets the value at a dotted path, making the tables on the way, and notes
// where it came from.
func (d *Document) Put(path string, value any, where string) error {
	t, parts := d.Root, strings.Split(path, ".")
	for i, k := range parts[:len(parts)-1] {
		sub, given := t[k]
		if word, listed := map[string]string{"measure": "of kind", "theory": "named"}[parts[0]]; !given && i == 1 && listed {
			return &Error{Where: where, Want: fmt.Sprintf("there is no [[%s]] %s %q; %s", parts[0], word, k, DidYouMean(k, sorted(t)))}
		}
		if !given {
			sub = Tree{}
			t[k] = sub
			d.places[strings.Join(parts[:i+1], ".")] = place{where: where}
		}
		next, ok := sub.(Tree)
		if !ok {
			return &Error{Where: where, Want: strings.Join(parts[:i+1], ".") + " is not a table"}
		}
		t = next
	}
	t[parts[len(parts)-1]] = value
	at := d.places[path]
	at.where = where
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
