package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fbp/internal/say"
)

// A Variant is a [[variant]] of a config: a name, and keys that it gives other
// values than the rest of the config does.
type Variant struct {
	Name     string
	where    string     // its name stands
	keys     *Document  // that it sets, a layer
	measures *selection // nil: all measurements are made
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
	t := v.keys.Root
	for key := range strings.SplitSeq(path, ".") {
		value, given := t[key]
		if !given {
			return false
		}
		inner, isTable := value.(Tree)
		if !isTable {
			return true
		}
		t = inner
	}
	return true
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
		return v, &say.Error{Where: d.Origin(Join(at, "name")), Key: "variant.name", Value: Show(name), Want: fmt.Sprintf("want at most %d bytes", mostName)}
	}
	v = Variant{Name: name, where: d.Origin(Join(at, "name")), keys: &Document{file: d.file, Root: Tree{}, places: map[string]place{}}}
	for _, key := range d.InOrder(at, t) {
		list, isList := t[key].([]any)
		switch {
		case key == "name":
		case key == "measure" && isList:
			v.measures = &selection{list, d.Origin(Join(at, key))}
		default:
			if err := v.set(d, key, Join(at, key), t[key]); err != nil {
				return v, err
			}
		}
	}
	return v, nil
}

// set notes what a variant sets: a key, or those of a section.
func (v *Variant) set(d *Document, path, at string, value any) error {
	t, isTable := value.(Tree)
	if deep := strings.Count(path, ".") > strings.Count(path+".", "measure."); !isTable || deep {
		if err := d.known(path, d.Origin(at)); err != nil {
			err.Want = strings.Replace(err.Want, "cannot be swept", "cannot be set by a variant", 1)
			return err
		}
		if err := v.keys.set(path, value, d.Origin(at)); err != nil {
			return err
		}
		d.inside(at, value, func(p string, where place) { v.keys.places[path+strings.TrimPrefix(p, at)] = where })
		return nil
	}
	if _, noted := v.keys.places[path]; !noted {
		v.keys.places[path] = d.place(at)
	}
	for _, key := range d.InOrder(at, t) {
		if err := v.set(d, Join(path, key), Join(at, key), t[key]); err != nil {
			return err
		}
	}
	return nil
}

// hasMeasureOf tells whether a key is not one of a measurement that the variant does
// not make.
func (v Variant) hasMeasureOf(path string) bool {
	rest, of := strings.CutPrefix(path, "measure.")
	kind, _, _ := strings.Cut(rest, ".")
	return !of || v.Makes(kind)
}

// Varied is the document of variant i, and the tables that it begins anew.
func (d *Document) Varied(i int, chooses Chooses) (*Document, []Beginning, error) {
	own := d.Copy()
	own.of = &d.Variants[i]
	if measures, ok := own.Root["measure"].(Tree); ok {
		maps.DeleteFunc(measures, func(kind string, _ any) bool { return !d.Variants[i].Makes(kind) })
	}
	begun, err := own.lay(d.Variants[i].keys.Copy(), ofVariant, chooses)
	return own, begun, err
}

// Copy is the document with values of its own.
func (d *Document) Copy() *Document {
	own := *d
	own.Root, _ = Mapped(d.Root, func(v any) any { return v }).(Tree)
	own.places = maps.Clone(d.places)
	return &own
}

// lacking is where the section at a path lacks a key: where a variant or --set gives its kind,
// at the variant if it changes the section or others give the key, and else at the section.
func (d *Document) lacking(path, key string) string {
	kind := Join(path, "kind")
	switch {
	case d.bySet(kind), d.of != nil && d.of.Sets(kind):
		return d.Origin(kind)
	case d.of != nil && d.of.Sets(path), d.of != nil && slices.ContainsFunc(d.Variants, func(v Variant) bool { return v.Sets(key) }):
		return d.of.where
	}
	return d.Origin(path)
}

// CheckVariants refuses keys that a variant sets and that are swept or given by
// --set as well, and keys of measurements that a variant does not make.
func (d *Document) CheckVariants() error {
	set := d.ofSet()
	known, _ := d.Root["measure"].(Tree)
	for _, v := range d.Variants {
		if m := v.measures; m != nil && slices.ContainsFunc(m.kinds, func(kind any) bool { return !slices.Contains(sorted(known), fmt.Sprint(kind)) }) {
			return &say.Error{Where: m.where, Key: "measure", Value: Show(m.kinds), Want: "want kinds that the config has as [[measure]]: " + strings.Join(sorted(known), ", ")}
		}
		for _, a := range d.Sweep {
			if v.Sets(a.Path) {
				return &say.Error{Where: a.Where, Key: a.Path, Want: fmt.Sprintf("cannot be swept: [[variant]] %q sets it", v.Name)}
			}
			if !v.hasMeasureOf(a.Path) {
				return &say.Error{Where: a.Where, Key: a.Path, Want: fmt.Sprintf("cannot be swept: [[variant]] %q does not make this measurement", v.Name)}
			}
		}
		measured, _ := v.keys.table("measure")
		for _, kind := range v.keys.InOrder("measure", measured) {
			t, _ := measured[kind].(Tree)
			for _, key := range v.keys.InOrder(Join("measure", kind), t) {
				if path := Join(Join("measure", kind), key); !v.Makes(kind) {
					return &say.Error{Where: v.keys.Origin(path), Key: path, Want: fmt.Sprintf("[[variant]] %q does not make this measurement", v.Name)}
				}
			}
		}
		for _, path := range set {
			if v.Sets(path) {
				return &say.Error{Where: d.Origin(path), Want: fmt.Sprintf("[[variant]] %q sets %s; change it there", v.Name, path)}
			}
		}
	}
	return nil
}

// ofSet are the paths of the keys that --set gives.
func (d *Document) ofSet() (paths []string) {
	for path, at := range d.places {
		if isSet(at.where) && strings.Contains(path, ".") {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}
