package main

import (
	"debug/elf"
	"os"
	"os/exec"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// What docs/cluster.md and the README build for the nodes of a cluster is one static
// file, which the tests run where the environment says CGO_ENABLED=0.
func TestStaticProgram(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"../../docs/cluster.md", "../../README.md"} {
		if command := "CGO_ENABLED=0 go build ./cmd/fbp"; !strings.Contains(scratch.Read(t, page), "\n"+command+"\n./fbp submit") {
			t.Errorf("%s does not build the program by %s", page, command)
		}
	}
	cgo, err := exec.Command("go", "env", "CGO_ENABLED").Output()
	if err != nil {
		t.Fatal(err)
	}
	if string(cgo) == "0\n" && dynamic(t, os.Args[0]) {
		t.Error("the program loads libraries of the system")
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
