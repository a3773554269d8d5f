package plan

import (
	"maps"
	"slices"

	"fbp/experiment/config"
)

// Settable are the keys that --set can change in a config, by their full paths:
// algorithm.gamma.steps, and the kinds with the words that they can be. An empty
// text, or one that is no config, has all kinds.
func (c *Catalog) Settable(text string) (keys []config.Key) {
	d, err := config.Parse("", text)
	if err != nil || text == "" || d.Root["base"] != nil {
		d = nil
	}
	all := c.Kinds()
	for _, key := range all[0].Keys {
		if key.Path != "base" { // which decides what there is to set
			keys = append(keys, key)
		}
	}
	for _, s := range sectionHeaders {
		if s.name != "measure" { // whose kind is part of its path
			keys = append(keys, config.Key{Path: s.name + ".kind", Type: "text", Help: "kind of " + s.name, Words: slices.Sorted(maps.Keys(c.kindsOf(s.name)))})
		}
	}
	for _, path := range theoryPaths(d) {
		keys = append(keys, config.Key{Path: config.Join(path, "kind"), Type: "text", Help: "kind of theory", Words: slices.Sorted(maps.Keys(theoryKinds()))})
	}
	var seen []string
	for _, k := range all[1:] {
		if k.Name == "" {
			continue
		}
		for _, at := range k.places(d) {
			for _, key := range k.Keys {
				key.Path = config.Join(at, key.Path)
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
func (k Kind) places(d *config.Document) (paths []string) {
	of := func(path string) any {
		t, _ := d.At(path)
		return t["kind"]
	}
	if k.Section == "theory" {
		return slices.DeleteFunc(theoryPaths(d), func(path string) bool { return of(path) != k.Name })
	}
	if d == nil || of(k.path()) == k.Name {
		return []string{k.path()}
	}
	return nil
}
