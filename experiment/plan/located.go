package plan

import (
	"maps"
	"path/filepath"
	"slices"

	"fbp/experiment/config"
	"fbp/instances"
	"fbp/internal/files"
	"fbp/model"
)

// folderOf is the folder of a config, from which its paths start: "" for a pipe, which has none.
func folderOf(file string) string {
	if info, err := files.Stat(file); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return filepath.Dir(file)
}

// about is what a kind of algorithm or measurement says of itself, nothing for others.
func about(kind any) model.About {
	if k, ok := kind.(interface{ About() model.About }); ok {
		return k.About()
	}
	return model.About{}
}

// filesOf are the keys of a kind that name files. What is in the files is part of a task's hash, and their
// names are not.
func filesOf(kind any) []string {
	if source, ok := kind.(instances.Source); ok {
		return source.About().Files
	}
	return about(kind).Files
}

// FileKeys are the paths of the keys that name files.
func (c *Catalog) FileKeys() (paths []string) {
	for _, section := range []string{"instance", "algorithm"} {
		kinds := c.kindsOf(section)
		for _, kind := range slices.Sorted(maps.Keys(kinds)) {
			for _, key := range filesOf(kinds[kind]()) {
				if path := config.Join(section, key); !slices.Contains(paths, path) {
					paths = append(paths, path)
				}
			}
		}
	}
	return paths
}

// Moved is the text of a resolved config that goes from one folder to another, with the
// paths of files as seen from the second. A text that is no config stays as it is.
func Moved(text []byte, from, to string, keys []string) []byte {
	moved, err := config.Rewrite(string(text), keys, func(path string) string {
		if path == "" || filepath.IsAbs(path) {
			return path
		}
		return config.From(to, config.Beside(from, path))
	})
	if err != nil {
		return text
	}
	return []byte(moved)
}
