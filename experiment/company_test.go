package experiment

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/check"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
	"fbp/theory"
	"fbp/theory/connectivity"
)

// together has tasks of three searches, of two with all others, and of two alone.
const together = `samples = 2
searches = 4
[model]
kind = "perceptron"
n = 31
weights = "spherical"
kappa = -0.5
[instance]
kind = "random"
p = 31
[algorithm]
kind = "sphere_monte_carlo"
rise = 50
equilibrate = 10
every = 10
[[measure]]
kind = "overlaps"
[[measure]]
kind = "landscape"
spacing = 0.5
[[measure]]
kind = "barrier"
path = "centre"
fraction = [0.25, 0.5]
`

// Each three searches have a landscape, and each two a way through the centre of all: errors are counted here
// from the weights, and tables have means over samples of means over tasks.
func TestSearchesTogether(t *testing.T) {
	dir := t.TempDir()
	p := planned(t, together)
	ran(t, p, Options{Dir: dir, Jobs: 2})
	tables(t, p, dir)
	m := p.Spec.Points[0].Model.(*model.Architecture)
	center := func(sample int, searches ...int) (errors float64) {
		w := make([]float64, m.N)
		for _, k := range searches {
			f := solutionOf(t, dir, p.Tasks[4*sample+k])
			one, err := f.Weights()
			if err != nil {
				t.Fatal(err)
			}
			for i := range w {
				w[i] += one[i]
			}
		}
		d, err := p.Data(t.Context(), p.Tasks[4*sample])
		if err != nil {
			t.Fatal(err)
		}
		model.Normalize(m, w)
		return float64(m.Errors(w, d.Train)) / 31
	}
	var ofThree, ofAll []float64
	for sample := range 2 {
		ofThree = append(ofThree, (center(sample, 0, 1, 2)+center(sample, 0, 1, 3)+center(sample, 0, 2, 3)+center(sample, 1, 2, 3))/4)
		ofAll = append(ofAll, center(sample, 0, 1, 2, 3))
	}
	barrier := plantest.Table(t, dir, "barrier.tsv")
	if want := results.Summarize(ofAll); plantest.Column(t, barrier, "error")[1] != want.Mean || plantest.Column(t, barrier, "n_samples")[1] != 12 {
		t.Errorf("the centre of all has %v in %v pairs, want %v in 12", plantest.Column(t, barrier, "error")[1], plantest.Column(t, barrier, "n_samples")[1], want.Mean)
	}
	typical, err := connectivity.TypicalOf(theory.Spherical, 1, -0.5)
	if err != nil {
		t.Fatal(err)
	}
	for i, gamma := range []float64{0.5, 0} { // at the fractions 0.25 and 0.5
		if got, want := plantest.Column(t, barrier, "error_theory")[i], typical.Centre(4, gamma, -0.5); math.Abs(got-want) > 1e-8 {
			t.Errorf("theory %v, want %v", got, want)
		}
	}
	pairs, mean := plantest.Table(t, dir, "pairs.tsv"), 0.0
	three, third := 0, plantest.Column(t, pairs, "search_c")
	for i, e := range plantest.Column(t, pairs, "error_center") {
		if !math.IsNaN(e) {
			three++
			mean += e / 8
			sample, a, b := int(plantest.Column(t, pairs, "sample")[i]), int(plantest.Column(t, pairs, "search_a")[i]), int(plantest.Column(t, pairs, "search_b")[i])
			if want := center(sample, a, b, int(third[i])); e != want {
				t.Errorf("sample %d, searches %d, %d, %v: %v errors at the centre, want %v", sample, a, b, third[i], e, want)
			}
		} else if !math.IsNaN(third[i]) {
			t.Errorf("a pair with a third search %v", third[i])
		}
	}
	if want := results.Summarize(ofThree).Mean; len(pairs.Rows) != 8+12+12 || three != 8 || math.Abs(mean-want) > 1e-15 {
		t.Errorf("%d rows, %d of three searches, whose centres have %v; want 32, 8, %v", len(pairs.Rows), three, mean, want)
	}
	landscape := plantest.Table(t, dir, "landscape.tsv")
	if !slices.Contains(landscape.Columns, "error_sem") || len(landscape.Rows) != 5*4 || plantest.Column(t, landscape, "n_samples")[0] != 8 {
		t.Errorf("landscape: %v, %d rows", landscape.Columns, len(landscape.Rows))
	}
	if checked, err := check.Run(t.Context(), dir, Standard(), check.Options{Quick: true}); err != nil || len(checked.Findings) > 0 {
		t.Errorf("%+v %v", checked, err)
	}
	if report := ran(t, p, Options{Dir: dir}); report.Finished != 0 {
		t.Errorf("%d tasks again", report.Finished)
	}
	madeAsSaid(t, together, true)
}

// Shares of such a plan give the bytes of one run, in any order; a share makes the
// searches of all the solutions that its tasks look at.
func TestSearchesTogetherInShares(t *testing.T) {
	slow.Only(t)
	whole, shared := t.TempDir(), t.TempDir()
	p := planned(t, together)
	ran(t, p, Options{Dir: whole})
	inShares(t, p, shared, 5)
	if a, b := tables(t, p, whole), tables(t, p, shared); a != b {
		t.Error("shares have other tables than one run")
	}
}

// Tasks of several solutions rename neither searches nor pairs, and are named after all
// solutions that they look at: a further search makes other centres, but leaves the planes that
// there are.
func TestSearchesTogetherAreNamed(t *testing.T) {
	named := func(text string, sets ...string) (list []string) { return ids(planned(t, text, sets...)) }
	before := together[:strings.Index(together, "[[measure]]\nkind = \"landscape\"")]
	plane := strings.Replace(together[:strings.LastIndex(together, "[[measure]]")], "[[measure]]\nkind = \"overlaps\"\n", "", 1)
	all := named(together)
	for _, name := range append(named(before), named(plane)...) {
		if !slices.Contains(all, name) {
			t.Errorf("%s is gone", name)
		}
	}
	more := planned(t, together, "searches=5")
	kept := 0
	for _, task := range planned(t, together).Tasks {
		if slices.Contains(ids(more), task.ID+" "+task.Solution) {
			kept++
		} else if task.Pair == nil || len(task.Pair.More) != 2 {
			t.Errorf("%s is gone with a fifth search", task.ID)
		}
	}
	if kept != 8+12+8 {
		t.Errorf("%d tasks of the fifth search are those of before, want 28", kept)
	}
	if n := len(more.Tasks); n != 2*(5+10+10+10) {
		t.Errorf("%d tasks", n)
	}
}

// What has too few solutions is refused before any work starts.
func TestTooFewTogether(t *testing.T) {
	for name, test := range map[string]struct {
		sets []string
		want string
	}{
		"two searches": {[]string{"searches=2"}, `measure.landscape.kind: want 3 or more searches of each sample (searches = 3 at the top)`},
		"signs":        {[]string{`model.weights="binary"`}, "there are no planes of weights ±1"},
	} {
		_, err := plan.Parse(t.Context(), "x.toml", strings.Replace(together, "sphere_monte_carlo\"\nrise = 50\nequilibrate = 10\nevery = 10", "fbp\"\nstart = { noise = 0.1 }", 1), test.sets, Standard())
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
