package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// writeAll writes files of a folder, by their names.
func writeAll(t *testing.T, dir string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		scratch.Write(t, filepath.Join(dir, name), text)
	}
}

// oneSearch is a config of one fast search.
const oneSearch = "samples = 1\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\nalpha = 0.3\n[algorithm]\nkind = \"sbpi\"\n[[measure]]\nkind = \"stability\"\n"

// Several configs are one command, whose mistakes are found before any work, and whose
// exit code is the worst.
func TestSeveralConfigs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	// No sample of lost has weights of its own: its tasks fail.
	writeAll(t, dir, map[string]string{
		"a.toml": oneSearch, "b.toml": "seed = 2\n" + oneSearch, "bad.toml": strings.Replace(oneSearch, "n = 21", "n = 22", 1),
		"same.toml": "name = \"a\"\nseed = 3\n" + oneSearch, "alpha.toml": "name = \"b\"\n" + strings.Replace(oneSearch, "0.3", "0.4", 1),
	})
	for _, c := range []struct {
		args string
		says string
	}{
		{"a.toml b.toml --out here", "--out: want one config with it, not 2"},
		{"a.toml b.toml --task 0", "--task: want one config with it, not 2"},
		{"a.toml bad.toml", "bad.toml:4: model.n = 22"},
		{"a.toml b.toml none.toml", "none.toml: no such file or directory"},
		{"a.toml same.toml", "same.toml: its folder would be results/a, as that of a.toml: want another name"},
	} {
		fbp(t, dir, append([]string{"run"}, strings.Fields(c.args)...)...).want(t, 2).says(t, c.says)
		if _, err := os.Stat(filepath.Join(dir, "results")); err == nil {
			t.Fatalf("run %s has begun to work", c.args)
		}
	}
	fbp(t, dir, "run", "a.toml", "b.toml", "-j", "1").want(t, 0).says(t, "a.toml (1 of 2)", "b.toml (2 of 2)", "results/a/stability.tsv", "results/b/stability.tsv")
	fbp(t, dir, "run", "a.toml", "b.toml").want(t, 0).says(t, "solved 1 of 1 (0 failed, 1 done before)")
	fbp(t, dir, "run", "a.toml", "alpha.toml", "--set", "seed=7").want(t, 2).says(t, "results/a: holds another experiment")

	o := fbp(t, dir, "plan", "a.toml", "b.toml").want(t, 0)
	if !strings.HasPrefix(o.stdout, "# a.toml\ntask\t") || strings.Count(o.stdout, "\n# b.toml\ntask\t") != 1 {
		t.Errorf("the plans of two configs:\n%s", o.stdout)
	}
	fbp(t, dir, "plan", "a.toml", "b.toml", "--json").want(t, 2).says(t, "--json: want one config with it, not 2")

	fbp(t, dir, "check", "results/a", "results/b").want(t, 0).says(t, "results/b (2 of 2)")
	writeAll(t, dir, map[string]string{"results/a/stability.tsv": "damaged"})
	o = fbp(t, dir, "check", "results/a", "results/b").want(t, 1).says(t, "results/b (2 of 2)")
	if !strings.Contains(o.stdout, "results/a/stability.tsv") || strings.Contains(o.stdout, "results/b") {
		t.Errorf("findings of two folders:\n%s", o.stdout)
	}
	fbp(t, dir, "check", "results/a", "results/none").want(t, 2)
}

// Of several runs, one that fails does not keep the next from running.
func TestSeveralConfigsFail(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeAll(t, dir, map[string]string{"a.toml": oneSearch, "b.toml": "seed = 2\n" + oneSearch, "results/a": "no folder"})
	fbp(t, dir, "run", "a.toml", "b.toml").want(t, 1).says(t, "results/a", "results/b/stability.tsv")
	os.RemoveAll(filepath.Join(dir, "results", "b"))
	fbp(t, dir, "run", "a.toml", "b.toml", "--fail-fast").want(t, 1)
	if _, err := os.Stat(filepath.Join(dir, "results", "b")); err == nil {
		t.Error("--fail-fast goes on with the next config")
	}
}
