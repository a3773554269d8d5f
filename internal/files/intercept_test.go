package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// An operation that an interceptor refuses does not happen, and its error is the
// caller's; whichever of WriteFile's operations fails, the file is whole.
func TestIntercept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	var kinds []string
	restore := Intercept(func(op *Op, do func() error) error {
		kinds = append(kinds, op.Kind)
		return do()
	})
	err := WriteFile(path, []byte("old"))
	restore()
	if want := []string{"stat", "create", "write", "sync", "close", "rename", "syncdir"}; err != nil || !slices.Equal(kinds, want) {
		t.Fatalf("%v, %v, want %v", kinds, err, want)
	}
	for k, kind := range kinds {
		n := -1
		restore := Intercept(func(op *Op, do func() error) error {
			if n++; n == k {
				return &fs.PathError{Op: op.Kind, Path: "x", Err: syscall.EIO}
			}
			return do()
		})
		err := WriteFile(path, []byte("new"))
		restore()
		want := "old"
		if kind == "syncdir" {
			want = "new"
		}
		if got, _ := os.ReadFile(path); !errors.Is(err, syscall.EIO) || string(got) != want {
			t.Errorf("%s fails: error %v, the file holds %q", kind, err, got)
		}
		onlyFile(t, path)
	}
	if err := WriteFile(path, []byte("new")); err != nil {
		t.Error(err)
	}
}
