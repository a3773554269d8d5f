package main

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What docs/cluster.md and the README build for the nodes of a cluster is one static
// file; submit says of any other program what it needs.
func TestStaticProgram(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	build := regexp.MustCompile(`(?m)^(.*go build) \./cmd/fbp\n\./fbp submit`)
	command := build.FindStringSubmatch(read(t, "../../docs/cluster.md"))
	if command == nil || !strings.Contains(read(t, "../../README.md"), command[0]) {
		t.Fatalf("docs/cluster.md and the README do not build the program alike: %q", command)
	}
	static := filepath.Join(dir, "static")
	make := exec.Command("sh", "-c", command[1]+" -o "+static+" .")
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", make.Args, err, out)
	}
	for path, says := range map[string]bool{static: false, binary: dynamic(t, binary)} {
		if says != dynamic(t, path) {
			t.Errorf("%s loads libraries of the system", path)
		}
		cmd := exec.Command(path, "submit", "tiny.toml", "--dry-run", "--out", "new")
		cmd.Dir, cmd.Env = dir, os.Environ()
		o := finished(t, cmd, cmd.Run).want(t, 0)
		if got := strings.Contains(o.stderr, "CGO_ENABLED=0 go build ./cmd/fbp"); got != says {
			t.Errorf("%s: submit names the static build: %v, want %v\n%s", path, got, says, o.stderr)
		}
	}
}

// dynamic reports whether a program is loaded with libraries of the system.
func dynamic(t *testing.T, path string) bool {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			return true
		}
	}
	return false
}
