package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// TestFormats: docs/formats.md names every file and folder that a run leaves, and its description of checksums holds.
func TestFormats(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--set", "instance.alpha=0.3", "--set", "samples=1").want(t, 0)
	fbp(t, dir, "export", "results/tiny", "--format", "txt").want(t, 0)
	doc, run := scratch.Read(t, "../../docs/formats.md"), filepath.Join(dir, "results/tiny")
	left, err := os.ReadDir(run)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range left {
		name, end := entry.Name(), filepath.Ext(entry.Name())
		if !strings.Contains(doc, "`"+name) && end != ".tsv" && !(strings.HasPrefix(name, "figure") && strings.Contains(doc, "`"+end+"`")) {
			t.Errorf("docs/formats.md does not explain %s", name)
		}
	}
	find := func(pattern string) string {
		paths, err := filepath.Glob(filepath.Join(run, pattern))
		if err != nil || len(paths) != 1 {
			t.Fatalf("%s: %v, %v", pattern, paths, err)
		}
		return paths[0]
	}
	t.Run("sums", func(t *testing.T) {
		for _, file := range []string{find("tasks/*.json"), find("solutions/*")} {
			text := strings.TrimSuffix(scratch.Read(t, file), "\n")
			sum := regexp.MustCompile(`,"sum":"([0-9a-f]{64})"`).FindStringSubmatchIndex(text)
			if sum == nil {
				t.Fatalf("%s has no sum", file)
			}
			body := text[:sum[0]] + "}"
			if strings.Contains(file, "solutions") {
				body = text[:sum[0]] + text[sum[1]:]
			}
			if got := fmt.Sprintf("%x", sha256.Sum256([]byte(body))); got != text[sum[2]:sum[3]] {
				t.Errorf("%s: the sum is not that of docs/formats.md", file)
			}
		}
	})
}
