package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Locate turns the values of keys that name files into paths from the working directory.
// A relative path is looked for in the folder of the config that gives it, then in the
// working directory, with a warning; one of --set in the working directory.
func (d *Document) Locate(keys []string, f Finder) {
	l := locator{d, f}
	for _, key := range keys {
		section, name, _ := strings.Cut(key, ".")
		if t, ok := d.Root[section].(Tree); ok {
			if v, given := t[name]; given {
				t[name] = l.value(key, v, d.place(key))
			}
		}
		for i, a := range d.Sweep {
			if a.Path == key {
				d.Sweep[i].Values, _ = l.value(key, a.Values, place{where: a.Where, file: d.place("sweep." + key).file}).([]any)
			}
		}
		for i, v := range d.Variants {
			for k, set := range v.keys {
				if set.path == key {
					v.keys[k].value = l.value(key, set.value, place{where: set.where, file: d.place(Element("variant", i)).file})
				}
			}
		}
	}
}

// locator looks for the files that a config names.
type locator struct {
	doc *Document
	Finder
}

// value locates a path, or all of a list, which was given at a place.
func (l *locator) value(key string, v any, at place) any {
	return Changed(v, func(path string) string { return l.path(key, path, at) })
}

func (l *locator) path(key, path string, at place) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	file := at.file
	if isSet(at.where) {
		file = ""
	}
	found, folder := l.Find(path, file)
	switch {
	case found == "" && folder == "":
		l.missing(key, path, "looked in the working directory")
		return path
	case found == "":
		l.missing(key, path, fmt.Sprintf("looked in %s and in the working directory", folder))
		return path
	case folder != "":
		if text := Elsewhere(at.where, key, path, folder); !slices.Contains(l.doc.Warnings, text) {
			l.doc.Warnings = append(l.doc.Warnings, text)
		}
	}
	return FromHere(found)
}

// Finder finds the files that configs name: in the folder of the config, then in the
// working directory.
type Finder struct {
	Exists func(path string) bool // tells whether a path is that of a file or folder
	Alone  func(file string) bool // of a config: it has no folder of its own, as pipes have none
}

// Find finds the file at a relative path that a config names, "" for none. folder is that
// of the config, if the file is not in it and it is not the working directory.
func (f Finder) Find(path, file string) (found, folder string) {
	if folder = filepath.Dir(file); file == "" || f.Alone(file) || FromHere(folder) == "." {
		folder = ""
	} else if beside := filepath.Join(folder, path); f.Exists(beside) {
		return beside, ""
	}
	if f.Exists(path) {
		found = path
	}
	return found, folder
}

// Elsewhere is the warning about a file that was found in the working directory.
func Elsewhere(where, key, path, folder string) string {
	return fmt.Sprintf("%s: %s = %q: not in %s, the folder of the config; taken from the working directory", where, key, path, folder)
}

// missing notes where a file was looked for that is not there.
func (l *locator) missing(key, path, looked string) {
	if l.doc.notFound == nil {
		l.doc.notFound = map[string]string{}
	}
	l.doc.notFound[key+"="+path] = looked
}

// lookedFor says where the files were looked for that a key names now and that are not
// there, "" if there are none.
func (d *Document) lookedFor(key string) string {
	section, name, _ := strings.Cut(key, ".")
	t, _ := d.Root[section].(Tree)
	list, isList := t[name].([]any)
	if !isList {
		list = []any{t[name]}
	}
	for _, v := range list {
		if looked, ok := d.notFound[fmt.Sprintf("%s=%v", key, v)]; ok {
			return looked
		}
	}
	return ""
}

// FromHere is a path from the working directory in its shortest form; an absolute one
// if there is none.
func FromHere(path string) string { return From(".", path) }

// From is a path, which starts from the working directory, as seen from a folder; an
// absolute one if there is none.
func From(folder, path string) string {
	from, err := filepath.Abs(folder)
	if err != nil {
		return path
	}
	to, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	short, err := filepath.Rel(from, to)
	if err != nil {
		return to
	}
	return short
}

// Rewrite changes the paths that the given keys of a resolved config name, each of which
// has a line of its own.
func Rewrite(text string, keys []string, change func(path string) string) (string, error) {
	d, err := Read("", text)
	if err != nil {
		return "", err
	}
	lines := strings.SplitAfter(text, "\n")
	for path, at := range d.places {
		names := func(key string) bool {
			return path == key || path == "sweep."+key || strings.HasPrefix(path, "variant[") && strings.HasSuffix(path, "]."+key)
		}
		if !slices.ContainsFunc(keys, names) {
			continue
		}
		line := &lines[at.line-1]
		key, value, _ := strings.Cut(*line, " = ")
		if list, ok := tomlValues("[" + value + "]"); ok && len(list) == 1 {
			*line = key + " = " + TOML(Changed(list[0], change)) + "\n"
		}
	}
	return strings.Join(lines, ""), nil
}

// Changed is a text, or a list of them, changed.
func Changed(v any, change func(string) string) any {
	return Mapped(v, func(v any) any {
		if text, ok := v.(string); ok {
			return change(text)
		}
		return v
	})
}
