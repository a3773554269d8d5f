package store

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"fbp/internal/files"
)

// Taken says what a file that a user names as an output would be for a run or a later command, ""
// if nothing: a config, a file that a run has, or a table of one. It goes by the name, whether the
// file is there or not, and for a table by its head.
func Taken(path string) (what string) {
	name, dir := strings.ToLower(filepath.Base(path)), filepath.Dir(path)
	switch filepath.Ext(name) {
	case ".toml":
		return "the name of a config"
	case ".json", ".jsonl":
		return "the name of a plan or of records"
	}
	of := Folder(dir)
	if of.isRun() && slices.Contains(single, name) {
		return "a file of the run in " + dir
	}
	if above := Folder(filepath.Dir(dir)); slices.Contains(subfolders, filepath.Base(dir)) && above.isRun() {
		return "in the run in " + string(above)
	}
	if text, err := files.ReadFile(path, files.Large); err == nil && ofRun(text) {
		return "a table of a run"
	}
	return ""
}

// isRun reports whether the folder holds a run.
func (f Folder) isRun() bool {
	there, _ := files.Exists(f.In("plan.json"))
	return there
}

// ofRun tells whether the head of a table names the run that it is of.
func ofRun(text []byte) bool {
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(line, []byte("#")) {
			return false
		}
		if bytes.HasPrefix(line, []byte("# "+configLine)) {
			return true
		}
	}
	return false
}
