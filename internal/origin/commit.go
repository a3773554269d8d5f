package origin

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"fbp/results"
)

// unknownCommit stands for a commit that cannot be found, or may be another one.
const unknownCommit = "unknown"

// commit is the commit that the program was built from: as scripts/release stamped it, or
// as go build noted it. Of a program that go run has just built, which notes none, git
// is asked about the source.
func commit() string {
	if results.Commit != "" {
		return results.Commit
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknownCommit
	}
	found, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			found = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	_, source, _, _ := runtime.Caller(0)
	program, err := os.Executable()
	switch in := filepath.Dir(program); {
	case found != "":
		return found + dirty
	case err == nil && filepath.IsAbs(source) && (filepath.Base(in) == "exe" || strings.HasSuffix(in, "-d")): // where go run builds, and its cache
		return sourceCommit(source)
	}
	return unknownCommit
}

// sourceCommit is the commit at which a file of the source is: none if that lies in a repository to
// which it does not belong.
func sourceCommit(file string) string {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	git := func(args ...string) (string, error) {
		out, err := exec.CommandContext(ctx, "git", append([]string{"-C", filepath.Dir(file)}, args...)...).Output()
		return strings.TrimSpace(string(out)), err
	}
	if _, err := git("ls-files", "--error-unmatch", filepath.Base(file)); err != nil {
		return unknownCommit
	}
	head, err := git("rev-parse", "HEAD")
	changed, err2 := git("status", "--porcelain", ":/*.go", ":/*.s", ":/go.mod", ":/go.sum")
	switch {
	case err != nil || err2 != nil:
		return unknownCommit
	case changed != "":
		return head + "+dirty"
	}
	return head
}
