package scratch

import (
	"os"
	"path/filepath"
	"testing"
)

// Read is the content of a file, whose path may be in parts; one that cannot be read fails
// the test, as what follows does.
func Read(t testing.TB, path ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// Write writes a file, in the place of what is there, makes its folder and returns its path.
func Write[Text string | []byte](t testing.TB, path string, content Text) string {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = os.WriteFile(path, []byte(content), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Remove removes a file or an empty folder.
func Remove(t testing.TB, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// Change writes what a change makes of a file.
func Change(t testing.TB, path string, change func(content []byte) []byte) {
	t.Helper()
	Write(t, path, change([]byte(Read(t, path))))
}
