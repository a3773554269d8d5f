package main

import (
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// Copies of one sample are refused in one line with its place; several searches of one
// instance are planned.
func TestCopiesAreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	row := strings.Repeat("1 -1 1 ", 7) + "\n"
	config := "samples = 3\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"file\"\npath = \"x.txt\"\n[algorithm]\nkind = \"fbp\"\n"
	for name, text := range map[string]string{"x.txt": row + row, "x.toml": config} {
		scratch.Write(t, filepath.Join(dir, name), text)
	}
	for _, command := range []string{"plan", "run"} {
		o := fbp(t, dir, command, "x.toml").want(t, 2).says(t, "x.toml:1: samples = 3: want samples = 1: every sample has the same patterns")
		if strings.Count(o.stderr, "\n") != 1 {
			t.Errorf("%s: %s", command, o.stderr)
		}
	}
	fbp(t, dir, "plan", "x.toml", "--set", "algorithm.kind=decimation").want(t, 0).says(t, "3 tasks, ")
	fbp(t, dir, "plan", "x.toml", "--set", "samples=1").want(t, 0).says(t, "1 task, ")
}
