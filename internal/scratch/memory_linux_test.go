package scratch

import (
	"os"
	"testing"
)

// Files go to memory where it has room, which a file system that cannot be written, that
// runs no programs, or with less room than that is not.
func TestFits(t *testing.T) {
	t.Setenv("TMPDIR", "")
	os.Unsetenv("TMPDIR")
	InMemory()
	if got := os.Getenv("TMPDIR") == memory; got != fits(memory, room) {
		t.Errorf("TMPDIR is %q, room in %s: %v", os.Getenv("TMPDIR"), memory, !got)
	}
	if fits("/proc", 1) || fits(memory, 1<<62) || fits("no such folder", 0) {
		t.Error("there is room in /proc, in a full memory or in no folder")
	}
}
