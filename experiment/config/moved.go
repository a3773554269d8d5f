package config

import "path/filepath"

// Moved is the text of a resolved config that goes from one folder to another, with the
// paths of files as seen from the second. A text that is no config stays as it is.
func Moved(text []byte, from, to string, keys []FileKey) []byte {
	moved, err := Rewrite(string(text), keys, func(path string) string {
		if path == "" || filepath.IsAbs(path) {
			return path
		}
		return From(to, Beside(from, path))
	})
	if err != nil {
		return text
	}
	return []byte(moved)
}
