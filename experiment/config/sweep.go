package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fbp/internal/say"
)

// An axis is a key that takes several values; the experiment is their cross product.
type Axis struct {
	Path   string
	Values []any
	Where  string
}

// MostPoints is the limit of a sweep. Beyond it a mistake is likelier than
// intention.
const MostPoints = 1_000_000

// takeSweep moves [sweep] out of the tree, its keys in an order, that of the file.
func (d *Document) takeSweep(order []string) error {
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
	for i, path := range slices.Backward(order) {
		rank[path] = i
	}
	slices.SortFunc(paths, func(a, b string) int { return rank[a] - rank[b] })
	for _, path := range paths {
		values, ok := listOf(flat[path])
		if text, isText := flat[path].(string); isText {
			values, ok = sweepValues(text)
		}
		if !ok || len(values) == 0 {
			return d.Fault("sweep."+path, Show(flat[path]), fmt.Sprintf("want a list of values, as [%s], or a text with a range: \"from:to:n\"", Show(flat[path])))
		}
		if err := d.addAxis(Axis{path, values, d.Origin("sweep." + path)}); err != nil {
			return err
		}
	}
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

// listOf is a list of values; one of tables, which the library types on its own, too.
func listOf(v any) ([]any, bool) {
	tables, ok := v.([]Tree)
	if !ok {
		list, ok := v.([]any)
		return list, ok
	}
	values := make([]any, len(tables))
	for i, t := range tables {
		values[i] = t
	}
	return values, true
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
		case Within(old.Path, a.Path), Within(a.Path, old.Path):
			return &say.Error{Where: a.Where, Key: a.Path, Want: "cannot be swept together with " + old.Path}
		}
	}
	d.Sweep = append(d.Sweep, a)
	return nil
}

// sweepValues reads the values of a swept key from a text as --set has it: numbers
// and ranges.
func sweepValues(text string) ([]any, bool) {
	if !strings.Contains(text, ":") {
		return nil, false
	}
	list, want := setValues(text, true)
	isText := func(v any) bool { _, is := v.(string); return is }
	return list, want == "" && !slices.ContainsFunc(list, isText)
}

// several says where several values of a key belong that takes one, or "".
func several(path string, v any) string {
	text, _ := v.(string)
	values, ok := listOf(v)
	if !ok {
		values, ok = sweepValues(text)
	}
	section, _, dotted := strings.Cut(path, ".")
	if !ok || len(values) < 2 || !dotted || section == "figure" || strings.ContainsAny(path, "[]") {
		return ""
	}
	return fmt.Sprintf("; several values stand in [sweep]: %q = %s", path, Show(v))
}

// AtPoint is the document at a point of the sweep. Points that all set the same plain keys
// share the document, which has the values of the last.
func (d *Document) AtPoint(values []any, chooses Chooses) (*Document, []Beginning, error) {
	forms := slices.ContainsFunc(d.Sweep, func(a Axis) bool {
		_, table := a.Values[0].(Tree)
		return table || chooses(a.Path)
	})
	if !forms {
		for i, a := range d.Sweep {
			if err := d.Put(a.Path, values[i], a.Where); err != nil {
				return nil, nil, err
			}
		}
		return d, nil, nil
	}
	own, over := d.Copy(), &Document{file: d.file, Root: Tree{}, places: map[string]place{}}
	for i, a := range d.Sweep {
		if err := over.set(a.Path, values[i], a.Where); err != nil {
			return nil, nil, err
		}
	}
	begun, err := own.lay(over.Copy(), ofSweep, chooses)
	return own, begun, err
}
