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
	for _, path := range append([]string{"model", "instance", "algorithm", "figure"}, theoryPaths(d)...) {
		d.Switch(path, c.keysOf)
	}
}

// theoryPaths are the paths of the [[theory]] of a config; of none there are none.
func theoryPaths(d *config.Document) (paths []string) {
	if d == nil {
		return nil
	}
	named, _ := d.Root["theory"].(config.Tree)
	for _, name := range slices.Sorted(maps.Keys(named)) {
		paths = append(paths, config.Join("theory", name))
	}
	return paths
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
