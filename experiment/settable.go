package experiment

import "slices"

// Settable are the keys that --set can change in a config, by their full paths:
// algorithm.gamma.steps, and the kinds with the words that they can be. An empty
// text, or one that is no config, has all kinds.
func (c *Catalog) Settable(text string) (keys []Key) {
	d, err := parseDocument("", text)
	if err != nil || text == "" {
		d = nil
	}
	all := c.Kinds()
	keys = append(keys, all[0].Keys...)
	for _, s := range sectionHeaders {
		if s.name != "measure" { // whose kind is part of its path
			keys = append(keys, Key{Path: s.name + ".kind", Type: "text", Help: "kind of " + s.name, Words: sorted(c.kindsOf(s.name))})
		}
	}
	if d != nil {
		named, _ := d.root["theory"].(table)
		for _, name := range sorted(named) {
			keys = append(keys, Key{Path: join(join("theory", name), "kind"), Type: "text", Help: "kind of theory", Words: sorted(theoryKinds())})
		}
	}
	var seen []string
	for _, k := range all[1:] {
		if k.Name == "" {
			continue
		}
		for _, at := range k.places(d) {
			for _, key := range k.Keys {
				key.Path = join(at, key.Path)
				if !slices.Contains(seen, key.Path) {
					seen = append(seen, key.Path)
					keys = append(keys, key)
				}
			}
		}
	}
	return keys
}

// places are the paths at which a config has sections of a kind.
func (k Kind) places(d *document) (paths []string) {
	switch {
	case k.Section == "theory" && d == nil:
		return nil
	case k.Section == "theory":
		named, _ := d.root["theory"].(table)
		for _, name := range sorted(named) {
			if t, ok := named[name].(table); ok && t["kind"] == k.Name {
				paths = append(paths, join("theory", name))
			}
		}
		return paths
	}
	path := k.Section
	if k.Section == "measure" {
		path = join(path, k.Name)
	}
	if d == nil {
		return []string{path}
	}
	if t, err := d.table(path); err == nil && (k.Section == "measure" || t["kind"] == k.Name) {
		return []string{path}
	}
	return nil
}
