package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Weights go out, and what comes back in is measured as the run itself does.
func TestExport(t *testing.T) {
	dir := workdir(t)
	at := func(parts ...string) string { return filepath.Join(append([]string{dir}, parts...)...) }
	fbp(t, dir, "run", "tiny.toml", "--set", "instance.alpha=0.3").want(t, 0)
	fbp(t, dir, "export", "results/tiny").want(t, 0).says(t, "the weights of 3 searches are in results/tiny/weights")
	fbp(t, dir, "export", "results/tiny", "--format", "txt", "--out", "w").want(t, 0)
	fbp(t, dir, "export", "results/tiny", "--format", "mat").want(t, 2).says(t, "--format mat: want one of npy, txt")
	fbp(t, dir, "export", "results/none").want(t, 2).says(t, "there is no such plan")
	list := read(t, at("w", "weights.tsv"))
	if !strings.HasPrefix(list, "# weights\nsample\tn\tp\tsolved\terrors\tfile\n0\t51\t15\t1\t0\tperceptron-n51-p15-fbp-s000-") {
		t.Errorf("weights.tsv:\n%s", list)
	}
	if fbp(t, dir, "check", "results/tiny").want(t, 0); !strings.Contains(list, "\n# sha256: ") {
		t.Errorf("weights.tsv has no sum:\n%s", list)
	}
	files, err := filepath.Glob(at("w", "*.txt"))
	if err != nil || len(files) != 3 {
		t.Fatalf("files %v, %v", files, err)
	}
	for i, file := range files {
		if text := read(t, file); strings.Count(text, "\n") != 51 || strings.Trim(text, "-1\n") != "" {
			t.Errorf("%s:\n%s", file, text)
		}
		npy := read(t, filepath.Join(dir, "results/tiny/weights", strings.TrimSuffix(filepath.Base(file), ".txt")+".npy"))
		if !strings.HasPrefix(npy, "\x93NUMPY\x01\x00") || !strings.Contains(npy, "'descr': '|i1'") || len(npy) != 128+51 {
			t.Errorf("%d bytes of %.80q", len(npy), npy)
		}
		if err := os.Rename(file, at("w", string(rune('0'+i)))); err != nil {
			t.Fatal(err)
		}
	}
	fbp(t, dir, "run", "tiny.toml", "--set", "instance.alpha=0.3", "--set", "algorithm.kind=file", "--set", "algorithm.path=w/{sample}", "--out", "again").
		want(t, 0).says(t, `kind "file" has no gamma`, "solved 3 of 3")
	if a, b := body(read(t, at("results/tiny/stability.tsv"))), body(read(t, at("again/stability.tsv"))); a != b {
		t.Errorf("other stabilities of the same weights:\n%s\n%s", a, b)
	}
	fbp(t, dir, "plan", "tiny.toml", "--set", "algorithm.kind=file", "--set", "algorithm.path=results/tiny", "--set", "model.n=61").
		want(t, 2).says(t, `--set algorithm.path=results/tiny: a solution of a perceptron of 51 weights; this config has 61`)
}

// body are the rows of a table.
func body(text string) string {
	var rows strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			rows.WriteString(line)
		}
	}
	return rows.String()
}
