package config

import (
	"maps"
	"slices"
)

// Base is the config that this one starts from, as its key base names it; "" for none.
func (d *Document) Base() (name string, err error) {
	v, given := d.Root["base"]
	if name, _ = v.(string); given && name == "" {
		return "", d.Fault("base", Show(v), "want the file of the config to start from")
	}
	return name, nil
}

// Over puts the config over the one it starts from: keys of a section are added to
// those of the base and replace equal ones whole, as a [[variant]] does (gamma.steps = 10
// changes a table, gamma = { … } replaces it); a section of another kind replaces that of
// the base, and a list of tables, [[measure]], all tables of the base. A key ends the
// base's sweep of it. The base keeps its name, which is that of its own results. A base
// that has one itself is refused.
func (d *Document) Over(base *Document) error {
	if name, given := base.Root["base"]; given {
		return base.Fault("base", Show(name), "a config that others start from cannot start from another itself")
	}
	lines := 0
	for _, p := range base.places {
		lines = max(lines, p.line)
	}
	for path, p := range base.places {
		p.line -= lines + 1
		base.places[path] = p
	}
	delete(d.Root, "base")
	delete(d.places, "base")
	delete(base.Root, "name")
	base.forget("name")
	base.flattenSweep()
	d.flattenSweep()
	for _, key := range append(slices.DeleteFunc(sorted(d.Root), func(key string) bool { return key == "sweep" }), "sweep") { // last: a key ends only sweeps of the base
		if _, given := d.Root[key]; given {
			d.put(base, key, key, d.Root, base.Root)
		}
	}
	d.Root, d.places, d.dotted = base.Root, base.places, base.dotted
	d.sweeps = append(base.sweeps, d.sweeps...)
	return nil
}

// merged are the sections whose keys are added to those of the base.
var merged = []string{"model", "instance", "algorithm", "figure", "sweep"}

// put writes a key over that of the base; from and to are the tables that have it.
func (d *Document) put(base *Document, path, key string, from, to Tree) {
	value, isTable := from[key].(Tree)
	old, was := to[key].(Tree)
	if adds := slices.Contains(merged, path) && sameKind(old, value) || d.dotted[path]; isTable && was && adds {
		if at, given := d.places[path]; given {
			base.places[path] = at
		}
		for _, k := range sorted(value) {
			d.put(base, Join(path, k), k, value, old)
		}
		return
	}
	to[key] = from[key]
	base.adopt(d, path)
}

// sameKind tells whether a section leaves that of the base its kind.
func sameKind(base, over Tree) bool {
	kind, given := over["kind"]
	return !given || kind == base["kind"]
}

// adopt replaces the places of a path, and of what is in it, by those of another text,
// and ends the sweeps of keys there.
func (d *Document) adopt(of *Document, path string) {
	d.forget(path)
	for p, at := range of.places {
		if Within(p, path) {
			d.places[p] = at
		}
	}
	for p := range of.dotted {
		if Within(p, path) {
			d.dotted[p] = true
		}
	}
}

// forget removes the places of a path and of what is in it, and the sweeps of keys
// there or around it.
func (d *Document) forget(path string) {
	maps.DeleteFunc(d.places, func(p string, _ place) bool { return Within(p, path) })
	maps.DeleteFunc(d.dotted, func(p string, _ bool) bool { return Within(p, path) })
	sweep, _ := d.Root["sweep"].(Tree)
	gone := func(p string) bool { return Within(p, path) || Within(path, p) }
	maps.DeleteFunc(sweep, func(p string, _ any) bool { return gone(p) })
	d.sweeps = slices.DeleteFunc(d.sweeps, gone)
}

// flattenSweep gives the keys of [sweep] their whole paths.
func (d *Document) flattenSweep() {
	if section, ok := d.Root["sweep"].(Tree); ok {
		flat := Tree{}
		flatten(flat, "", section)
		d.Root["sweep"] = flat
	}
}
