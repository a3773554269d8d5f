package config

import (
	"maps"
	"slices"
)

// Base is the config that this one starts from, as its key base names it; "" for none.
func (t *Text) Base() (name string, err error) {
	v, given := t.root["base"]
	if !given {
		return "", nil
	}
	name, ok := v.(string)
	if !ok || name == "" {
		return "", t.BaseFault("want the file of the config to start from")
	}
	return name, nil
}

// BaseFault is an Error in the key base.
func (t *Text) BaseFault(want string) error {
	return &Error{Where: t.given["base"].where, Key: "base", Value: Show(t.root["base"]), Want: want}
}

// Over puts the config over the one it starts from: keys of a section are added to
// those of the base and replace equal ones whole, as a [[variant]] does (gamma.steps = 10
// changes a table, gamma = { … } replaces it); a section of another kind replaces that of
// the base, and a list of tables, [[measure]], all tables of the base. A key ends the
// base's sweep of it. The base keeps its name, which is that of its own results. A base
// that has one itself is refused.
func (t *Text) Over(base *Text) error {
	if _, given := base.root["base"]; given {
		return base.BaseFault("a config that others start from cannot start from another itself")
	}
	lines := 0
	for _, p := range base.given {
		lines = max(lines, p.line)
	}
	for path, p := range base.given {
		p.line -= lines + 1
		base.given[path] = p
	}
	delete(t.root, "base")
	delete(t.given, "base")
	delete(base.root, "name")
	base.forget("name")
	base.flattenSweep()
	t.flattenSweep()
	for _, key := range append(slices.DeleteFunc(sorted(t.root), func(key string) bool { return key == "sweep" }), "sweep") { // last: a key ends only sweeps of the base
		if _, given := t.root[key]; given {
			t.put(base, key, key, t.root, base.root)
		}
	}
	t.root, t.given, t.dotted = base.root, base.given, base.dotted
	t.sweeps = append(base.sweeps, t.sweeps...)
	return nil
}

// merged are the sections whose keys are added to those of the base.
var merged = []string{"model", "instance", "algorithm", "figure", "sweep"}

// put writes a key over that of the base; from and to are the tables that have it.
func (t *Text) put(base *Text, path, key string, from, to Tree) {
	value, isTable := from[key].(Tree)
	old, was := to[key].(Tree)
	if adds := slices.Contains(merged, path) && sameKind(old, value) || t.dotted[path]; isTable && was && adds {
		if at, given := t.given[path]; given {
			base.given[path] = at
		}
		for _, k := range sorted(value) {
			t.put(base, Join(path, k), k, value, old)
		}
		return
	}
	to[key] = from[key]
	base.adopt(t, path)
}

// sameKind tells whether a section leaves that of the base its kind.
func sameKind(base, over Tree) bool {
	kind, given := over["kind"]
	return !given || kind == base["kind"]
}

// adopt replaces the places of a path, and of what is in it, by those of another text,
// and ends the sweeps of keys there.
func (t *Text) adopt(of *Text, path string) {
	t.forget(path)
	for p, at := range of.given {
		if Within(p, path) {
			t.given[p] = at
		}
	}
	for p := range of.dotted {
		if Within(p, path) {
			t.dotted[p] = true
		}
	}
}

// forget removes the places of a path and of what is in it, and the sweeps of keys
// there or around it.
func (t *Text) forget(path string) {
	maps.DeleteFunc(t.given, func(p string, _ place) bool { return Within(p, path) })
	maps.DeleteFunc(t.dotted, func(p string, _ bool) bool { return Within(p, path) })
	sweep, _ := t.root["sweep"].(Tree)
	gone := func(p string) bool { return Within(p, path) || Within(path, p) }
	maps.DeleteFunc(sweep, func(p string, _ any) bool { return gone(p) })
	t.sweeps = slices.DeleteFunc(t.sweeps, gone)
}

// flattenSweep gives the keys of [sweep] their whole paths.
func (t *Text) flattenSweep() {
	if section, ok := t.root["sweep"].(Tree); ok {
		flat := Tree{}
		flatten(flat, "", section)
		t.root["sweep"] = flat
	}
}
