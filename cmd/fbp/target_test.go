package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// A link that leads nowhere is no target: it is told before any work, and stays.
func TestDanglingTargets(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--set", "samples=1", "--out", "run").want(t, 0)
	scratch.Write(t, filepath.Join(dir, "t.tsv"), "n\talpha\tsolved\tsamples\n51\t.5\t18\t20\n51\t.6\t11\t20\n51\t.7\t4\t20\n")
	links := map[string]string{"link": "nowhere", "link.svg": filepath.Join(dir, "no", "where"), "loop": "loop"}
	for name, to := range links {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range []string{
		"run tiny.toml --out link", "run tiny.toml --out loop", "submit tiny.toml --dry-run --out link", "collect run --out link", "export run --out link",
		"plan tiny.toml --write-patterns link", "plan tiny.toml --write-data link", "fit t.tsv --out link", "fit t.tsv --figure link.svg",
		"cost run --out loop", "plot run --out link.svg", "plot run run --out link.svg",
	} {
		args := strings.Fields(command)
		want := strings.Join(args[len(args)-2:], " ") + ": "
		o := fbp(t, dir, args...).want(t, 2)
		if !strings.HasPrefix(o.stderr, want) || !strings.Contains(o.stderr, "symbolic link") || strings.Count(o.stderr, "\n") != 1 || o.stdout != "" {
			t.Errorf("%s: stdout %q, stderr %q, want one line: %s", command, o.stdout, o.stderr, want)
		}
	}
	for name, to := range links {
		if is, err := os.Readlink(filepath.Join(dir, name)); err != nil || is != to {
			t.Errorf("%s leads to %s, %v", name, is, err)
		}
	}
	fbp(t, dir, "plot", "run", "tiny.toml", "--out", "x.png").want(t, 2).says(t, "tiny.toml: is a file; want the folder of a run")
}
