package scratch

import (
	"os"
	"path/filepath"
	"testing"
)

// What is written is read, also where there was no folder, until it is removed.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new", "file")
	Write(t, path, "a longer text")
	Write(t, path, []byte("text"))
	Change(t, path, func(text []byte) []byte { return append(text, '!') })
	if got := Read(t, dir, "new", "file"); got != "text!" {
		t.Errorf("%q", got)
	}
	Remove(t, path)
	if _, err := os.Stat(path); err == nil {
		t.Error("it is still there")
	}
}
