package config

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/BurntSushi/toml"
)

// Tree is one table of a config.
type Tree = map[string]any

// Document is a config as it was written: a tree of values, and for every key
// where it came from. The [[measure]] tables are kept by kind and the [[theory]]
// tables by name, so that their keys have paths like any other:
// measure.local_entropy.epsilon, theory.kappa_max.d.
type Document struct {
	file     string
	Root     Tree
	where    map[string]string // path → "file:line" or "--set …"
	lines    map[string]int    // path → line, to report mistakes in the file's order
	Sweep    []Axis            // the first varies slowest
	Variants []Variant         // in the order of the file
	plain    *written          // the document without its variants, once one was chosen

	Ctx      context.Context // ends reading of the files that the config names
	Warnings []string        // about what was left out
}

// An axis is a key that takes several values; the experiment is their cross product.
type Axis struct {
	Path   string
	Values []any
	Where  string
}

// MostPoints is the limit of a sweep. Beyond it a slip of the pen is likelier than
// a wish.
const MostPoints = 1_000_000

// mostBytes is the largest config accepted; a config is written by hand, and
// another file given by mistake should not be read whole.
const mostBytes = 4 << 20

// Parse reads a TOML text.
func Parse(file, text string) (*Document, error) {
	if len(text) > mostBytes {
		return nil, &Error{Where: file, Want: fmt.Sprintf("larger than %d MiB: is this a config?", mostBytes>>20)}
	}
	d := &Document{file: file, Root: Tree{}, where: map[string]string{}}
	meta, err := toml.Decode(text, &d.Root)
	if err != nil {
		return nil, syntaxError(file, err)
	}
	lines, dotted := findKeys(text)
	d.lines = lines
	for path, line := range d.lines {
		d.where[path] = fmt.Sprintf("%s:%d", file, line)
	}
	if err := d.byWord("measure", "kind", "kind"); err != nil {
		return nil, err
	}
	if err := d.byWord("theory", "name", "kind"); err != nil {
		return nil, err
	}
	if err := d.takeVariants(dotted); err != nil {
		return nil, err
	}
	return d, d.takeSweep(meta.Keys())
}

// syntaxError says on which line a text stops being TOML.
func syntaxError(file string, err error) error {
	var parse toml.ParseError
	if !errors.As(err, &parse) {
		return &Error{Where: file, Want: strings.TrimPrefix(err.Error(), "toml: ")}
	}
	return &Error{Where: fmt.Sprintf("%s:%d", file, parse.Position.Line), Want: tomlMistake(parse.Message)}
}

// tomlMistake words what the library says of a text that is not TOML.
func tomlMistake(text string) string {
	text = strings.TrimSuffix(text, ".")
	for _, m := range []struct{ pattern, words string }{
		{`^(.*) is out of range for int64$`, "$1 is too large for an integer"},
		{`^(.*) is out of range for float64$`, "$1 is too large for a number"},
		{`^Key '(.*)' has already been defined$`, "$1 is given twice"},
		{`^expected a top-level item to end with a newline, comment, or EOF, but got (.*) instead$`, "$1 after a value: want one key = value per line"},
		{`^expected value but found '\\n' instead$`, "a value is missing behind the equals sign"},
		{`^Invalid `, "not a TOML "},
	} {
		if pattern := regexp.MustCompile(m.pattern); pattern.MatchString(text) {
			return pattern.ReplaceAllString(text, m.words)
		}
	}
	return text
}

// byWord turns the list of [[list]] tables into a table by the word that tells
// them apart, so that their keys have paths like any other. A table without the
// word goes by its spare.
func (d *Document) byWord(list, word, spare string) error {
	v, given := d.Root[list]
	if !given {
		d.Root[list] = Tree{}
		return nil
	}
	tables, ok := v.([]Tree)
	if !ok {
		return d.Fault(list, "", fmt.Sprintf("want [[%s]] tables, each with a %s", list, word))
	}
	named := Tree{}
	for i, t := range tables {
		at := fmt.Sprintf("%s[%d]", list, i)
		name, ok := t[word].(string)
		if _, given := t[word]; !given {
			name, ok = t[spare].(string)
		}
		if !ok || name == "" {
			return &Error{Where: d.Origin(at), Key: list, Want: fmt.Sprintf("want a %s (a string) in every [[%s]]", word, list)}
		}
		if _, twice := named[name]; twice {
			return &Error{Where: d.Origin(at + "." + word), Key: list, Value: Show(name), Want: fmt.Sprintf("this %s is there already; want each %s once", word, word)}
		}
		named[name] = t
		d.rename(at, Join(list, name))
	}
	d.Root[list] = named
	return nil
}

// rename moves the places noted under one path to another.
func (d *Document) rename(from, to string) {
	for path, where := range maps.Clone(d.where) {
		if rest, ok := strings.CutPrefix(path, from); ok && (rest == "" || rest[0] == '.') {
			d.where[to+rest], d.lines[to+rest] = where, d.lines[path]
		}
	}
}

// takeSweep moves [sweep] out of the tree, in the order of the file.
func (d *Document) takeSweep(order []toml.Key) error {
	section, given := d.Root["sweep"]
	if !given {
		return nil
	}
	delete(d.Root, "sweep")
	t, ok := section.(Tree)
	if !ok {
		return d.Fault("sweep", Show(section), `want a table: "instance.alpha" = [0.3, 0.5]`)
	}
	flat := map[string]any{}
	flatten(flat, "", t)
	paths := slices.Collect(maps.Keys(flat))
	rank := map[string]int{}
	for i, k := range order {
		if len(k) > 1 && k[0] == "sweep" {
			rank[strings.Join(k[1:], ".")] = i
		}
	}
	sort.Slice(paths, func(i, j int) bool { return rank[paths[i]] < rank[paths[j]] })
	for _, path := range paths {
		values, ok := flat[path].([]any)
		if text, isText := flat[path].(string); isText {
			values, ok = sweepValues(text)
		}
		if !ok {
			values, ok = tablesAsValues(flat[path])
		}
		if !ok || len(values) == 0 {
			return d.Fault("sweep."+path, Show(flat[path]), "want a list of values, or a text with a range: \"from:to:n\"")
		}
		if err := d.addAxis(Axis{path, values, d.Origin("sweep." + path)}); err != nil {
			return err
		}
	}
	maps.DeleteFunc(d.where, func(p, _ string) bool { return strings.HasPrefix(p, "sweep.") })
	return nil
}

// flatten writes the leaves of a tree of tables under their dotted paths.
func flatten(to map[string]any, path string, t Tree) {
	for k, v := range t {
		if sub, ok := v.(Tree); ok {
			flatten(to, Join(path, k), sub)
		} else {
			to[Join(path, k)] = v
		}
	}
}

// tablesAsValues turns a list of tables, which the library types on its own,
// into a list of values.
func tablesAsValues(v any) ([]any, bool) {
	tables, ok := v.([]Tree)
	values := make([]any, len(tables))
	for i, t := range tables {
		values[i] = t
	}
	return values, ok
}

// addAxis adds a swept key, or replaces the sweep of that key.
func (d *Document) addAxis(a Axis) error {
	if err := d.known(a.Path, a.Where); err != nil {
		return err
	}
	for i, old := range d.Sweep {
		switch {
		case old.Path == a.Path:
			d.Sweep[i] = a
			return nil
		case strings.HasPrefix(old.Path, a.Path+"."), strings.HasPrefix(a.Path, old.Path+"."):
			return &Error{Where: a.Where, Key: a.Path, Want: "cannot be swept together with " + old.Path}
		}
	}
	d.Sweep = append(d.Sweep, a)
	return nil
}

// known refuses paths that a sweep cannot vary.
func (d *Document) known(path, where string) *Error {
	parts := strings.Split(path, ".")
	switch {
	case !slices.Contains([]string{"model", "instance", "algorithm", "measure"}, parts[0]):
		return &Error{Where: where, Key: path, Want: "cannot be swept; want a key of model, instance, algorithm or measure.<kind>"}
	case parts[0] == "measure" && parts[len(parts)-1] == "kind":
		return &Error{Where: where, Key: path, Want: "the kind of a measurement cannot be swept"}
	case parts[0] == "measure" && len(parts) == 3 && slices.Contains(KeysOf(&Treatment{}), parts[2]):
		return &Error{Where: where, Key: path, Want: "cannot be swept: it changes no task"}
	case len(parts) < 2 || parts[0] == "measure" && len(parts) < 3:
		return &Error{Where: where, Key: path, Want: "want the path of one key, as instance.alpha or measure.local_entropy.epsilon"}
	}
	return nil
}

// Origin is where the value at a path was given: its own place or that of the
// nearest table around it.
func (d *Document) Origin(path string) string {
	for p := path; p != ""; {
		if where, ok := d.where[p]; ok {
			return where
		}
		p = p[:max(strings.LastIndexAny(p, ".["), 0)]
	}
	return d.file
}

// Fault is an Error at a path.
func (d *Document) Fault(path, value, want string) error {
	e := &Error{Where: d.Origin(path), Key: path, Value: value, Want: want}
	swept := slices.ContainsFunc(d.Sweep, func(a Axis) bool { return a.Path == path })
	if strings.HasPrefix(e.Where, "--set "+path+"=") && !swept {
		e.Key, e.Value = "", "" // the argument says it all
	}
	return e
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
		}
		next, ok := sub.(Tree)
		if !ok {
			return &Error{Where: where, Want: strings.Join(parts[:i+1], ".") + " is not a table"}
		}
		t = next
	}
	t[parts[len(parts)-1]] = value
	for p := range d.where {
		if strings.HasPrefix(p, path+".") {
			delete(d.where, p)
		}
	}
	d.where[path] = where
	return nil
}

// sorted lists the keys of a table in alphabetical order.
func sorted[V any](t map[string]V) []string { return slices.Sorted(maps.Keys(t)) }

// sweepValues reads the values of a swept key from a text as --set has it: numbers
// and ranges.
func sweepValues(text string) ([]any, bool) {
	if !strings.Contains(text, ":") {
		return nil, false
	}
	list, want := setValues(text, true)
	ok := want == ""
	for _, v := range list {
		_, isText := v.(string)
		ok = ok && !isText
	}
	return list, ok
}
