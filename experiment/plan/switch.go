package plan

import (
	"maps"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/model"
)

// switchKinds drops, from every section whose kind --set has changed, the keys of
// the file that the new kind does not have: algorithm.kind=file has no use for
// y. Keys that --set gave itself stay, and are mistakes if they are unknown.
func (c *Catalog) switchKinds(d *config.Document) {
	paths := []string{"model", "instance", "algorithm", "figure"}
	if theories, ok := d.Root["theory"].(config.Tree); ok {
		for _, name := range slices.Sorted(maps.Keys(theories)) {
			paths = append(paths, config.Join("theory", name))
		}
	}
	for _, path := range paths {
		kind, switched := d.Switched(path)
		if known := c.keysOf(path, kind); switched && known != nil {
			d.DropUnknown(path, kind, known)
		}
	}
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
		return append(keys, config.KeysOf(theoryHeader{})...)
	}
	value, ok := c.kindsOf(path)[kind]
	if !ok {
		return nil
	}
	return append([]string{"kind"}, config.KeysOf(value)...)
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
	for _, kind := range slices.Sorted(maps.Keys(c.Models)) {
		return c.Models[kind]().Model()
	}
	return nil
}
