package files

import (
	"crypto/rand"
	"path/filepath"
	"strings"
	"time"

	"fbp/internal/process"
)

// temporaryEnd ends the names of temporary files.
const temporaryEnd = ".tmp"

// Temporary is a unique name for what is to become the file of a path:
// ".name.<process>.<random>.tmp" in the same folder.
func Temporary(path string) string {
	dir, name := filepath.Split(path)
	return filepath.Join(dir, "."+name+"."+process.Tag()+"."+rand.Text()[:12]+temporaryEnd)
}

// TemporaryDir makes a folder with such a name in dir, for files of a program.
func TemporaryDir(dir, name string) (path string, err error) {
	path = Temporary(filepath.Join(dir, name))
	return path, MkdirAll(path)
}

// LongestInDir is how long a folder of TemporaryDir is used at most.
const LongestInDir = 7 * 24 * time.Hour

// abandonedAfter is the age of a temporary file at which a process of another
// machine is assumed to have exited.
const abandonedAfter = time.Hour

// Tidy removes the temporary files and folders in a folder that were left behind: those of
// processes of this machine that have exited, and old ones of other machines.
func Tidy(dir string) {
	entries, _ := ReadDir(dir)
	for _, e := range entries {
		parts := strings.Split(e.Name(), ".")
		if len(parts) < 3 || parts[0] != "" || !strings.HasSuffix(e.Name(), temporaryEnd) {
			continue
		}
		abandoned, after, remove := len(parts) > 3 && process.Dead(parts[len(parts)-3]), abandonedAfter, Remove
		if e.IsDir() {
			after, remove = after+LongestInDir, RemoveAll
		}
		if info, err := e.Info(); abandoned || err == nil && time.Since(info.ModTime()) > after {
			remove(filepath.Join(dir, e.Name()))
		}
	}
}
