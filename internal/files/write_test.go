package files

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

func TestWriteFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	for _, text := range []string{"old", "", "a longer text"} {
		if err := WriteFile(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("read %q, %v, want %q", got, err, text)
		}
	}
	onlyFile(t, path)
}

// A rename onto a folder that is not empty fails after the temporary file is
// complete: what was there must stay, and the temporary file must go.
func TestWriteFileKeepsTheOld(t *testing.T) {
	target := filepath.Join(t.TempDir(), "target")
	inside := filepath.Join(target, "old")
	if err := os.Mkdir(target, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(inside, []byte("old")); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(target, []byte("new")); err == nil {
		t.Error("a folder was replaced by a file")
	}
	onlyFile(t, target)

	below := filepath.Join(inside, "record.json") // its parent is a file
	err := WriteFile(below, []byte("new"))
	if !errors.Is(err, syscall.ENOTDIR) || !strings.Contains(err.Error(), below) || strings.Contains(err.Error(), ".tmp") {
		t.Errorf("error %v, want ENOTDIR with the path and no temporary name", err)
	}
	if got, _ := os.ReadFile(inside); string(got) != "old" {
		t.Errorf("the old file is now %q", got)
	}
	if err := WriteFile(filepath.Join(target, "no", "x"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want one that says the folder does not exist", err)
	}
}

// Writers of one path at a time, as two jobs of a batch system may be, leave
// the whole text of one of them.
func TestWriteFileAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	var wait sync.WaitGroup
	for k := range 8 {
		wait.Go(func() {
			if err := WriteFile(path, bytes.Repeat([]byte{byte('a' + k)}, 5000)); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	got, err := os.ReadFile(path)
	if err != nil || len(got) != 5000 || bytes.Count(got, got[:1]) != 5000 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	onlyFile(t, path)
}

func TestAdvice(t *testing.T) {
	for err, want := range map[error]string{
		syscall.ENOSPC: "the disk is full", syscall.EDQUOT: "quota", syscall.EROFS: "cannot be written",
		syscall.EACCES: "cannot be written", syscall.EIO: "",
	} {
		wrapped := &fs.PathError{Op: "write", Path: ".x.tmp", Err: err}
		if got := advice("write", wrapped); !strings.Contains(got, want) || (want == "" && got != "") {
			t.Errorf("%v: %q", err, got)
		}
		if Cause(wrapped) != err {
			t.Errorf("%v: cause %v", err, Cause(wrapped))
		}
	}
}

// onlyFile checks that path is all there is in its folder.
func onlyFile(t *testing.T, path string) {
	t.Helper()
	list, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(list) != 1 || list[0].Name() != filepath.Base(path) {
		t.Errorf("the folder holds %v, %v", list, err)
	}
}
