package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Killed before any operation, there is no file or all of it; what fails leaves nothing else.
func TestNew(t *testing.T) {
	const text = "the whole text"
	errKilled := fmt.Errorf("killed: %w", syscall.EIO)
	for at, done := 0, false; !done; at++ {
		path, n := filepath.Join(t.TempDir(), "a"), 0
		restore := Intercept(func(op *Op, do func() error) error {
			if n++; n > at {
				return errKilled
			}
			return do()
		})
		file, err := New(path, []byte(text))
		done = n <= at
		restore()
		if got, bad := os.ReadFile(path); !errors.Is(bad, fs.ErrNotExist) && string(got) != text || done && err != nil {
			t.Errorf("killed before operation %d: the file has %q, %v; %v", at+1, got, bad, err)
		}
		if file != nil {
			file.Close()
		}
	}
}

func TestNewKeepsTheOld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	for _, links := range []error{nil, syscall.EPERM, syscall.ENOTSUP} { // vfat, some servers
		restore := Intercept(func(op *Op, do func() error) error {
			if op.Kind == "link" && links != nil {
				return &os.LinkError{Op: "link", Old: op.Path, New: op.To, Err: links}
			}
			return do()
		})
		file, err := New(path, []byte("old"))
		if err != nil {
			t.Fatal(links, err)
		}
		if _, err := file.WriteAt([]byte("O"), 0); err != nil {
			t.Error(err)
		}
		if same, err := SameFile(file, path); !same || err != nil {
			t.Errorf("not the file that is open: %v", err)
		}
		if file, err := New(path, []byte("new")); file != nil || !errors.Is(err, fs.ErrExist) {
			t.Errorf("made twice: %v", err)
		}
		restore()
		if err := file.Close(); err != nil {
			t.Error(err)
		}
		if got, err := os.ReadFile(path); string(got) != "Old" || err != nil {
			t.Errorf("the file has %q, %v", got, err)
		}
		onlyFile(t, path)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// A reply that is lost on the way says that the file is there already; it is this one.
func TestNewAfterALostReply(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	defer Intercept(func(op *Op, do func() error) error {
		err := do()
		if op.Kind == "link" {
			err = &os.LinkError{Op: "link", Old: op.Path, New: op.To, Err: syscall.EEXIST}
		}
		return err
	})()
	if file, err := New(path, []byte("x")); err != nil {
		t.Error(err)
	} else {
		file.Close()
	}
}

// Where a file cannot be removed while it is open, its temporary name goes when it is closed.
func TestNewWhereOpenFilesStay(t *testing.T) {
	path, open := filepath.Join(t.TempDir(), "a"), true
	defer Intercept(func(op *Op, do func() error) error {
		switch {
		case op.Kind == "close":
			open = false
		case op.Kind == "remove" && open:
			return syscall.EACCES
		}
		return do()
	})()
	file, err := New(path, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	onlyFile(t, path)
}
