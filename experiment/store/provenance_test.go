package store

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// TestSourceCommit: what go run does not note is asked of git, in the source of
// the program and nowhere else.
func TestSourceCommit(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		scratch.Write(t, filepath.Join(dir, name), text)
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
	t.Setenv("GIT_DIR", filepath.Join(t.TempDir(), "other"))
	want(head)
	write("new.go", "package fbp\n")
	want(head + "+dirty")
	scratch.Remove(t, filepath.Join(dir, "new.go"))
	write("go.mod", "module fbp\r\n\r\ngo 1.25\r\n")
	want(head + "+dirty")
	write("go.mod", "module other\n")
	want("unknown")
}

// TestCommitOfAnother: a copy of the source that lies in another repository, which does
// not have it, is at no commit of that one.
func TestCommitOfAnother(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir := t.TempDir()
	inside := filepath.Join(dir, "copy")
	if err := os.Mkdir(inside, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, inside} {
		scratch.Write(t, filepath.Join(path, "go.mod"), "module fbp\n")
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "go.mod"}, {"-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "-m", "first"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	if got := sourceCommit(dir, "fbp"); got == "unknown" {
		t.Error("the repository itself has no commit")
	}
	if got := sourceCommit(inside, "fbp"); got != "unknown" {
		t.Errorf("a copy in another repository is at its commit %q", got)
	}
}

// TestOfGoRun: programs that go run and go test start are told from others, whatever
// the cache is called.
func TestOfGoRun(t *testing.T) {
	sum := strings.Repeat("0123456789abcdef", 4)
	for path, want := range map[string]bool{
		"/var/go-build772663252/b001/exe/fbp":                  true,
		"/var/go-build772663252/b001/store.test":               true,
		"/var/cache/go-build/01/" + sum + "-d/fbp":             true,
		"/scratch/of another name/01/" + sum + "-d/fbp":        true,
		"/scratch/of another name/02/" + sum + "-d/fbp":        false,
		"/scratch/of another name/01/" + sum[1:] + "-d/fbp":    false,
		"/scratch/of another name/01/" + sum + "-d/deeper/fbp": false,
		"/opt/go-build/fbp/fbp":                                false,
		"/usr/local/bin/fbp":                                   false,
		"/opt/go-builder/fbp":                                  false,
		"/opt/go-build/results/game/batch/fbp-0123456789ab":    false,
	} {
		if got := ofGoRun(filepath.FromSlash(path)); got != want {
			t.Errorf("%s: of go run is %v", path, got)
		}
	}
	program, err := os.Executable()
	if err != nil || !ofGoRun(program) {
		t.Errorf("%s (%v) is not known as a test", program, err)
	}
	if _, err := os.Stat(filepath.Join(sourceFolder(), "experiment", "store", "commit.go")); err != nil {
		t.Errorf("the source is not in %s", sourceFolder())
	}
}
