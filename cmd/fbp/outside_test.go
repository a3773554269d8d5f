package main

import (
	"crypto/sha256"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// outside is a config with a solver written outside, on the instances of the others.
const outside = `name = "outside"
samples = 2
[model]
kind = "perceptron"
n = 51
[instance]
kind = "random"
[algorithm]
kind = "sbpi"
[[measure]]
kind = "stability"
[[measure]]
kind = "overlaps"
between = ["ours", "theirs"]
[sweep]
"instance.alpha" = [0.2, 0.4]
[[variant]]
name = "ours"
[[variant]]
name = "theirs"
algorithm = { kind = "file", path = "weights/{instance}.txt" }
`

// TestOutsideSolver: a solver in another language reads the patterns that plan writes, and
// takes part as a variant with files of weights, named as these; {instance} tells them
// apart at every point of the sweep.
func TestOutsideSolver(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	scratch.Write(t, filepath.Join(dir, "outside.toml"), outside)
	alone, _, _ := strings.Cut(strings.Replace(outside, "[[measure]]\nkind = \"overlaps\"\nbetween = [\"ours\", \"theirs\"]\n", "", 1), "[[variant]]\nname = \"theirs\"")
	scratch.Write(t, filepath.Join(dir, "alone.toml"), alone)
	fbp(t, dir, "plan", "alone.toml", "--write-patterns", "patterns").want(t, 0).says(t, "4 pattern files in patterns")
	if o := fbp(t, dir, "plan", "outside.toml").want(t, 2); !strings.Contains(o.stderr, `path = "weights/random-n51-p10-seed1-s000.txt": there is no such file`) {
		t.Errorf("stderr %s", o.stderr)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	script, err := filepath.Abs("../../scripts/sbpi.py")
	if err != nil {
		t.Fatal(err)
	}
	solve := exec.Command(python, script, "patterns", "weights")
	solve.Dir = dir
	if out, err := solve.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	fbp(t, dir, "run", "outside.toml").want(t, 0)
	success := body(scratch.Read(t, dir, "results", "outside", "success.tsv"))
	for _, row := range []string{"ours\t0.2\t51\t2\t2\t0\t1\t", "ours\t0.4\t51\t2\t2\t0\t1\t", "theirs\t0.2\t51\t2\t2\t0\t1\t", "theirs\t0.4\t51\t2\t2\t0\t1\t"} {
		if !strings.Contains(success, "\n"+row) {
			t.Errorf("no %q in\n%s", row, success)
		}
	}
	if overlaps := body(scratch.Read(t, dir, "results", "outside", "overlaps.tsv")); strings.Count(overlaps, "ours\ttheirs\t") != 2 {
		t.Errorf("overlaps:\n%s", overlaps)
	}
	// Weights that get patterns wrong are unsolved.
	scratch.Write(t, filepath.Join(dir, "weights", "random-n51-p20-seed1-s001.txt"), strings.Repeat("1\n", 51))
	fbp(t, dir, "run", "outside.toml").want(t, 0)
	if success := scratch.Read(t, dir, "results", "outside", "success.tsv"); !strings.Contains(success, "\ntheirs\t0.4\t51\t1\t2\t0\t0.5\t") {
		t.Errorf("success:\n%s", success)
	}
}

// TestBenchmarkInstances: the instances of the benchmark are those whose hashes are kept,
// and those of its other models have the same patterns.
func TestBenchmarkInstances(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	frozen := map[string]string{}
	for _, row := range strings.Split(strings.TrimSpace(scratch.Read(t, "../../docs/figures/benchmark-instances.tsv")), "\n")[1:] {
		name, hash, _ := strings.Cut(row, "\t")
		frozen[name] = hash
	}
	if len(frozen) != 500 {
		t.Errorf("%d instances are kept", len(frozen))
	}
	for config, instances := range map[string]int{"benchmark": 500, "benchmark-models": 100} {
		dir := t.TempDir()
		fbp(t, ".", "plan", "../../configs/"+config+".toml", "--write-patterns", dir).want(t, 0)
		written, err := filepath.Glob(filepath.Join(dir, "*.txt"))
		if err != nil || len(written) != instances {
			t.Errorf("%s: %d instances, %v", config, len(written), err)
		}
		for _, file := range written {
			name := strings.TrimSuffix(filepath.Base(file), ".txt")
			if hash := fmt.Sprintf("%x", sha256.Sum256([]byte(scratch.Read(t, file)))); frozen[name] != hash {
				t.Fatalf("%s: %s has %s, want %s", config, name, hash, frozen[name])
			}
		}
	}
}

// TestFileOfAnotherContent: where the files that a config reads have changed since its run began, as
// between the submission and the start of a job, no task is the same: the folder is refused as that of another experiment.
func TestFileOfAnotherContent(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	scratch.Write(t, filepath.Join(dir, "file.toml"), `name = "file"
[model]
kind = "perceptron"
n = 5
[instance]
kind = "file"
path = "patterns.txt"
[algorithm]
kind = "sbpi"
`)
	patterns := "1 1 -1 1 1\n-1 1 1 -1 1\n"
	scratch.Write(t, filepath.Join(dir, "patterns.txt"), patterns)
	fbp(t, dir, "run", "file.toml").want(t, 0)
	scratch.Write(t, filepath.Join(dir, "patterns.txt"), "1 -1 -1 1 1\n-1 1 1 -1 1\n")
	fbp(t, dir, "plan", "file.toml").want(t, 0)
	for _, config := range []string{"file.toml", "results/file/config.toml"} {
		fbp(t, dir, "run", config, "--out", "results/file").want(t, 2).
			says(t, "results/file: holds another experiment (the same config, but files that it reads have other content now)")
	}
	scratch.Write(t, filepath.Join(dir, "patterns.txt"), patterns)
	fbp(t, dir, "run", "file.toml").want(t, 0).says(t, "10 done before")
	scratch.Write(t, filepath.Join(dir, "patterns.txt"), "1 -1 -1 1 1\n-1 1 1 -1 1\n")
	fbp(t, dir, "run", "file.toml", "--replace").want(t, 0).says(t, "the folder held another experiment")
	scratch.Remove(t, filepath.Join(dir, "patterns.txt"))
	if o := fbp(t, dir, "check", "results/file").want(t, 1); !strings.Contains(o.stdout, `results/file/config.toml: instance.path = "patterns.txt": no such file or directory; `) {
		t.Errorf("the file that is missing is not named:\n%s", o.stdout)
	}
}
