package experiment

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/results"
)

func TestWeightsOfASolutionFile(t *testing.T) {
	for _, w := range [][]float64{{1}, {-1, 1, 1, -1, 1, -1, -1, -1, 1}, {0.5, -2}, {}, {1, 0}} {
		f := &solutionFile{Solution: "x", Params: map[string]any{}, Readings: map[string]*results.Series{}}
		if err := f.setWeights(w); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "x")
		data, err := f.encode()
		if err == nil {
			err = os.WriteFile(path, data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		back, err := readSolution(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := back.weights(); err != nil || !slices.Equal(got, w) {
			t.Errorf("weights %v, want %v (%v)", got, w, err)
		}
	}
	if got := (&solutionFile{}).setWeights([]float64{1, -1, 1 / zero}); got == nil {
		t.Error("an infinite weight is no error")
	}
}

var zero = 0.0

// Measuring the solutions of another run gives what measuring them at once
// gives.
func TestStoredSolutions(t *testing.T) {
	c, w := fakes()
	dir := t.TempDir()
	first := fakePlan(t, c, game)
	ran(t, first, Options{Dir: dir})
	stored := strings.Replace(game, `"dice"`, `"file"`, 1)
	path := "algorithm.path='" + dir + "'"
	again := fakePlan(t, c, stored, path, "name=again")
	out := t.TempDir()
	if r := ran(t, again, Options{Dir: out, Jobs: 2}); r.Finished != 6 || w.searches.Load() != 6 {
		t.Errorf("%+v, %d searches, want 6 tasks without a search", r, w.searches.Load())
	}
	sum := func(p *Plan, dir string, i int) results.Number {
		r, err := Folder(dir).read(p.Tasks[i])
		if err != nil {
			t.Fatal(err)
		}
		return r.Readings["census"].Rows[0][0]
	}
	for i := range 6 {
		if a, b := sum(first, dir, i), sum(again, out, i); a != b {
			t.Errorf("task %d: %v measured at once, %v later", i, a, b)
		}
	}
	// The dice said "solved", but the errors are counted anew.
	if r, err := Folder(out).read(again.Tasks[0]); err != nil || r.Readings["solution"].Rows[0][2] == 0 {
		t.Errorf("dice cannot have learned the patterns: %+v, %v", r, err)
	}

	// Another search, other weights, another name.
	elsewhere := t.TempDir()
	ran(t, fakePlan(t, c, game, "algorithm.steps=2"), Options{Dir: elsewhere})
	if other := fakePlan(t, c, stored, "algorithm.path='"+elsewhere+"'"); equal(ids(other), ids(again)) {
		t.Error("other weights, the same tasks")
	}
	// The same weights elsewhere, the same name.
	moved := filepath.Join(t.TempDir(), "moved")
	if err := os.CopyFS(moved, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if same := fakePlan(t, c, stored, "algorithm.path='"+moved+"'"); !equal(ids(same), ids(again)) {
		t.Error("the same weights in another folder, other tasks")
	}
	// One file serves one sample.
	one := Folder(dir).Solution(first.Tasks[0])
	if p := fakePlan(t, c, stored, "algorithm.path='"+one+"'", "instance.p=5", "samples=1"); p.Tasks[0].ID != again.Tasks[0].ID {
		t.Error("a solution file by its name gives another task than its folder")
	}
}

func TestStoredSolutionsThatDoNotFit(t *testing.T) {
	c, _ := fakes()
	dir := t.TempDir()
	ran(t, fakePlan(t, c, game), Options{Dir: dir})
	stored := strings.Replace(game, "kind = \"dice\"", "kind = \"file\"\npath = '"+dir+"'", 1)
	check := func(want string, sets ...string) {
		t.Helper()
		s, err := Parse("x.toml", stored, sets, c)
		if err == nil {
			_, err = NewPlan(s)
		}
		var config *ConfigError
		if !errors.As(err, &config) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	check("x.toml:10: algorithm.path = \""+dir+"\": there is no solution of sample 3 for random with n = 21, p = 5, seed = 1", "samples=4")
	check("there is no solution of sample 0 for random with n = 21, p = 5, seed = 2", "seed=2")
	check("there is no such file or folder", "algorithm.path=none")
	check("want the folder of a run, with solutions in it", "algorithm.path='"+t.TempDir()+"'")
	check("algorithm.path: missing; want the folder", "algorithm={ kind = \"file\" }")
	ran(t, fakePlan(t, c, game, "algorithm.steps=2"), Options{Dir: dir, Replace: true})
	check("sample 0 has several solutions")
}
