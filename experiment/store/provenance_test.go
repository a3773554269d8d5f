package store

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSourceCommit: what go run does not note is asked of git, in the source of
// the program and nowhere else.
func TestSourceCommit(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := func(what string) {
		t.Helper()
		if got := sourceCommit(dir, "fbp"); got != what {
			t.Errorf("commit %q, want %q", got, what)
		}
	}
	want("unknown")
	write("go.mod", "module fbp\n")
	if _, err := exec.LookPath("git"); err != nil {
		want("unknown")
		t.Skip("no git")
	}
	git := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@y"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "-q")
	git("add", "go.mod")
	git("commit", "-q", "-m", "first")
	head := git("rev-parse", "HEAD")
	want(head)
	write("new", "")
	want(head)
	write("go.mod", "module fbp\n\ngo 1.25\n")
	want(head + "+dirty")
	write("go.mod", "module other\n")
	want("unknown")
}
