package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	for _, size := range []int{0, 1, 511, 512, 513, 5000} {
		want := strings.Repeat("x", size)
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadFile(path, int64(size)); err != nil || string(got) != want {
			t.Errorf("%d bytes: %d, %v", size, len(got), err)
		}
		if _, err := ReadFile(path, int64(size)-1); !errors.As(err, new(*TooLargeError)) {
			t.Errorf("%d bytes, one too many: error %v", size, err)
		}
	}
}

// What never ends is refused at once, also a file that grows, or says that it is
// empty and is not.
func TestReadFileThatIsNone(t *testing.T) {
	for path, want := range map[string]string{
		t.TempDir(): "a directory, not a regular file", "/dev/zero": "a device, not a regular file",
	} {
		if _, err := ReadFile(path, Small); !errors.Is(err, ErrNotRegular) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", path, err, want)
		}
	}
	if _, err := ReadInput(t.Context(), "/dev/zero", Small); !errors.Is(err, ErrNotRegular) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip(err)
	}
	if got, err := ReadFile("/proc/self/status", Small); err != nil || len(got) < 100 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := ReadFile("/proc/self/status", 100); !errors.As(err, new(*TooLargeError)) {
		t.Errorf("error %v", err)
	}
}
