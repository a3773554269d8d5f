package origin

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// TestSourceCommit: what go run does not note is asked of git about the source, of which an
// ignored or foreign file, such as a copy in another repository, is no part.
func TestSourceCommit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "commit.go")
	want := func(file, commit string) {
		t.Helper()
		if got := sourceCommit(file); got != commit {
			t.Errorf("commit %q, want %q", got, commit)
		}
	}
	git := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@y"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	scratch.Write(t, file, "package store\n")
	want(file, "unknown")
	git("init", "-q")
	want(file, "unknown")
	git("add", "commit.go")
	git("commit", "-q", "-m", "first")
	head := git("rev-parse", "HEAD")
	want(file, head)
	scratch.Write(t, filepath.Join(dir, "results.tsv"), "")
	want(file, head)
	scratch.Write(t, filepath.Join(dir, "new.go"), "package store\n")
	want(file, head+"+dirty")
	want(filepath.Join(dir, "new.go"), "unknown")
	scratch.Remove(t, filepath.Join(dir, "new.go"))
	scratch.Write(t, file, "package other\n")
	want(file, head+"+dirty")
}
