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

// Over lays the config over the one it starts from: keys of a section are added to
// those of the base and replace equal ones whole, as a [[variant]] does (gamma.steps = 10
// changes a table, gamma = { … } replaces it), and [[measure]], [[theory]] and [[variant]] replace all of the
// base. The base keeps its name, which is that of its own results. A base
// that has one itself is refused.
func (d *Document) Over(base *Document, keysOf KindKeys) error {
	if name, given := base.Root["base"]; given {
		return base.Fault("base", Show(name), "a config that others start from cannot start from another itself")
	}
	own := *d
	d.Root, d.places, d.Sweep, d.Variants = base.Root, base.places, base.Sweep, base.Variants
	delete(own.Root, "base")
	delete(d.Root, "name")
	if len(own.Variants) > 0 {
		d.Variants = own.Variants
	}
	for path, p := range d.places { // its mistakes are reported first
		p.line -= 1 << 30
		d.places[path] = p
	}
	if err := d.lay("", own.Root, &own, keysOf); err != nil {
		return err
	}
	maps.Copy(d.places, own.places)
	for _, a := range own.Sweep {
		d.Sweep = slices.DeleteFunc(d.Sweep, func(b Axis) bool { return a.Path != b.Path && (Within(a.Path, b.Path) || Within(b.Path, a.Path)) })
		if err := d.addAxis(a); err != nil {
			return err
		}
	}
	return nil
}

// lay lays the keys of a table of another document over those at the same path: of sections and dotted keys
// one by one, all others whole.
func (d *Document) lay(path string, t Tree, of *Document, keysOf KindKeys) error {
	keys := of.InOrder(path, t)
	if i := slices.Index(keys, "kind"); i > 0 { // it comes first, since it drops others
		keys = slices.Concat([]string{"kind"}, keys[:i], keys[i+1:])
	}
	for _, key := range keys {
		at := Join(path, key)
		table, isTable := t[key].(Tree)
		_, there := d.Root[key].(Tree)
		if isTable && (path == "" && there && key != "measure" && key != "theory" || of.dotted[at]) {
			if err := d.lay(at, table, of, keysOf); err != nil {
				return err
			}
			continue
		}
		if path == "" && isTable && len(table) == 0 {
			continue // no [[measure]]
		}
		if err := d.over(at, t[key], of.Origin(at), keysOf); err != nil {
			return err
		}
	}
	return nil
}
