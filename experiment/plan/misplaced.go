package plan

import (
	"maps"
	"slices"

	"fbp/experiment/config"
)

// having are the paths at which a config may have a key of this name: at its top, and in
// sections of the kinds that it names.
func (c *Catalog) having(d *config.Document, key string) (paths []string) {
	measures, _ := d.Root["measure"].(config.Tree)
	for _, k := range c.Kinds() {
		switch k.Section {
		case "":
		case "model", "instance", "algorithm":
			if !slices.Contains(d.Kinds(k.Section), k.Name) {
				continue
			}
		case "measure":
			if !slices.Contains(slices.Collect(maps.Keys(measures)), k.Name) {
				continue
			}
		default:
			continue
		}
		if path := config.Join(k.path(), key); slices.Contains(pathsOf(k.Keys), key) && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}
