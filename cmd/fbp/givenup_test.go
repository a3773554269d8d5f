package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// A perceptron's search with a rule to give up by has given_up in its tables, and its records
// are those that its keys emit.
func TestGivenUpIsInTables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "name = \"x\"\nsamples = 3\n[model]\nkind = \"perceptron\"\nn = 101\n[instance]\nkind = \"random\"\nalpha = 0.8\n" +
		"[algorithm]\nkind = \"fbp\"\npreset = \"cheap\"\n"
	if err := os.WriteFile(filepath.Join(dir, "x.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	fbp(t, dir, "run", "x.toml", "--out", "out").want(t, 0)
	fbp(t, dir, "check", "out").want(t, 0)
	if samples := scratch.Read(t, dir, "out", "samples.tsv"); !strings.Contains(samples, "\tgiven_up") {
		t.Errorf("samples.tsv has no column given_up:\n%s", samples)
	}
}
