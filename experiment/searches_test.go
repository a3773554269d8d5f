package experiment

import (
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/internal/scratch"
	"fbp/results"
)

// searching is a config of searches that start from noise.
const searching = `samples = 3
searches = 2
[model]
kind = "perceptron"
n = 21
[instance]
kind = "random"
alpha = 0.7
[algorithm]
kind = "fbp"
start = { noise = 0.5 }
max_sweeps = 30
[[measure]]
kind = "stability"
`

// The first search of a sample has the names that it has alone, others have names of
// their own, whatever their number.
func TestSearchesAreNamed(t *testing.T) {
	alone, two, three := planned(t, searching, "searches=1"), planned(t, searching), planned(t, searching, "searches=3")
	if len(alone.Tasks) != 3 || len(two.Tasks) != 6 || len(three.Tasks) != 9 {
		t.Fatalf("%d, %d, %d tasks", len(alone.Tasks), len(two.Tasks), len(three.Tasks))
	}
	seen := map[string]bool{}
	for _, task := range three.Tasks {
		if seen[task.Solution] || seen[task.ID] {
			t.Errorf("two tasks or searches %s", task.ID)
		}
		seen[task.Solution], seen[task.ID] = true, true
		for _, p := range []*plan.Plan{alone, two} {
			searches := max(p.Searches, 1)
			if task.Search >= searches {
				continue
			}
			if other := p.Tasks[task.Sample*searches+task.Search]; other.ID != task.ID || other.Solution != task.Solution {
				t.Errorf("sample %d, search %d: %s of %d searches, %s of 3", task.Sample, task.Search, other.ID, searches, task.ID)
			}
		}
	}
}

// Searches of a sample share its patterns and draw different numbers; means are those of
// the means of samples, derived here from samples.tsv. More searches repeat none.
func TestSearches(t *testing.T) {
	dir := t.TempDir()
	ran(t, planned(t, searching), Options{Dir: dir, Jobs: 2})
	p := planned(t, searching, "searches=3")
	first, err := p.Data(t.Context(), p.Tasks[0])
	if err != nil {
		t.Fatal(err)
	}
	other, err := p.Data(t.Context(), p.Tasks[2])
	if err != nil || !reflect.DeepEqual(first.Train, other.Train) {
		t.Errorf("searches of one sample have other patterns (%v)", err)
	}
	if report := ran(t, p, Options{Dir: dir}); report.Skipped != 6 || report.Finished != 3 {
		t.Errorf("%d tasks were there and %d done, want 6 and 3", report.Skipped, report.Finished)
	}
	tables(t, p, dir)
	samples, summary, success := plantest.Table(t, dir, "samples.tsv"), plantest.Table(t, dir, "summary.tsv"), plantest.Table(t, dir, "success.tsv")
	if at := slices.Index(samples.Columns, "search"); at < 1 || samples.Columns[at-1] != "sample" {
		t.Errorf("columns %v", samples.Columns)
	}
	of, sweeps, solved := plantest.Column(t, samples, "sample"), plantest.Column(t, samples, "sweeps"), plantest.Column(t, samples, "solved")
	means := func(x []float64) []float64 {
		means := make([]float64, 3)
		for i, sample := range of {
			means[int(sample)] += x[i] / 3
		}
		return means
	}
	alike := func(of []float64) bool { return of[0] == of[1] && of[1] == of[2] }
	if alike(sweeps[:3]) && alike(sweeps[3:6]) && alike(sweeps[6:]) {
		t.Error("three searches of a sample took equally many sweeps, in every sample")
	}
	want := results.Summarize(means(sweeps))
	for name, x := range map[string]float64{"sweeps": want.Mean, "sweeps_std": want.Std, "sweeps_sem": want.Sem} {
		if got := plantest.Column(t, summary, name)[0]; math.Abs(got-x) > 1e-9*x {
			t.Errorf("%s = %v, want %v", name, got, x)
		}
	}
	p3 := results.Summarize(means(solved)).Mean
	if got := plantest.Column(t, success, "probability")[0]; math.Abs(got-p3) > 1e-12 {
		t.Errorf("probability %v, want %v", got, p3)
	}
	if n := plantest.Column(t, success, "samples")[0]; n != 9 {
		t.Errorf("%v searches", n)
	}
	// stored solutions are found by their number
	again := ran(t, planned(t, searching, "searches=3", "algorithm={ kind = 'file', path = '"+dir+"' }"), Options{Dir: t.TempDir()})
	if again.Finished != 9 {
		t.Errorf("%d of 9 stored solutions", again.Finished)
	}
}

// Several searches that would all be the same are refused, and stored solutions that
// are not there.
func TestSearchesThatAreCopies(t *testing.T) {
	dir := t.TempDir()
	ran(t, planned(t, searching), Options{Dir: dir})
	weights := filepath.Join(dir, "w.txt")
	scratch.Write(t, weights, strings.Repeat("1\n", 21))
	for _, test := range []struct{ set, want string }{
		{"algorithm={ kind = 'fbp' }", `x.toml:2: searches = 2: want 1: the search (algorithm.kind = "fbp") draws no random numbers`},
		{"algorithm={ kind = 'file', path = '" + weights + "' }", "x.toml:2: searches = 2: want 1"},
		{"searches=0", "--set searches=0: want an integer >= 1"},
	} {
		if _, err := plan.Parse(t.Context(), "x.toml", searching, []string{test.set}, Standard()); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v", test.set, err)
		}
	}
	s, err := plan.Parse(t.Context(), "x.toml", searching, []string{"algorithm={ kind = 'file', path = '" + dir + "' }", "searches=3"}, Standard())
	if err != nil {
		t.Fatal(err)
	}
	if _, err = plan.New(t.Context(), s); err == nil || !strings.Contains(err.Error(), "there is no solution of search 2 of sample 0") {
		t.Errorf("a search that is not there: %v", err)
	}
}
