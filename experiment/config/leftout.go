package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fbp/internal/fault"
)

// Beginning is a table that a layer begins anew.
type Beginning struct {
	path    string   // of the table
	by      string   // what it names: `kind "sbpi"`
	dropped []string // keys of the layers below that hold no more
	other   bool     // the kind below is another one
	rank    int      // of the layer
}

// Left says in words what holds no more where tables begin anew: in variants, or at points of the
// sweep, where who names them. Tables that lose the same keys are one sentence. In a variant of another kind,
// which stands there with its keys, nothing is said.
func Left(begun []Beginning, who []string) (left []string) {
	for i, b := range begun {
		same := func(o Beginning) bool {
			return o.path == b.path && (o.rank != ofVariant || !o.other) && slices.Equal(o.dropped, b.dropped)
		}
		if len(b.dropped) == 0 || b.rank == ofVariant && b.other || slices.ContainsFunc(begun[:i], same) {
			continue
		}
		var names, at []string
		for k, o := range begun {
			if same(o) {
				if !slices.Contains(names, o.by) {
					names = append(names, o.by)
				}
				if who != nil && !slices.Contains(at, who[k]) {
					at = append(at, who[k])
				}
			}
		}
		text := fmt.Sprintf("%s: %s", b.path, strings.Join(names, ", "))
		if len(at) > 0 {
			text += " in " + strings.Join(at, ", ")
		}
		left = append(left, text+map[bool]string{true: " begins", false: " begin"}[len(names) == 1]+" from its defaults; what the config says of "+strings.Join(b.dropped, ", ")+" is left out")
	}
	return left
}

// Unreached says which keys of --set do not reach which variants, since these begin the table anew.
func (d *Document) Unreached(begun []Beginning, who []string) (list []string) {
	for _, path := range d.ofSet() {
		var names []string
		for i, b := range begun {
			if b.rank == ofVariant && Within(path, b.path) && path != b.path && !slices.Contains(names, who[i]) {
				names = append(names, who[i])
			}
		}
		if len(names) > 0 {
			list = append(list, fmt.Sprintf("%s does not reach %s: what is said there begins anew", d.Origin(path), strings.Join(names, ", ")))
		}
	}
	return list
}

// without says of a missing key that a layer has left it out, "" otherwise.
func (d *Document) without(section, key string) string {
	for _, b := range d.begun {
		if b.path == section && slices.Contains(b.dropped, key) {
			return fmt.Sprintf("; %s begins from its defaults, without what the config says of %s", b.by, key)
		}
	}
	return ""
}

// Idle takes away the key of a section that has no meaning with another one, if a layer above that of the key gives
// the other: what the layers below said is left out then. An own mistake of a layer stays one.
func (d *Document) Idle(section string, err error) (own *Document, left string) {
	var f *fault.Fault
	if !errors.As(err, &f) || f.With == "" {
		return nil, ""
	}
	key, with := Join(section, f.Key), Join(section, f.With)
	if _, noted := d.places[with]; !noted || d.place(key).rank >= d.place(with).rank {
		return nil, ""
	}
	own = d.Copy()
	t, ok := own.table(section)
	if !ok || t[f.Key] == nil {
		return nil, ""
	}
	left = fmt.Sprintf("%s: %s %s leaves out what the config says of %s", section, f.With, Show(t[f.With]), f.Key)
	delete(t, f.Key)
	own.forget(key)
	return own, left
}
