package main

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

const learning = `samples = 2
[model]
kind = "perceptron"
n = 101
[instance]
kind = "teacher"
alpha = 0.3
[algorithm]
kind = "fbp"
gamma = { schedule = "atanh", steps = 6, first = 0, cap = 3.0 }
[[measure]]
kind = "generalization"
`

// TestGeneralization: a run whose instances have a teacher and a test set says how
// well its solutions generalize; the test set is no part of a solution's name.
func TestGeneralization(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	scratch.Write(t, filepath.Join(dir, "learn.toml"), learning)
	fbp(t, dir, "run", "learn.toml").want(t, 0)
	before := solutionNames(t, filepath.Join(dir, "results", "learn"))
	fbp(t, dir, "run", "learn.toml", "--set", "instance.test=50", "--out", "results/learn", "--replace").want(t, 0)
	if after := solutionNames(t, filepath.Join(dir, "results", "learn")); after != before || strings.Count(after, "\n") != 2 {
		t.Errorf("solutions\n%sthen\n%s", before, after)
	}
	for table, columns := range map[string]string{"samples": "teacher_overlap", "summary": "test_error_sem"} {
		if text := scratch.Read(t, dir, "results", "learn", table+".tsv"); !strings.Contains(text, "\t"+columns) {
			t.Errorf("%s.tsv lacks %s:\n%s", table, columns, text)
		}
	}
}

// TestGeneralizationIsPlanned: what has neither a test set nor a teacher is refused
// with its line before any work.
func TestGeneralizationIsPlanned(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	scratch.Write(t, filepath.Join(dir, "learn.toml"), strings.Replace(learning, "teacher", "random", 1))
	o := fbp(t, dir, "run", "learn.toml").want(t, 2)
	if !strings.HasPrefix(o.stderr, "learn.toml:12: measure.generalization.kind = \"generalization\": want instance.test") {
		t.Errorf("stderr %s", o.stderr)
	}
	fbp(t, dir, "plan", "learn.toml", "--set", "instance.test=5").want(t, 0)
	if o := fbp(t, dir, "plan", "learn.toml", "--set", "instance.test=-5").want(t, 2); !strings.Contains(o.stderr, "instance.test=-5: want an integer >= 0") {
		t.Errorf("stderr %s", o.stderr)
	}
}

// solutionNames are the names of the solutions in a run's folder, one per line.
func solutionNames(t *testing.T, dir string) (names string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "solutions", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		names += filepath.Base(f) + "\n"
	}
	return names
}

// TestWriteData: what --write-data writes are the instances, as an instance of kind
// "file" reads them; --write-patterns has them multiplied by their labels.
func TestWriteData(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	scratch.Write(t, filepath.Join(dir, "learn.toml"), learning)
	fbp(t, dir, "plan", "learn.toml", "--set", "instance.test=7", "--write-data", "data", "--write-patterns", "was").
		want(t, 0).says(t, "2 instances in data")
	name := "teacher-n101-p30-seed1-s00{sample}-test7"
	_, rest, _ := strings.Cut(learning, "alpha = 0.3\n")
	file := "samples = 2\n[model]\nkind = \"perceptron\"\nn = 101\n[instance]\nkind = \"file\"\npath = \"data/" + name +
		".inputs.npy\"\nlabels = \"data/" + name + ".labels.npy\"\ntest = 10\n" + rest
	scratch.Write(t, filepath.Join(dir, "file.toml"), file)
	fbp(t, dir, "plan", "file.toml", "--write-patterns", "is").want(t, 0)
	is, err := filepath.Glob(filepath.Join(dir, "is", "file-n101-p20-seed1-s001-*-test10.txt"))
	if err != nil || len(is) != 1 {
		t.Fatalf("patterns read back: %v, %v", is, err)
	}
	was := scratch.Read(t, dir, "was", strings.Replace(name, "{sample}", "1", 1)+".txt")
	if now := scratch.Read(t, is[0]); strings.Count(now, "\n") != 20 || !strings.HasPrefix(was, now) {
		t.Errorf("20 of the patterns were\n%sand are\n%s", was, now)
	}
	for _, part := range []string{"test_inputs", "test_labels", "teacher"} {
		scratch.Read(t, dir, "data", strings.Replace(name, "{sample}", "0", 1)+"."+part+".npy")
	}
	// File data generalize to the patterns that were kept back.
	fbp(t, dir, "run", "file.toml").want(t, 0)
	if text := scratch.Read(t, dir, "results", "file", "samples.tsv"); !strings.Contains(text, "\ttest_error") || strings.Contains(text, "teacher_overlap") {
		t.Errorf("samples.tsv:\n%s", text)
	}
}

// A search that ends with means of the weights predicts test patterns with all of them
// together, beside the signs, of any test set without another search.
func TestBayesOfTests(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	scratch.Write(t, filepath.Join(dir, "layers.toml"), `samples = 2
[model]
kind = "binary_mlp"
n = 51
layers = [21, 17]
[instance]
kind = "teacher"
p = 60
[algorithm]
kind = "layered_bp"
epochs = 20
batch = 20
[[measure]]
kind = "generalization"
unsolved = "include"
[[variant]]
name = "messages"
[[variant]]
name = "gradients"
algorithm = { kind = "straight_through", epochs = 20 }
`)
	fbp(t, dir, "run", "layers.toml").want(t, 0)
	run := filepath.Join(dir, "results", "layers")
	before := solutionNames(t, run)
	for _, test := range []string{"40", "200"} {
		fbp(t, dir, "run", "layers.toml", "--set", "instance.test="+test, "--out", "results/layers", "--replace").want(t, 0)
		if solutionNames(t, run) != before {
			t.Error("another test set, another search")
		}
		lines := strings.Split(scratch.Read(t, run, "samples.tsv"), "\n")
		at := slices.IndexFunc(lines, func(l string) bool {
			return strings.Contains(l, "\tbayes_test_error")
		})
		column := slices.Index(strings.Split(lines[at], "\t"), "bayes_test_error")
		if column < 0 {
			t.Fatalf("no bayes_test_error:\n%s", lines[at])
		}
		for _, line := range lines[at+1 : at+3] {
			x, err := strconv.ParseFloat(strings.Split(line, "\t")[column], 64)
			if err != nil || x < 0 || x > 0.6 { // half of them, if nothing is learned of the teacher
				t.Errorf("%s", line)
			}
		}
	}
	// a search without means lacks nothing that is due
	if got := rowsOf(t, filepath.Join(run, "summary.tsv"), "n_unmeasured"); !slices.Equal(got, []string{"0", "0"}) {
		t.Errorf("n_unmeasured %v, want none", got)
	}
	if got := rowsOf(t, filepath.Join(run, "summary.tsv"), "n_samples"); !slices.Equal(got, []string{"2", "2"}) {
		t.Errorf("n_samples %v, want 2 of each variant", got)
	}
	fbp(t, dir, "check", run).want(t, 0)
}
