//go:build unix

package outside

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fbp/instances"
	"fbp/internal/scratch"
	"fbp/model"
	"fbp/results"
)

// solve runs the script solver.sh in a folder, with the patterns 1 1 −1 and labels −1, and returns what was told of it.
func solve(t *testing.T, m *model.Architecture, script string, words ...string) (*model.Solution, results.Outside, error) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "solver.sh")
	scratch.Write(t, path, script)
	c := New()
	c.Run = append([]string{"sh", path}, words...)
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	b, err := c.Bind(model.Instance{Kind: "random", N: 3, P: 1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	train := instances.NewPatterns(3, 1)
	train.Set(0, 2, true)
	train.Labels = []float64{-1}
	p := model.NewProblem(m, &instances.Data{Train: train}, 1)
	if _, err := b.Solve(t.Context(), p, nil, nil); err == nil || !strings.Contains(err.Error(), "--allow-commands") {
		t.Errorf("a program is run where none may be: %v", err)
	}
	var how results.Outside
	p.Outside = &model.Outside{Folder: dir, Ended: func(h results.Outside, _ time.Duration) { how = h }}
	s, err := b.Solve(t.Context(), p, instances.Stream(1, "algorithm"), nil)
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	return s, how, err
}

// The words of the program are what they stand for, and its folder is empty but for its files.
func TestWords(t *testing.T) {
	_, how, err := solve(t, model.NewPerceptron(3, 0.25), `pwd; ls; echo "$@"; cat "$1" "$2"; echo 1 1 -1 >"$3"`,
		"{patterns}", "{labels}", "{weights}", "{kappa}", "--seed={seed}", "a b;c", "$HOME")
	lines := strings.Split(how.Stdout, "\n")
	if err != nil || len(lines) < 6 {
		t.Fatalf("%v: %+v", err, how)
	}
	dir := lines[0]
	want := []string{dir, "labels.txt", "random-n3-p1-seed0-s000.txt",
		dir + "/random-n3-p1-seed0-s000.txt " + dir + "/labels.txt " + dir + "/weights.txt 0.25 --seed=", "1 1 -1", "-1"}
	for i := range want {
		if !strings.HasPrefix(lines[i], want[i]) || i == 3 && !strings.HasSuffix(lines[i], " a b;c $HOME") {
			t.Errorf("line %d is %q, want %q", i, lines[i], want[i])
		}
	}
}

// Real weights are scaled to the sphere of the model, zeros among them too, and patterns counted by its margin.
func TestRealWeights(t *testing.T) {
	for weights, errors := range map[string]int{"3\n4\n0\n": 0, "-3 0 4": 1} {
		s, _, err := solve(t, model.NewSphericalPerceptron(3, 0), `printf %b '`+strings.ReplaceAll(weights, "\n", `\n`)+`' >"$2"`, "{patterns}", "{weights}")
		if err != nil {
			t.Fatal(err)
		}
		norm := 0.0
		for _, w := range s.Weights {
			norm += w * w
		}
		if math.Abs(norm-3) > 1e-12 || s.Errors != errors || s.Solved() != (errors == 0) {
			t.Errorf("%q: norm² %v, %d errors, outcome %v", weights, norm, s.Errors, s.Outcome)
		}
	}
}

// A file that was changed after the plan was made is not run under the name of the old one.
func TestChangedFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "solver")
	scratch.Write(t, path, "old")
	c := New()
	c.Run = []string{path, "{patterns}", "{weights}"}
	b, err := c.Bind(model.Instance{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	scratch.Write(t, path, "new")
	p := &model.Problem{Outside: &model.Outside{Folder: dir}}
	if _, err := b.Solve(context.Background(), p, nil, nil); err == nil || !strings.Contains(err.Error(), "has changed since the plan was made") {
		t.Error(err)
	}
	again := New()
	again.Run = c.Run
	if after, err := again.Bind(model.Instance{}, 0); err != nil || after.Fingerprint == b.Fingerprint {
		t.Errorf("the same name: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}
