package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// Weights go out, and what comes back in is measured as the run itself does.
func TestExport(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	at := func(parts ...string) string { return filepath.Join(append([]string{dir}, parts...)...) }
	fbp(t, dir, "run", "tiny.toml", "--set", "instance.alpha=0.3").want(t, 0)
	fbp(t, dir, "export", "results/tiny").want(t, 0).says(t, "wrote the weights of 3 searches to results/tiny/weights")
	fbp(t, dir, "export", "results/tiny", "--format", "txt", "--out", "w").want(t, 0)
	fbp(t, dir, "export", "results/tiny", "--format", "mat").want(t, 2).says(t, "--format mat: want one of npy, txt")
	fbp(t, dir, "export", "results/none").want(t, 2).says(t, "there is no such plan")
	list := scratch.Read(t, at("w", "weights.tsv"))
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
		if text := scratch.Read(t, file); strings.Count(text, "\n") != 51 || strings.Trim(text, "-1\n") != "" {
			t.Errorf("%s:\n%s", file, text)
		}
		npy := scratch.Read(t, filepath.Join(dir, "results/tiny/weights", strings.TrimSuffix(filepath.Base(file), ".txt")+".npy"))
		if !strings.HasPrefix(npy, "\x93NUMPY\x01\x00") || !strings.Contains(npy, "'descr': '|i1'") || len(npy) != 128+51 {
			t.Errorf("%d bytes of %.80q", len(npy), npy)
		}
		if err := os.Rename(file, at("w", string(rune('0'+i)))); err != nil {
			t.Fatal(err)
		}
	}
	fbp(t, dir, "run", "tiny.toml", "--set", "instance.alpha=0.3", "--set", "algorithm.kind=file", "--set", "algorithm.path=w/{sample}", "--out", "again").
		want(t, 0).says(t, `kind "file" has no gamma`, "solved 3 of 3")
	if a, b := body(scratch.Read(t, at("results/tiny/stability.tsv"))), body(scratch.Read(t, at("again/stability.tsv"))); a != b {
		t.Errorf("other stabilities of the same weights:\n%s\n%s", a, b)
	}
	fbp(t, dir, "plan", "tiny.toml", "--set", "algorithm.kind=file", "--set", "algorithm.path=results/tiny", "--set", "model.n=61").
		want(t, 2).says(t, `--set algorithm.path=results/tiny: its solutions have n = 51; this config has 61`)
}

// The layers of a network go out one by one, a row for each unit; one after the other they
// are all of its weights. They belong to the folder.
func TestExportLayers(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	config := "samples = 2\n[model]\nkind = \"binary_mlp\"\nn = 21\nlayers = [5, 3]\n[instance]\nkind = \"random\"\np = 10\n" +
		"[algorithm]\nkind = \"straight_through\"\n"
	scratch.Write(t, filepath.Join(dir, "deep.toml"), config)
	fbp(t, dir, "run", "deep.toml", "--out", "deep").want(t, 0)
	fbp(t, dir, "export", "deep", "--format", "txt").want(t, 0)
	fbp(t, dir, "export", "deep").want(t, 0)
	fbp(t, dir, "check", "deep").want(t, 0)
	if list := scratch.Read(t, dir, "deep/weights/weights.tsv"); !strings.Contains(list, "\tfile\tlayer_1_file\tlayer_2_file\tlayer_3_file\n") ||
		strings.Count(list, ".layer2.npy") != 2 {
		t.Errorf("weights.tsv:\n%s", list)
	}
	files, err := filepath.Glob(filepath.Join(dir, "deep/weights/*.layer1.txt"))
	if err != nil || len(files) != 2 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, file := range files {
		whole := scratch.Read(t, strings.Replace(file, ".layer1", "", 1))
		var all []string
		for l, shape := range [][2]int{{5, 21}, {3, 5}, {1, 3}} {
			name := strings.Replace(file, "layer1", "layer"+string(rune('1'+l)), 1)
			rows := strings.Split(strings.TrimSpace(scratch.Read(t, name)), "\n")
			if len(rows) != shape[0] || len(strings.Fields(rows[0])) != shape[1] {
				t.Errorf("%s has %d rows, the first of which is %s", name, len(rows), rows[0])
			}
			all = append(all, strings.Fields(strings.Join(rows, " "))...)
			if npy := scratch.Read(t, strings.Replace(name, ".txt", ".npy", 1)); len(npy) != 128+shape[0]*shape[1] {
				t.Errorf("%d bytes of %.80q", len(npy), npy)
			}
		}
		if strings.Join(all, "\n")+"\n" != whole {
			t.Errorf("the layers are %s, all weights %s", all, whole)
		}
	}
}

// Replicas go out as a grid, a row for each; the weights are the signs of their sum. A run
// that has none says so.
func TestExportReplicas(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--set", "instance.alpha=0.3").want(t, 0)
	fbp(t, dir, "export", "results/tiny", "--replicas").want(t, 2).says(t, "--replicas: no search in results/tiny has replicas")
	if _, err := os.Stat(filepath.Join(dir, "results/tiny/weights")); err == nil {
		t.Error("weights were written before")
	}
	config := "samples = 2\n[model]\nkind = \"perceptron\"\nn = 51\n[instance]\nkind = \"random\"\nalpha = 0.3\n" +
		"[algorithm]\nkind = \"monte_carlo\"\nreplicas = 3\nanneal = 100\nequilibrate = 2\nsnapshots = 2\n"
	scratch.Write(t, filepath.Join(dir, "many.toml"), config)
	fbp(t, dir, "run", "many.toml", "--out", "many").want(t, 0)
	fbp(t, dir, "export", "many", "--replicas", "--format", "txt").want(t, 0)
	fbp(t, dir, "export", "many", "--replicas").want(t, 0)
	if list := scratch.Read(t, dir, "many/weights/weights.tsv"); !strings.Contains(list, "\tfile\treplicas\treplicas_file\n0\t51\t15\t1\t") || strings.Count(list, ".npy\t6\t") != 2 {
		t.Errorf("weights.tsv:\n%s", list)
	}
	files, err := filepath.Glob(filepath.Join(dir, "many/weights/*.replicas.txt"))
	if err != nil || len(files) != 2 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, file := range files {
		rows := strings.Split(strings.TrimSpace(scratch.Read(t, file)), "\n")
		weights := strings.Fields(scratch.Read(t, strings.Replace(file, ".replicas", "", 1)))
		if len(rows) != 6 || len(weights) != 51 {
			t.Fatalf("%s: %d rows of %d weights", file, len(rows), len(weights))
		}
		var last [][]string
		for _, row := range rows[3:] {
			last = append(last, strings.Fields(row))
		}
		for i, w := range weights {
			if up := strings.Count(last[0][i]+last[1][i]+last[2][i], "-"); (up >= 2) != (w == "-1") {
				t.Errorf("%s: weight %d is %s, of replicas %s %s %s", file, i, w, last[0][i], last[1][i], last[2][i])
			}
		}
		npy := scratch.Read(t, strings.Replace(file, ".txt", ".npy", 1))
		if !strings.Contains(npy, "'descr': '|i1'") || !strings.Contains(npy, "(6, 51)") || len(npy) != 128+6*51 {
			t.Errorf("%d bytes of %.100q", len(npy), npy)
		}
	}
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
