package experiment

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"fbp/model"
)

// switchKinds drops, from every section whose kind --set has changed, the keys of
// the file that the new kind does not have: algorithm.kind=file has no use for
// y. Keys that --set gave itself stay, and are mistakes if they are unknown.
func (d *document) switchKinds(c *Catalog) {
	paths := []string{"model", "instance", "algorithm", "figure"}
	if theories, ok := d.root["theory"].(table); ok {
		for _, name := range sorted(theories) {
			paths = append(paths, join("theory", name))
		}
	}
	for _, path := range paths {
		t, err := d.table(path)
		if err != nil || !strings.HasPrefix(d.where[join(path, "kind")], "--set ") {
			continue
		}
		kind, _ := t["kind"].(string)
		if known := c.keysOf(path, kind); known != nil {
			d.dropUnknown(path, t, kind, known)
		}
	}
}

// dropUnknown removes the keys of the file that are not known.
func (d *document) dropUnknown(path string, t table, kind string, known []string) {
	var dropped []string
	drop := func(key string) {
		if !slices.Contains(dropped, key) {
			dropped = append(dropped, key)
		}
	}
	for _, key := range d.inOrder(path, t) {
		if full := join(path, key); !slices.Contains(known, key) && !strings.HasPrefix(d.where[full], "--set ") && d.ofFile(full) {
			delete(t, key)
			drop(key)
		}
	}
	for _, a := range slices.Clone(d.sweep) {
		key, inside := strings.CutPrefix(a.path, path+".")
		if head, _, _ := strings.Cut(key, "."); inside && !slices.Contains(known, head) && !strings.HasPrefix(a.where, "--set ") {
			d.unsweep(a.path)
			drop(key)
		}
	}
	if len(dropped) > 0 {
		d.warnings = append(d.warnings, fmt.Sprintf("%s: kind %q has no %s; what the config says of it is left out",
			path, kind, strings.Join(dropped, ", ")))
	}
}

// ofFile tells whether no part of the value at a path comes from --set.
func (d *document) ofFile(path string) bool {
	for p, where := range d.where {
		if strings.HasPrefix(p, path+".") && strings.HasPrefix(where, "--set ") {
			return false
		}
	}
	return true
}

// keysOf lists the keys that a kind of the section at path can have, nil when
// there is no such kind.
func (c *Catalog) keysOf(path, kind string) []string {
	if strings.HasPrefix(path, "theory.") {
		e, ok := theoryKinds()[kind]
		if !ok {
			return nil
		}
		keys := theoryParams(e)
		for _, f := range keysIn(theoryHeader{}) {
			keys = append(keys, f.key)
		}
		return keys
	}
	value, ok := c.kindsOf(path)[kind]
	if !ok {
		return nil
	}
	keys := []string{"kind"}
	for _, f := range keysIn(value) {
		keys = append(keys, f.key)
	}
	return keys
}

// kindsOf are the kinds of a section with their defaults. Those that follow
// model or algorithm are taken as without them.
func (c *Catalog) kindsOf(section string) map[string]any {
	kinds := map[string]any{}
	switch section {
	case "model":
		for kind, make := range c.Models {
			kinds[kind] = make()
		}
	case "instance":
		for kind, make := range c.Instances {
			kinds[kind] = make()
		}
	case "algorithm":
		for kind, make := range c.Algorithms {
			kinds[kind] = make(c.anyModel())
		}
	case "measure":
		for kind, make := range c.Measurements {
			kinds[kind] = make(c.anyModel(), nil)
		}
	case "figure":
		for kind, make := range c.Figures {
			kinds[kind] = make()
		}
	}
	return kinds
}

// anyModel is the first model of the catalog.
func (c *Catalog) anyModel() model.Model {
	for _, kind := range sorted(c.Models) {
		return c.Models[kind]()
	}
	return nil
}

// keysIn are the keys of a section's struct.
func keysIn(value any) []field { return fieldsOf(reflect.Indirect(reflect.ValueOf(value)).Type()) }
