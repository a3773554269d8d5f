package config

import "slices"

// Base is the config that this one starts from, as its key base names it; "" for none.
func (d *Document) Base() (name string, err error) {
	v, given := d.Root["base"]
	if name, _ = v.(string); given && name == "" {
		return "", d.Fault("base", Show(v), "want the file of the config to start from")
	}
	return name, nil
}

// Over lays the config over the one it starts from, which keeps its name, that of its own
// results. [[measure]], [[theory]] and [[variant]] replace all of the base. A base that has one itself is refused.
func (d *Document) Over(base *Document, chooses Chooses) error {
	if name, given := base.Root["base"]; given {
		return base.Fault("base", Show(name), "a config that others start from cannot start from another itself")
	}
	own := *d
	d.Root, d.places, d.Sweep, d.Variants = base.Root, base.places, base.Sweep, base.Variants
	for path, at := range d.places {
		at.rank = ofBase
		d.places[path] = at
	}
	delete(own.Root, "base")
	delete(d.Root, "name")
	if len(own.Variants) > 0 {
		d.Variants = own.Variants
	}
	begun, err := d.lay(&own, ofFile, chooses)
	if err != nil {
		return err
	}
	d.Warnings = append(d.Warnings, Left(begun, nil)...)
	for path, at := range own.places { // those of what is no key: lists of tables, the sweep
		if _, noted := d.places[path]; !noted {
			d.places[path] = at
		}
	}
	for _, a := range own.Sweep {
		d.Sweep = slices.DeleteFunc(d.Sweep, func(b Axis) bool { return a.Path != b.Path && (Within(a.Path, b.Path) || Within(b.Path, a.Path)) })
		if err := d.addAxis(a); err != nil {
			return err
		}
	}
	return nil
}
