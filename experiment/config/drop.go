package config

import (
	"fmt"
	"slices"
	"strings"
)

// Switch drops from the section at a path, if --set has given it its kind, the keys of the
// file that this kind does not have, as keysOf lists them (nil for all).
func (d *Document) Switch(path string, keysOf func(section, kind string) []string) {
	t, err := d.At(path)
	if err != nil || !d.bySet(Join(path, "kind")) {
		return
	}
	kind, _ := t["kind"].(string)
	known := keysOf(path, kind)
	if known == nil {
		return
	}
	var dropped []string
	for _, key := range d.InOrder(path, t) {
		if !slices.Contains(known, key) && d.ofFile(Join(path, key)) {
			delete(t, key)
			dropped = append(dropped, key)
		}
	}
	for _, a := range slices.Clone(d.Sweep) {
		key, inside := strings.CutPrefix(a.Path, path+".")
		if head, _, _ := strings.Cut(key, "."); !inside || slices.Contains(known, head) || isSet(a.Where) {
			continue
		}
		if d.unsweep(a.Path); !slices.Contains(dropped, key) {
			dropped = append(dropped, key)
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
