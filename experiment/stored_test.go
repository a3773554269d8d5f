package experiment

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/export"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/experiment/store"
	"fbp/internal/say"
	"fbp/internal/scratch"
	"fbp/results"
)

func TestWeightsOfASolutionFile(t *testing.T) {
	for _, w := range [][]float64{{1}, {-1, 1, 1, -1, 1, -1, -1, -1, 1}, {0.5, -2}, {}, {1, 0}} {
		f := &store.SolutionFile{Solution: "x", Outcome: results.Limit, Params: map[string]any{}, Readings: map[string]*results.Rows{}}
		if err := f.SetWeights(w); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "x")
		encode(t, path, f)
		back, err := store.ReadSolutionFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := back.Weights(); err != nil || !slices.Equal(got, w) {
			t.Errorf("weights %v, want %v (%v)", got, w, err)
		}
	}
	if got := (&store.SolutionFile{}).SetWeights([]float64{1, -1, 1 / zero}); got == nil {
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
	sum := func(p *plan.Plan, dir string, i int) results.Number {
		r := recordOf(t, dir, p.Tasks[i])
		return r.Readings["census"].Rows[0][0]
	}
	for i := range 6 {
		if a, b := sum(first, dir, i), sum(again, out, i); a != b {
			t.Errorf("task %d: %v measured at once, %v later", i, a, b)
		}
	}
	// The dice said "solved", but the errors are counted anew.
	if r, err := store.Folder(out).Read(again.Tasks[0]); err != nil || r.Readings["solution"].Rows[0][2] == 0 {
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
	one := store.Folder(dir).Solution(first.Tasks[0])
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
		_, err := plantest.Try(t, c, stored, sets...)
		var mistake *say.Error
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	check("x.toml:10: algorithm.path = \""+dir+"\": its solutions have sample = 0, 1, 2; this config has 3", "samples=4")
	check("its solutions have seed = 1; this config has 2", "seed=2")
	check("its solutions have n = 21; this config has 31", "model.n=31")
	check("its solutions have instance.kind = random; this config has teacher", "instance={ kind = 'teacher', p = 8 }")
	check("its solutions have p = 5, 8; this config has 4", "instance.p=4")
	check("there is no such file or folder", "algorithm.path=none")
	check("want the folder of a run, with solutions in it", "algorithm.path='"+t.TempDir()+"'")
	check("algorithm.path: missing; want the folder", "algorithm={ kind = \"file\" }")
	ran(t, fakePlan(t, c, game, "algorithm.steps=2"), Options{Dir: dir, Replace: true})
	check("sample 0 has several solutions")
}

// A solution of another model is refused by what it is, one that was renamed or
// changed by its sum.
func TestStoredSolutionOfAnotherModel(t *testing.T) {
	c, _ := fakes()
	dir := t.TempDir()
	first := fakePlan(t, c, game)
	ran(t, first, Options{Dir: dir})
	path := store.Folder(dir).Solution(first.Tasks[0])
	f, err := store.ReadSolutionFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f.Params["model"].(map[string]any)["kind"] = "committee"
	data, err := f.Encode()
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other")
	scratch.Write(t, other, data)
	_, err = plantest.Try(t, c, game, "algorithm.kind=file", "algorithm.path="+other, "instance.p=5", "samples=1")
	if want := "a solution of a committee of 21 weights; this config has a perceptron of 21"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}

// The solution of a network of the same size and another architecture is refused
// when the plan is made; that of another margin is measured.
func TestStoredSolutionOfAnotherArchitecture(t *testing.T) {
	const config = "samples = 1\n[model]\nkind = \"committee\"\nn = 45\nhidden = 3\n[instance]\nkind = \"random\"\np = 5\n" +
		"[algorithm]\nkind = \"fbp\"\nstop = \"solved\"\n[[measure]]\nkind = \"stability\"\n"
	dir := t.TempDir()
	ran(t, planned(t, config), Options{Dir: dir})
	for set, want := range map[string]string{
		"model.kappa=-0.5":               "",
		"model.hidden=5":                 "a solution of a committee with hidden = 3; this config has 5",
		"model.weights=spherical":        `a solution of a committee with weights = binary; this config has spherical`,
		"model={kind='perceptron',n=45}": "a solution of a committee of 45 weights; this config has a perceptron of 45",
	} {
		_, err := plantest.Try(t, Standard(), config, "algorithm.kind=file", "algorithm.path="+dir, set)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: error %v, want %q", set, err, want)
		}
	}
}

// Weights from files of any format make the tasks that the solutions themselves
// make, and the same readings.
func TestStoredWeights(t *testing.T) {
	c, _ := fakes()
	dir, out := t.TempDir(), t.TempDir()
	first := fakePlan(t, c, game, "instance.p=5")
	ran(t, first, Options{Dir: dir})
	want := fakePlan(t, c, game, "instance.p=5", "algorithm.kind=file", "algorithm.path="+dir)
	for _, format := range export.Formats() {
		exported, err := export.Write(t.Context(), first, store.Folder(dir), export.Options{Put: export.To(out), Format: format})
		if err != nil || len(exported.Table.Rows) != 3 {
			t.Fatalf("%s: %v, %v", format, exported, err)
		}
		for i, task := range first.Tasks {
			if err := os.Rename(filepath.Join(out, task.Solution+"."+format), filepath.Join(out, string(rune('0'+i))+"."+format)); err != nil {
				t.Fatal(err)
			}
		}
		got := fakePlan(t, c, game, "instance.p=5", "algorithm.kind=file", "algorithm.path="+out+"/{sample}."+format)
		if !equal(ids(got), ids(want)) {
			t.Errorf("%s: tasks %v, want %v", format, ids(got), ids(want))
		}
		again := t.TempDir()
		ran(t, got, Options{Dir: again})
		for i := range first.Tasks {
			a, err1 := store.Folder(dir).Read(first.Tasks[i])
			b, err2 := store.Folder(again).Read(got.Tasks[i])
			if err1 != nil || err2 != nil || a.Readings["census"].Rows[0][0] != b.Readings["census"].Rows[0][0] {
				t.Errorf("%s, task %d: other readings (%v, %v)", format, i, err1, err2)
			}
		}
	}
	text := func(name, text string) string { return scratch.Write(t, filepath.Join(out, name), text) }
	for path, want := range map[string]string{
		text("short", "1 -1 1\n"):   "3 numbers, want 21",
		text("real", "0.5\n1\n"):    `line 1, entry 1: "0.5": want 1 or -1`,
		text("square", "1 1\n1 1"):  "line 2: a second row of numbers",
		text("empty", ""):           "an empty file",
		text("object", "{\"a\":1}"): "does not fit its sum",
		out + "/none{sample}":       "there is no such file",
		os.DevNull:                  "not a regular file",
	} {
		_, err := plantest.Try(t, c, game, "instance.p=5", "algorithm.kind=file", "algorithm.path="+path)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "algorithm.path") {
			t.Errorf("%s: error %v, want %s", path, err, want)
		}
	}
}
