package files

import (
	"path/filepath"
	"regexp"
	"strings"
)

// Reserved reports whether Windows has a device of that name, with an extension or without, or drops the end of
// the name: there can be no such file or folder.
func Reserved(name string) bool { return reserved.MatchString(name) || strings.HasSuffix(name, ".") }

var reserved = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)`)

// Lookalike is the name of what lies beside a path that does not exist, and would be in its place where case says
// nothing in the names of files, as on Windows: "" if there is none, or if the folder cannot be listed.
func Lookalike(path string) string {
	path = filepath.Clean(path)
	if there, err := Exists(path); there || err != nil {
		return ""
	}
	entries, _ := ReadDir(filepath.Dir(path))
	for _, e := range entries {
		base := filepath.Base(path)
		if e.Name() != base && strings.EqualFold(e.Name(), base) { // the same name: another process has made it meanwhile
			return e.Name()
		}
	}
	return ""
}
