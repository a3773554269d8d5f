package files

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"fbp/internal/process"
)

// Temporary files of a process that was killed are gone at once, those of
// another machine when they are old, and nothing else.
func TestTidy(t *testing.T) {
	if process.Tag() == "0" {
		t.Skip("processes cannot be told apart here")
	}
	gone := exec.Command(os.Args[0], "-test.run=^$")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	mine := filepath.Base(Temporary("x.json"))
	dead := strings.Replace(mine, "-"+strconv.Itoa(os.Getpid())+"-", "-"+strconv.Itoa(gone.ProcessState.Pid())+"-", 1)
	for name, test := range map[string]struct {
		age  time.Duration
		goes bool
	}{
		mine: {0, false}, dead: {0, true}, ".x.elsewhere-1-.ABC.tmp": {0, false}, ".y.elsewhere-1-.ABC.tmp": {2 * time.Hour, true},
		".x.ABC.tmp": {0, false}, ".y.ABC.tmp": {2 * time.Hour, true}, "x.tmp": {2 * time.Hour, false}, ".hidden": {2 * time.Hour, false},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Now().Add(-test.age)); err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(dir, strings.Replace(dead, "x.json", "command", 1)) // of a program
		if err := os.MkdirAll(filepath.Join(folder, "full"), 0o777); err != nil {
			t.Fatal(err)
		}
		Tidy(dir)
		if _, err := os.Stat(path); (err != nil) != test.goes {
			t.Errorf("%s: %v, want that it goes: %v", name, err, test.goes)
		}
		if _, err := os.Stat(folder); err == nil {
			t.Error("a folder was left behind")
		}
	}
}
