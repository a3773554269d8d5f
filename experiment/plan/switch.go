package plan

import (
	"maps"
	"slices"
	"strings"

	"fbp/experiment/config"
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
		return append(theoryParams(e), config.KeysOf(theoryHeader{})...)
	}
	construct, ok := c.kindsOf(path)[kind]
	if !ok {
		return nil
	}
	return append([]string{"kind"}, config.KeysOf(construct())...)
}
