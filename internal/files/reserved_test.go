package files

import (
	"os"
	"path/filepath"
	"testing"
)

// Names that Windows has no files of: those in "Naming Files, Paths, and Namespaces" of its documentation.
func TestReserved(t *testing.T) {
	for name, want := range map[string]bool{
		"con": true, "Aux": true, "NUL.tsv": true, "prn": true, "COM1": true, "lpt9.x.y": true, "com¹": true, "a.": true,
		"a": false, "console": false, "auxiliary": false, "com": false, "com10": false, "x.con": false, "theory_con": false, "": false, ".con": false,
	} {
		if Reserved(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

func TestLookalike(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"One", "two"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{"three": "", "one": "One", "One": "", "two": "", "TWO": "two", "none/one": "", "one/": "One"} {
		if _, err := os.Stat(filepath.Join(dir, path)); err == nil {
			want = "" // case says nothing here
		}
		if got := Lookalike(dir + "/" + path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// What another process makes meanwhile, under the very name, is no lookalike.
func TestLookalikeMadeMeanwhile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	defer Intercept(func(_ *Op, do func() error) error {
		err := do() // that there is none
		os.MkdirAll(path, 0o777)
		return err
	})()
	if got := Lookalike(path); got != "" {
		t.Errorf("%q beside itself", got)
	}
}
