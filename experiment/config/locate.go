package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Locate turns the values of keys that name files into paths from the working directory.
// A relative path is looked for in the folder of the config that gives it, then in the
// working directory, with a warning; one of --set in the working directory. exists tells
// whether a path is that of a file or folder; alone are configs without a folder of their
// own, as pipes are.
func (d *Document) Locate(keys []string, exists func(path string) bool, alone func(file string) bool) {
	l := locator{d, exists, alone}
	for _, key := range keys {
		section, name, _ := strings.Cut(key, ".")
		if t, ok := d.Root[section].(Tree); ok {
			if v, given := t[name]; given {
				t[name] = l.value(key, v, d.Origin(key), d.source(key))
			}
		}
		for i, a := range d.Sweep {
			if a.Path == key {
				d.Sweep[i].Values, _ = l.value(key, a.Values, a.Where, d.source("sweep."+key)).([]any)
			}
		}
		for i, v := range d.Variants {
			for k, set := range v.keys {
				if set.path == key {
					v.keys[k].value = l.value(key, set.value, set.where, d.source(Element("variant", i)))
				}
			}
		}
	}
}

// source is the config that gives a key, or the nearest table around it.
func (d *Document) source(path string) string {
	for p := path; p != ""; {
		if file, ok := d.from[p]; ok {
			return file
		}
		p = p[:max(strings.LastIndexAny(p, ".["), 0)]
	}
	return d.file
}

// locator looks for the files that a config names.
type locator struct {
	doc    *Document
	exists func(path string) bool
	alone  func(file string) bool
}

// value locates a path, or all of a list, which was given at a place, in a config or by
// --set.
func (l *locator) value(key string, v any, where, file string) any {
	return Changed(v, func(path string) string { return l.path(key, path, where, file) })
}

func (l *locator) path(key, path, where, file string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	folder := filepath.Dir(file)
	if strings.HasPrefix(where, "--set ") || l.alone(file) || FromHere(folder) == "." {
		if !l.exists(path) {
			l.missing(key, path, "looked in the working directory")
			return path
		}
		return FromHere(path)
	}
	if beside := filepath.Join(folder, path); l.exists(beside) {
		return FromHere(beside)
	}
	if !l.exists(path) {
		l.missing(key, path, fmt.Sprintf("looked in %s and in the working directory", folder))
		return path
	}
	warning := fmt.Sprintf("%s: %s = %q: not in %s, the folder of the config; taken from the working directory", where, key, path, folder)
	if !slices.Contains(l.doc.Warnings, warning) {
		l.doc.Warnings = append(l.doc.Warnings, warning)
	}
	return FromHere(path)
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
	t, err := Read("", text)
	if err != nil {
		return "", err
	}
	lines := strings.SplitAfter(text, "\n")
	for path, at := range t.given {
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
	switch v := v.(type) {
	case string:
		return change(v)
	case []any:
		list := make([]any, len(v))
		for i, x := range v {
			list[i] = Changed(x, change)
		}
		return list
	}
	return v
}
