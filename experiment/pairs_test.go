package experiment

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/check"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/experiment/store"
	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/results"
)

// pairing compares the searches of each sample.
const pairing = searching + `[[measure]]
kind = "overlaps"
unsolved = "include"
`

// contest compares solvers on the same instances.
const contest = `samples = 3
[model]
kind = "perceptron"
n = 21
[instance]
kind = "random"
[[variant]]
name = "fBP"
algorithm = { kind = "fbp" }
[[variant]]
name = "decimation"
algorithm = { kind = "decimation" }
[[variant]]
name = "noise"
algorithm = { kind = "fbp", start = { noise = 0.5 } }
[sweep]
"instance.alpha" = [0.3, 0.5]
[[measure]]
kind = "overlaps"
unsolved = "include"
between = ["decimation", "fBP"]
`

// Every pair of searches has its overlap in pairs.tsv, and none of its numbers is in
// samples.tsv; the mean is one over samples of means over pairs. All of this is derived
// here from the weights.
func TestPairsOfSearches(t *testing.T) {
	dir := t.TempDir()
	p := planned(t, pairing, "searches=4")
	if n := len(p.Tasks); n != 3*4+3*6 {
		t.Fatalf("%d tasks", n)
	}
	ran(t, p, Options{Dir: dir, Jobs: 2})
	tables(t, p, dir)
	weights := func(task plan.Task) []float64 {
		f := solutionOf(t, dir, task)
		w, err := f.Weights()
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	pairs := plantest.Table(t, dir, "pairs.tsv")
	sample, a, b, overlap := plantest.Column(t, pairs, "sample"), plantest.Column(t, pairs, "search_a"), plantest.Column(t, pairs, "search_b"), plantest.Column(t, pairs, "overlap")
	if len(sample) != 18 {
		t.Fatalf("%d pairs", len(sample))
	}
	means := make([]float64, 3)
	for i := range sample {
		if !(a[i] < b[i]) {
			t.Errorf("pair %v, %v", a[i], b[i])
		}
		wa, wb := weights(p.Tasks[int(4*sample[i]+a[i])]), weights(p.Tasks[int(4*sample[i]+b[i])])
		q := 0.0
		for k := range wa {
			q += wa[k] * wb[k] / 21
		}
		if math.Abs(q-overlap[i]) > 1e-14 {
			t.Errorf("sample %v, %v and %v: overlap %v, want %v", sample[i], a[i], b[i], overlap[i], q)
		}
		means[int(sample[i])] += q / 6
	}
	want, overlaps := results.Summarize(means), plantest.Table(t, dir, "overlaps.tsv")
	for name, x := range map[string]float64{"overlap": want.Mean, "overlap_std": want.Std, "overlap_sem": want.Sem, "n_samples": 18, "overlap_random": 0, "layer": 1} {
		if got := plantest.Column(t, overlaps, name)[0]; math.Abs(got-x) > 1e-13 {
			t.Errorf("%s = %v, want %v", name, got, x)
		}
	}
	if samples := plantest.Table(t, dir, "samples.tsv"); len(samples.Rows) != 12 || slices.Contains(samples.Columns, "overlap") {
		t.Errorf("samples.tsv has %d rows, and columns %v", len(samples.Rows), samples.Columns)
	}
	if checked, err := check.Run(t.Context(), dir, Standard(), check.Options{Quick: true}); err != nil || len(checked.Findings) > 0 {
		t.Errorf("%+v %v", checked, err)
	}
}

// Pairs rename no search, and more searches no pair.
func TestPairsAreNamed(t *testing.T) {
	alone, two, three := planned(t, searching), planned(t, pairing), planned(t, pairing, "searches=3")
	if !slices.Equal(ids(alone), ids(two)[:len(alone.Tasks)]) {
		t.Error("a measurement of pairs renames searches")
	}
	for _, task := range two.Tasks {
		if !slices.ContainsFunc(three.Tasks, func(other plan.Task) bool {
			return other.ID == task.ID && other.Solution == task.Solution && other.With == task.With
		}) {
			t.Errorf("%s is gone with three searches", task.ID)
		}
	}
	if !slices.ContainsFunc(alone.Tasks, func(task plan.Task) bool { return task.Solution == two.Tasks[6].With }) {
		t.Error("a pair is not one of searches of the plan")
	}
}

// A pair has the same name whatever other variants are compared.
func TestPairsOfMoreVariants(t *testing.T) {
	two := planned(t, contest)
	three := ids(planned(t, contest, `measure.overlaps.between=["fBP", "noise", "decimation"]`))
	for _, name := range ids(two) {
		if !slices.Contains(three, name) {
			t.Errorf("%s is gone with a third variant", name)
		}
	}
	if n := len(three); n != 18+3*6 {
		t.Errorf("%d tasks", n)
	}
}

// A share of the plan that has a pair makes the searches that it needs; together the
// shares give the bytes of one run.
func TestPairsInShares(t *testing.T) {
	slow.Only(t)
	whole, shared := t.TempDir(), t.TempDir()
	p := planned(t, contest)
	ran(t, p, Options{Dir: whole})
	inShares(t, p, shared, 7)
	if a, b := tables(t, p, whole), tables(t, p, shared); a != b {
		t.Error("shares have other tables than one run")
	}
}

// Pairs of variants have the names of both, at every point of the sweep.
func TestPairsOfVariants(t *testing.T) {
	slow.Only(t)
	dir := t.TempDir()
	p := planned(t, contest)
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	overlaps := plantest.Table(t, dir, "overlaps.tsv")
	if got := overlaps.Columns[:4]; !slices.Equal(got, []string{"variant_a", "variant_b", "alpha", "n"}) {
		t.Errorf("columns %v", got)
	}
	if len(overlaps.Rows) != 2 {
		t.Errorf("%d rows", len(overlaps.Rows))
	}
	if pairs := plantest.Table(t, dir, "pairs.tsv"); len(pairs.Rows) != 6 || slices.Contains(pairs.Columns, "search_a") {
		t.Errorf("pairs.tsv has %d rows, and columns %v", len(pairs.Rows), pairs.Columns)
	}
	madeAsSaid(t, contest, false) // decimation has columns of its own
	madeAsSaid(t, pairing, true)
}

// What cannot be compared is refused before any work starts.
func TestPairsThatCannotBe(t *testing.T) {
	variant := func(text string) string {
		return strings.Replace(contest, `{ kind = "decimation" }`, `{ kind = "decimation" }`+"\n"+text, 1)
	}
	for name, test := range map[string]struct{ text, want string }{
		"one search":         {strings.Replace(pairing, "searches = 2\n", "", 1), "want two or more searches of each sample"},
		"no variant":         {pairing + "between = [\"a\", \"b\"]\n", `there is no variant "a"`},
		"unknown variant":    {strings.Replace(contest, `["decimation", "fBP"]`, `["decimation", "fPB"]`, 1), `there is no variant "fPB"; did you mean "fBP"?`},
		"one variant":        {strings.Replace(contest, `["decimation", "fBP"]`, `["fBP"]`, 1), "want two variants or more"},
		"twice":              {strings.Replace(contest, `["decimation", "fBP"]`, `["fBP", "fBP"]`, 1), `names variant "fBP" twice`},
		"other instances":    {variant("instance = { kind = \"teacher\" }"), "the variants have different instances"},
		"other patterns":     {strings.Replace(strings.Replace(variant("instance.alpha = 0.3"), "[sweep]\n\"instance.alpha\" = [0.3, 0.5]\n", "", 1), "\"random\"\n", "\"random\"\nalpha = 0.5\n", 1), "the variants have different instances"},
		"other models":       {variant("model.n = 31"), "the variants have different models"},
		"units":              {strings.Replace(strings.Replace(pairing, "\"perceptron\"", "\"committee\"\nhidden = 2003\nlayout = \"full\"", 1), "stability", "stability", 1), "want at most 2001 units in a layer"},
		"searches all alike": {strings.Replace(pairing, "start = { noise = 0.5 }\n", "", 1), "want 1: the search"},
	} {
		_, err := plantest.Try(t, Standard(), test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "x.toml") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A pair whose measurement is of other weights, or whose record is lost, is found.
func TestPairsAreChecked(t *testing.T) {
	dir := t.TempDir()
	p := planned(t, pairing)
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	names, err := filepath.Glob(filepath.Join(dir, "measurements", "*.overlaps-*"))
	if err != nil || len(names) != 3 {
		t.Fatalf("%v %v", names, err)
	}
	data := scratch.Read(t, names[0])
	scratch.Write(t, names[0], strings.Replace(data, `"weights":"`, `"weights":"0`, 1))
	if checked, err := check.Run(t.Context(), dir, Standard(), check.Options{Quick: true}); err != nil || len(checked.Findings) == 0 {
		t.Errorf("a damaged measurement of a pair: %+v %v", checked, err)
	}
	scratch.Remove(t, store.Folder(dir).Record(p.Tasks[6]))
	if report := ran(t, p, Options{Dir: dir}); report.Finished != 1 || report.Compared != 3 || report.Solved > 6 {
		t.Errorf("%+v", report)
	}
}
