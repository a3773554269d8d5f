package plan

import (
	"maps"
	"path/filepath"
	"slices"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/instances"
	"fbp/internal/files"
)

// folderOf is the folder of a config, from which its paths start: "" for a pipe, which has none.
func folderOf(file string) string {
	if info, err := files.Stat(file); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return filepath.Dir(file)
}

// filesOf are the keys of a kind that name files. What is in the files is part of a task's hash, and their
// names are not.
func filesOf(kind any) []string {
	if source, ok := kind.(instances.Source); ok {
		return source.About().Files
	}
	return kinds.About(kind).Files
}

// FileKeys are the keys that name files.
func (c *Catalog) FileKeys() (keys []config.FileKey) {
	for _, section := range []string{"instance", "algorithm"} {
		makes := c.kindsOf(section)
		for _, kind := range slices.Sorted(maps.Keys(makes)) {
			one := makes[kind]()
			for _, name := range filesOf(one) {
				path := config.Join(section, name)
				i := slices.IndexFunc(keys, func(k config.FileKey) bool { return k.Path == path })
				if i < 0 {
					i, keys = len(keys), append(keys, config.FileKey{Path: path, Words: kinds.About(one).Runs != nil})
				}
				keys[i].Kinds = append(keys[i].Kinds, kind)
			}
		}
	}
	return keys
}
