package config

import (
	"fmt"
	"slices"
	"strings"
)

// Switched tells whether --set has given the section at a path its kind.
func (d *Document) Switched(path string) (kind string, yes bool) {
	t, err := d.At(path)
	if err != nil || !d.bySet(Join(path, "kind")) {
		return "", false
	}
	kind, _ = t["kind"].(string)
	return kind, true
}

// DropUnknown removes from the section at a path the keys of the file that its
// kind does not know.
func (d *Document) DropUnknown(path, kind string, known []string) {
	t, err := d.At(path)
	if err != nil {
		return
	}
	var dropped []string
	drop := func(key string) {
		if !slices.Contains(dropped, key) {
			dropped = append(dropped, key)
		}
	}
	for _, key := range d.InOrder(path, t) {
		if full := Join(path, key); !slices.Contains(known, key) && d.ofFile(full) {
			delete(t, key)
			drop(key)
		}
	}
	for _, a := range slices.Clone(d.Sweep) {
		key, inside := strings.CutPrefix(a.Path, path+".")
		if head, _, _ := strings.Cut(key, "."); inside && !slices.Contains(known, head) && !isSet(a.Where) {
			d.unsweep(a.Path)
			drop(key)
		}
	}
	if len(dropped) > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%s: kind %q has no %s; what the config says of it is left out",
			path, kind, strings.Join(dropped, ", ")))
	}
}

// ofFile tells whether no part of the value at a path comes from --set.
func (d *Document) ofFile(path string) bool {
	for p := range d.places {
		if Within(p, path) && d.bySet(p) {
			return false
		}
	}
	return true
}
