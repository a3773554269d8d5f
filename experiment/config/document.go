package config

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
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

	Warnings []string // about what was left out
}

// Parse reads a TOML text.
func Parse(file, text string) (*Document, error) {
	if want, line := excess(text); want != "" {
		return nil, &Error{Where: placed(file, line), Want: want + ": is this a config?"}
	}
	d := &Document{file: file, Root: Tree{}, where: map[string]string{}}
	meta, err := toml.Decode(text, &d.Root)
	if err != nil {
		return nil, syntaxError(file, err)
	}
	lines, dotted := findKeys(text)
	d.lines = lines
	for path, line := range d.lines {
		d.where[path] = placed(file, line)
	}
	if err := d.noHidden("", d.Root); err != nil {
		return nil, err
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

// placed is a line of a file, or the file as a whole.
func placed(file string, line int) string {
	if line == 0 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, line)
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
