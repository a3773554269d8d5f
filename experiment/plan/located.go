package plan

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/internal/files"
)

// alone tells whether a config has no folder of its own: it is a pipe, or there is no
// such file.
func alone(file string) bool {
	info, err := files.Stat(file)
	return err != nil || !info.Mode().IsRegular()
}

// there tells whether a path names a file or folder: that of the first sample and
// search, and of any instance, where the path has their numbers or names in it.
func there(path string) bool {
	path = strings.NewReplacer("{sample}", "0", "{search}", "0").Replace(path)
	before, after, any := strings.Cut(path, "{instance}")
	if !any {
		_, err := files.Stat(path)
		return err == nil || errors.Is(err, fs.ErrPermission)
	}
	folder, start := filepath.Split(before)
	entries, err := files.ReadDir(cmp.Or(folder, "."))
	end, _, _ := strings.Cut(after, string(filepath.Separator))
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return strings.HasPrefix(e.Name(), start) && strings.HasSuffix(e.Name(), end)
	})
}

// here finds the files of configs on this machine.
var here = config.Finder{Exists: there, Alone: alone}

// NamesFiles is implemented by kinds that have keys which name files. What is in the
// files is part of a task's hash, and their names are not.
type NamesFiles interface {
	FileKeys() []string
}

// FileKeys are the paths of the keys that name files.
func (c *Catalog) FileKeys() (paths []string) {
	for _, section := range []string{"instance", "algorithm"} {
		kinds := c.kindsOf(section)
		for _, kind := range slices.Sorted(maps.Keys(kinds)) {
			if n, ok := kinds[kind]().(NamesFiles); ok {
				for _, key := range n.FileKeys() {
					if path := config.Join(section, key); !slices.Contains(paths, path) {
						paths = append(paths, path)
					}
				}
			}
		}
	}
	return paths
}

// Moved is the text of a resolved config that goes from one folder to another, with the
// paths of files that are found from the first as seen from the second. A text that is
// no config stays as it is.
func Moved(text []byte, from, to string, keys []string) []byte {
	moved, err := config.Rewrite(string(text), keys, func(path string) string {
		if beside := filepath.Join(from, path); !filepath.IsAbs(path) && there(beside) {
			return seenFrom(to, beside)
		}
		return path
	})
	if err != nil {
		return text
	}
	return []byte(moved)
}

// seenFrom is a path, which starts from the working directory, as seen from a folder. It
// is absolute if the way there leads up through a symbolic link, since the folder may be
// named by either of its paths.
func seenFrom(folder, path string) string {
	seen := filepath.ToSlash(config.From(folder, path))
	lexical, err := filepath.Abs(folder)
	if err != nil {
		return seen
	}
	ups := 0
	for rest := seen; strings.HasPrefix(rest, "../"); rest = rest[len("../"):] {
		ups++
	}
	for ; ups > 0 && !there(lexical); ups-- { // not made yet
		lexical = filepath.Dir(lexical)
	}
	above := lexical
	for range ups {
		above = filepath.Dir(above)
	}
	real, err1 := files.Real(lexical)
	want, err2 := files.Real(above)
	for range ups {
		real = filepath.Dir(real)
	}
	if err1 != nil || err2 != nil || real == want {
		return seen
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		return seen
	}
	return filepath.ToSlash(whole)
}
