package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fbp/internal/say"
)

// Chooses tells whether the key at a path chooses the form of the table that it is in: kind of a
// section, preset of fbp, schedule and list of a list of couplings.
type Chooses func(path string) bool

// The layers of a config, in the order in which they are laid over one another.
const (
	ofBase = iota
	ofFile
	ofSet
	ofVariant
	ofSweep
)

// lay lays what another layer says over the document, by one rule for all layers:
//
//	A table that gives a key which chooses its form is whole and begins from the defaults
//	of what it names. Every other table amends, key by key.
//
// Dotted and inline spelling mean the same. A preset alone keeps the kind that is below. A list
// of tables takes the place of that below. A value of a sweep that chooses what is chosen below anyway amends.
// What the document says of a table that begins anew is left out, and returned.
func (d *Document) lay(over *Document, rank int, chooses Chooses) (begun []Beginning, err error) {
	l := &laying{d, over, rank, chooses, nil}
	err = l.tables("", over.Root)
	d.begun = append(slices.Clip(d.begun), l.begun...)
	return l.begun, err
}

// laying is a layer that is laid.
type laying struct {
	under, over *Document
	rank        int
	chooses     Chooses
	begun       []Beginning
}

// tables lays the keys of a table over those at the same path.
func (l *laying) tables(path string, t Tree) error {
	for _, key := range l.over.InOrder(path, t) {
		at := Join(path, key)
		over, isTable := t[key].(Tree)
		below, there := l.under.table(at)
		switch {
		case path == "" && (key == "measure" || key == "theory") && l.rank <= ofFile:
			if len(over) > 0 { // a list of tables, by kind or name
				l.put(at, over)
			}
		case (path == "measure" || path == "theory") && !there:
			return l.under.making(Join(at, key), l.over.Origin(at)) // there is no such element
		case !isTable || !there:
			if err := l.value(at, t[key]); err != nil {
				return err
			}
		case l.whole(at, over, below):
			l.begin(at, over, below)
		default:
			if err := l.tables(at, over); err != nil {
				return err
			}
		}
	}
	return nil
}

// table is the table at a path, if there is one.
func (d *Document) table(path string) (t Tree, ok bool) {
	t = d.Root
	for key := range strings.SplitSeq(path, ".") {
		if t, ok = t[key].(Tree); !ok {
			return nil, false
		}
	}
	return t, true
}

// whole tells whether a table chooses its form.
func (l *laying) whole(path string, over, below Tree) bool {
	another := false
	for key, v := range over {
		if l.chooses(Join(path, key)) && (l.rank != ofSweep || Show(v) != Show(below[key])) {
			another = true
		}
	}
	return another
}

// begin puts a table in the place of that below.
func (l *laying) begin(path string, over, below Tree) {
	b := Beginning{path: path, rank: l.rank, other: over["kind"] != nil && Show(over["kind"]) != Show(below["kind"])}
	own := maps.Clone(over)
	kind, named := below["kind"], false
	for _, key := range l.over.InOrder(path, over) {
		if !named && l.chooses(Join(path, key)) {
			b.by, named = key+" "+Show(over[key]), true
		}
	}
	if _, given := over["kind"]; !given && kind != nil && l.chooses(Join(path, "kind")) {
		own["kind"] = kind // of a preset alone
	}
	if strings.HasPrefix(path, "theory.") && own["name"] == nil && below["name"] != nil {
		own["name"] = below["name"] // by which it is found
	}
	for _, key := range l.under.InOrder(path, below) {
		if _, given := own[key]; !given {
			b.dropped = append(b.dropped, key)
		}
	}
	at := l.under.places[Join(path, "kind")]
	b.dropped = append(b.dropped, l.unsweep(path, own)...)
	l.put(path, own)
	if _, given := over["kind"]; !given && kind != nil {
		l.under.places[Join(path, "kind")] = at
	}
	l.begun = append(l.begun, b)
}

// unsweep ends the sweeps of keys in a table that begins anew.
func (l *laying) unsweep(path string, own Tree) (dropped []string) {
	for _, a := range slices.Clone(l.under.Sweep) {
		if rest, inside := strings.CutPrefix(a.Path, path+"."); inside && l.rank < ofVariant {
			l.under.unsweep(a.Path)
			if key, _, _ := strings.Cut(rest, "."); own[key] == nil && !slices.Contains(dropped, key) {
				dropped = append(dropped, key)
			}
		}
	}
	return dropped
}

// value puts a value, or a table where there was none.
func (l *laying) value(path string, v any) error {
	if l.rank < ofVariant {
		l.under.unsweep(path)
	}
	if err := l.under.making(path, l.over.Origin(path)); err != nil {
		return err
	}
	l.put(path, v)
	return nil
}

// put sets the value at a path, and notes where it and what is in it were given.
func (l *laying) put(path string, v any) {
	d := l.under
	d.assign(path, v)
	d.forget(path)
	l.over.inside(path, v, func(p string, at place) {
		at.rank = l.rank
		d.places[p] = at
	})
	if _, noted := d.places[path]; !noted {
		at := l.over.place(path)
		at.rank = l.rank
		d.places[path] = at
	}
}

// inside hands over the places of the value at a path, and of all that is in it.
func (d *Document) inside(path string, v any, do func(path string, at place)) {
	if at, noted := d.places[path]; noted {
		do(path, at)
	}
	switch v.(type) {
	case Tree, []any, []Tree:
		for p, at := range d.places {
			if p != path && Within(p, path) {
				do(p, at)
			}
		}
	}
}

// making makes the tables that lead to a path.
func (d *Document) making(path, where string) error {
	t, parts := d.Root, strings.Split(path, ".")
	for i, k := range parts[:len(parts)-1] {
		sub, given := t[k]
		if word, listed := map[string]string{"measure": "of kind", "theory": "named"}[parts[0]]; !given && i == 1 && listed {
			return &say.Error{Where: where, Want: fmt.Sprintf("there is no [[%s]] %s %q; %s", parts[0], word, k, say.DidYouMean(k, sorted(t)))}
		}
		if !given {
			sub = Tree{}
			t[k] = sub
			d.places[strings.Join(parts[:i+1], ".")] = place{where: where}
		}
		next, ok := sub.(Tree)
		if !ok {
			return &say.Error{Where: where, Want: strings.Join(parts[:i+1], ".") + " is not a table"}
		}
		t = next
	}
	return nil
}
