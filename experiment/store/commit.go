package store

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"fbp/internal/files"
	"fbp/results"
)

// unknownCommit stands for a commit that cannot be found, or may be another one.
const unknownCommit = "unknown"

// commit is the commit that the program was built from: as scripts/release
// stamped it, or as go build noted it. With go run, which notes none and has just
// built the program, git is asked about the source.
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
	if found != "" {
		return found + dirty
	}
	if program, err := os.Executable(); err == nil && ofGoRun(program) {
		return sourceCommit(sourceFolder(), info.Main.Path)
	}
	return unknownCommit
}

// cached is the end of a program's path in Go's cache of builds, whatever that is
// called: two digits of a SHA-256, all of them, and the program.
var cached = regexp.MustCompile(`[/\\]([0-9a-f]{2})[/\\]([0-9a-f]{64})-d[/\\][^/\\]+$`)

// temporary is the name of the folder in which the Go tool builds.
var temporary = regexp.MustCompile(`^go-build[0-9]+$`)

// ofGoRun tells from the path of a program whether go run, or go test, has started
// it: it lies in Go's cache, or in a temporary folder of a build.
func ofGoRun(program string) bool {
	if in := cached.FindStringSubmatch(program); in != nil {
		return strings.HasPrefix(in[2], in[1])
	}
	build := filepath.Dir(filepath.Dir(program))
	if filepath.Base(filepath.Dir(program)) == "exe" {
		build = filepath.Dir(build)
	}
	return temporary.MatchString(filepath.Base(build))
}

// sourceFolder is where the module was that the program was built from: as compiled
// in, or with -trimpath, where that is no path, the nearest one around the working
// directory.
func sourceFolder() string {
	const inModule = "experiment/store/commit.go"
	_, file, _, _ := runtime.Caller(0)
	if root, ok := strings.CutSuffix(filepath.ToSlash(file), "/"+inModule); ok && filepath.IsAbs(file) {
		return filepath.FromSlash(root)
	}
	dir, err := os.Getwd()
	if err != nil {
		return "."
	}
	for at := dir; ; at = filepath.Dir(at) {
		if here, _ := files.Exists(filepath.Join(at, "go.mod")); here || at == filepath.Dir(at) {
			return at
		}
	}
}

// sourceCommit is the commit of the module that lies in dir, if it is that one and
// is a part of the commit: a copy that lies in another repository without belonging to
// it has none.
func sourceCommit(dir, module string) string {
	mod, err := files.ReadFile(filepath.Join(dir, "go.mod"), files.Small)
	if err != nil || !slices.Contains(strings.Split(strings.ReplaceAll(string(mod), "\r", ""), "\n"), "module "+module) {
		return unknownCommit
	}
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	git := func(args ...string) (string, error) {
		cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...)
		cmd.Env = slices.DeleteFunc(os.Environ(), elsewhere)
		out, err := cmd.Output()
		return strings.TrimSpace(string(out)), err
	}
	head, err := git("rev-parse", "HEAD")
	if err != nil || head == "" {
		return unknownCommit
	}
	if _, err := git("cat-file", "-e", "HEAD:./go.mod"); err != nil {
		return unknownCommit
	}
	changed, err := git("status", "--porcelain", "--untracked-files=no")
	added, err2 := git("ls-files", "--others", "--exclude-standard", "--", "*.go", "*.s")
	if err != nil || err2 != nil || changed != "" || added != "" {
		return head + "+dirty"
	}
	return head
}

// elsewhere tells the variables of the environment that name another repository than
// that of a folder, as in a hook of git.
func elsewhere(variable string) bool {
	name, _, _ := strings.Cut(variable, "=")
	return slices.Contains([]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX"}, name)
}
