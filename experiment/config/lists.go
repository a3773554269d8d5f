package config

import (
	"fmt"
	"maps"
	"strings"

	"fbp/internal/files"
	"fbp/internal/say"
)

// byWord turns the list of [[list]] tables into a table by the word that tells
// them apart, so that their keys have paths like any other. A table without the
// word goes by its spare.
func (d *Document) byWord(list, word, spare string) error {
	named, renamed := Tree{}, map[string]string{}
	err := d.eachOf(list, "each with a "+word, list, word, spare, func(name, at string, t Tree) error {
		named[name], renamed[at] = t, Join(list, name)
		return nil
	})
	for path, at := range maps.Clone(d.places) { // once for all of them, of which there may be thousands
		end := strings.IndexByte(path, ']') + 1
		if to, known := renamed[path[:end]]; known {
			d.places[to+path[end:]] = at
		}
	}
	d.Root[list] = named
	return err
}

// eachOf hands over the [[list]] tables, each of which has another word or, without it,
// spare; at is the path of each in the file, and key that of words in mistakes.
func (d *Document) eachOf(list, with, key, word, spare string, do func(name, at string, t Tree) error) error {
	v, given := d.Root[list]
	tables, ok := v.([]Tree)
	if given && !ok {
		return d.Fault(list, "", fmt.Sprintf("want [[%s]] tables, %s", list, with))
	}
	seen := map[string]string{} // words as they are, by their small letters
	for i, t := range tables {
		at := Element(list, i)
		name, ok := t[word].(string)
		if _, given := t[word]; !given {
			name, ok = t[spare].(string)
		}
		if !ok || name == "" {
			return &say.Error{Where: d.Origin(at), Key: list, Want: fmt.Sprintf("want a %s (a text) in every [[%s]]", word, list)}
		}
		wrong := ""
		switch other, is := seen[strings.ToLower(name)]; {
		case other == name:
			wrong = fmt.Sprintf("this %s is there already; want each %s once", word, word)
		case is:
			wrong = fmt.Sprintf("differs from %s by case alone; want another %s", Show(other), word)
		case files.Reserved(strings.TrimRight(name, ".")):
			wrong = fmt.Sprintf("Windows reserves this name; want another %s", word)
		}
		if wrong != "" {
			return &say.Error{Where: d.Origin(Join(at, word)), Key: key, Value: Show(name), Want: wrong}
		}
		seen[strings.ToLower(name)] = name
		if err := do(name, at, t); err != nil {
			return err
		}
	}
	return nil
}
