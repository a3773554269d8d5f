package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestCommitOfGoRun: go run keeps its programs in the cache of builds, which can have
// any name, and notes no commit in them. Built with -trimpath they do not know their source.
func TestCommitOfGoRun(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		t.Skip("not in a repository")
	}
	head := strings.TrimSpace(string(out))
	sum := strings.Repeat("0123456789abcdef", 4)
	dir := filepath.Join(t.TempDir(), "another name", "01", sum+"-d")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "fbp")
	binary, err := exec.LookPath("fbp") // no commit is noted in the binaries of tests
	if err == nil {
		err = os.Link(binary, program)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, source, _, _ := runtime.Caller(0); !filepath.IsAbs(source) {
		head = "unknown"
	}
	anywhere := t.TempDir()
	commit := func(program string) string {
		t.Helper()
		cmd := exec.Command(program, "version")
		cmd.Dir, cmd.Env = anywhere, append(os.Environ(), "FBP_TEST_NO_COMMIT=1")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(out), "commit  ")
		line, _, _ := strings.Cut(rest, "\n")
		return line
	}
	if got := commit(program); strings.TrimSuffix(got, "+dirty") != head {
		t.Errorf("commit %q in a cache of another name, want %s", got, head)
	}
	if got := commit(binary); got != "unknown" { // it may be older than the source
		t.Errorf("commit %q of a program that go build made without one, want unknown", got)
	}
}
