package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Variant is a [[variant]] of a config: a name, and keys that it gives other
// values than the rest of the config does.
type Variant struct {
	Name     string
	where    string // its name stands
	file     string
	keys     []assignment
	measures *selection // nil: all measurements are made
}

// assignment is a key that a variant sets.
type assignment struct {
	path  string
	value any
	where string
}

// selection is the list of the measurements that a variant makes.
type selection struct {
	kinds []any
	where string
}

// Makes tells whether the variant makes a kind of measurement.
func (v Variant) Makes(kind string) bool {
	return v.measures == nil || slices.Contains(v.measures.kinds, any(kind))
}

// Sets tells whether the variant sets a key, one inside it or one around it.
func (v Variant) Sets(path string) bool {
	return slices.ContainsFunc(v.keys, func(k assignment) bool { return Within(k.path, path) || Within(path, k.path) })
}

// mostName is the largest length of a variant's name, which is a column of every
// table and the text of a legend.
const mostName = 100

// takeVariants moves the [[variant]] tables out of the tree.
func (d *Document) takeVariants() error {
	defer func() {
		delete(d.Root, "variant")
		d.forget("variant")
	}()
	return d.eachOf("variant", "each with a name and keys", "variant.name", "name", "name", func(name, at string, t Tree) error {
		v, err := d.variant(name, at, t)
		d.Variants = append(d.Variants, v)
		return err
	})
}

// variant is the [[variant]] of a name.
func (d *Document) variant(name, at string, t Tree) (v Variant, err error) {
	if len(name) > mostName {
		return v, &Error{Where: d.Origin(Join(at, "name")), Key: "variant.name", Value: Show(name), Want: fmt.Sprintf("want at most %d bytes", mostName)}
	}
	v.Name, v.where, v.file = name, d.Origin(Join(at, "name")), d.place(at).file
	for _, key := range d.InOrder(at, t) {
		list, isList := t[key].([]any)
		switch {
		case key == "name":
		case key == "measure" && isList:
			v.measures = &selection{list, d.Origin(Join(at, key))}
		default:
			d.assign(&v, key, Join(at, key), t[key])
		}
	}
	for _, k := range v.keys {
		if err := d.known(k.path, k.where); err != nil {
			err.Want = strings.Replace(err.Want, "cannot be swept", "cannot be set by a variant", 1)
			return v, err
		}
	}
	// Kinds come first: they decide which other keys there are.
	slices.SortStableFunc(v.keys, func(a, b assignment) int {
		return strings.Count(b.path+".", ".kind.") - strings.Count(a.path+".", ".kind.")
	})
	return v, nil
}

// assign notes the keys that a value of a variant sets: itself, or those inside it
// if it is a whole section or the beginning of a dotted key.
func (d *Document) assign(v *Variant, path, at string, value any) {
	t, isTable := value.(Tree)
	if !isTable || strings.Contains(path, ".") && !d.dotted[at] {
		v.keys = append(v.keys, assignment{path, value, d.Origin(at)})
		return
	}
	for _, key := range d.InOrder(at, t) {
		d.assign(v, Join(path, key), Join(at, key), t[key])
	}
}

// hasMeasureOf tells whether a key is not one of a measurement that the variant does
// not make.
func (v Variant) hasMeasureOf(path string) bool {
	rest, of := strings.CutPrefix(path, "measure.")
	kind, _, _ := strings.Cut(rest, ".")
	return !of || v.Makes(kind)
}

// Varied is the document of variant i. A section whose kind it changes loses the keys that
// the new kind does not have, as keysOf lists them.
func (d *Document) Varied(i int, keysOf KindKeys) (*Document, error) {
	own := d.Copy()
	own.of = &d.Variants[i]
	if measures, ok := own.Root["measure"].(Tree); ok {
		maps.DeleteFunc(measures, func(kind string, _ any) bool { return !d.Variants[i].Makes(kind) })
	}
	for _, k := range d.Variants[i].keys {
		if _, err := own.layer(k.path, k.value, k.where, keysOf); err != nil {
			return nil, err
		}
	}
	own.Sweep = d.Sweep // of keys that this variant does not have too: its points say so
	return own, nil
}

// Copy is the document with values of its own.
func (d *Document) Copy() *Document {
	own := *d
	own.Root, _ = Mapped(d.Root, func(v any) any { return v }).(Tree)
	own.places = maps.Clone(d.places)
	return &own
}

// lacking is where the section at a path lacks a key: where a variant or --set gives its kind,
// at the variant if others give the key, and else at the section.
func (d *Document) lacking(path, key string) string {
	kind := Join(path, "kind")
	gives := func(v Variant, path string) bool {
		return slices.ContainsFunc(v.keys, func(k assignment) bool { return Within(path, k.path) })
	}
	switch {
	case d.bySet(kind), d.of != nil && gives(*d.of, kind):
		return d.Origin(kind)
	case d.of != nil && slices.ContainsFunc(d.Variants, func(v Variant) bool { return v.Sets(key) }):
		return d.of.where
	}
	return d.Origin(path)
}

// CheckVariants refuses keys that a variant sets and that are swept or given by
// --set as well, and keys of measurements that a variant does not make.
func (d *Document) CheckVariants() error {
	var set []string // keys
	for path, at := range d.places {
		if isSet(at.where) && strings.Contains(path, ".") {
			set = append(set, path)
		}
	}
	slices.Sort(set)
	known, _ := d.Root["measure"].(Tree)
	for _, v := range d.Variants {
		if m := v.measures; m != nil && slices.ContainsFunc(m.kinds, func(kind any) bool { return !slices.Contains(sorted(known), fmt.Sprint(kind)) }) {
			return &Error{Where: m.where, Key: "measure", Value: Show(m.kinds), Want: "want kinds that the config has as [[measure]]: " + strings.Join(sorted(known), ", ")}
		}
		for _, a := range d.Sweep {
			if v.Sets(a.Path) {
				return &Error{Where: a.Where, Key: a.Path, Want: fmt.Sprintf("cannot be swept: [[variant]] %q sets it", v.Name)}
			}
			if !v.hasMeasureOf(a.Path) {
				return &Error{Where: a.Where, Key: a.Path, Want: fmt.Sprintf("cannot be swept: [[variant]] %q does not make this measurement", v.Name)}
			}
		}
		for _, k := range v.keys {
			if !v.hasMeasureOf(k.path) {
				return &Error{Where: k.where, Key: k.path, Want: fmt.Sprintf("[[variant]] %q does not make this measurement", v.Name)}
			}
		}
		for _, path := range set {
			if v.Sets(path) {
				return &Error{Where: d.Origin(path), Want: fmt.Sprintf("[[variant]] %q sets %s; change it there", v.Name, path)}
			}
		}
	}
	return nil
}
