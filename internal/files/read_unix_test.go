//go:build !windows

package files

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A named pipe that nobody writes into does not hold the reader up.
func TestReadNamedPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Skip(err)
	}
	if _, err := ReadFile(path, Small); !errors.Is(err, ErrNotRegular) {
		t.Errorf("error %v", err)
	}
}

// pipe is a named pipe, and the end of it that writes.
func pipe(t *testing.T) (path string, writer *os.File) {
	path = filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Skip(err)
	}
	writer, err := os.OpenFile(path, os.O_RDWR, 0) // does not wait for a reader
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { writer.Close() })
	return path, writer
}

// An input may be a pipe. One without a writer is an error at once, one whose writer
// is silent is waited for until the context ends.
func TestReadInputOfAPipe(t *testing.T) {
	path, writer := pipe(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := ReadInput(ctx, path, Small); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a silent writer: %v", err)
	}
	time.AfterFunc(20*time.Millisecond, func() { writer.WriteString("n = 1"); writer.Close() })
	if data, err := ReadInput(t.Context(), path, Small); err != nil || string(data) != "n = 1" {
		t.Errorf("a slow writer: %q, %v", data, err)
	}
	if _, err := ReadInput(t.Context(), path, Small); !errors.Is(err, errNoWriter) {
		t.Errorf("no writer: %v", err)
	}
	path, writer = pipe(t)
	go writer.Write(make([]byte, 2000))
	if _, err := ReadInput(t.Context(), path, 1000); !errors.As(err, new(*TooLargeError)) {
		t.Errorf("too much: %v", err)
	}
}

// A path below a file is no link; what is wrong with it is for others to say.
func TestIsLink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	err := errors.Join(os.WriteFile(file, nil, 0o666), os.Symlink("nowhere", link))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{link: true, file: false, filepath.Join(file, "x"): false, filepath.Join(dir, "none"): false} {
		if got, err := IsLink(path); got != want || err != nil {
			t.Errorf("%s: %v, %v; want %v", path, got, err, want)
		}
	}
}
