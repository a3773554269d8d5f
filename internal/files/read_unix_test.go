//go:build !windows

package files

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
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
