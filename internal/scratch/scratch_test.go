package scratch

import (
	"os"
	"testing"
)

// Who chose a folder keeps it; wherever temporary files go, they can be written.
func TestInMemory(t *testing.T) {
	t.Setenv("TMPDIR", "elsewhere")
	if InMemory(); os.Getenv("TMPDIR") != "elsewhere" {
		t.Errorf("TMPDIR became %q", os.Getenv("TMPDIR"))
	}
	os.Unsetenv("TMPDIR") // Setenv above restores it
	InMemory()
	f, err := os.CreateTemp("", "scratch")
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := os.Remove(f.Name()); err != nil {
		t.Error(err)
	}
}
