package plan

import (
	"maps"
	"slices"
	"strings"

	"fbp/experiment/config"
)

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

// KeysOf lists the keys that a kind of the section at path can have, nil when
// there is no such kind.
func (c *Catalog) KeysOf(path, kind string) []string {
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
