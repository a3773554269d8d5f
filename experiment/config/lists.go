package config

import (
	"fmt"
	"maps"
)

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
	for path, at := range maps.Clone(d.places) {
		if Within(path, from) {
			d.places[to+path[len(from):]] = at
		}
	}
}
