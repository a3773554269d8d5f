package experiment

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/check"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/experiment/store"
	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// changing compares what SBPI finds on patterns that change step by step with what it finds on the first.
const changing = `samples = 5
searches = 2
[model]
kind = "perceptron"
n = 51
[instance]
kind = "redrawn"
of = { kind = "random", alpha = 0.5 }
[algorithm]
kind = "sbpi"
stream = "sample"
[sweep]
"instance.share" = [0.0, 1e-12, 0.1, 1.0]
"model.kappa" = [0.0, 0.1]
[[measure]]
kind = "overlaps"
across = "instance.share"
unsolved = "include"
`

// TestOverlapsAcrossShares: the overlap of each pair is that of the weights on disk, of the share and of share 0 of the same
// sample, search and margin. With the random numbers of the sample it is 1 where no entry is redrawn, with those of each
// search it is not; where all are, it is that of independent weights, whose standard deviation over 10 pairs is 1/√510.
//
// Check: overlaps of solutions at a share of redrawn entries and at share 0 | the weights on disk; 1 without a change of the patterns, 0 ± 1/√(N pairs) with none kept | 1e-14, 3σ
func TestOverlapsAcrossShares(t *testing.T) {
	dir := t.TempDir()
	p := planned(t, changing)
	if n := len(p.Tasks); n != 4*2*5*2+3*2*5*2 {
		t.Fatalf("%d tasks", n)
	}
	ran(t, p, Options{Dir: dir, Jobs: 2})
	tables(t, p, dir)
	weights := func(share, margin, sample, search int) []float64 {
		w, err := solutionOf(t, dir, p.Tasks[((share*2+margin)*5+sample)*2+search]).Weights()
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	pairs := plantest.Table(t, dir, "pairs.tsv")
	column := func(name string) []float64 { return plantest.Column(t, pairs, name) }
	share, kappa, sample, a, b, overlap := column("share"), column("kappa"), column("sample"), column("search_a"), column("search_b"), column("overlap")
	sums := map[float64]float64{}
	for i, eps := range share {
		at, margin := slices.Index([]float64{0, 1e-12, 0.1, 1}, eps), int(10*kappa[i]+0.5)
		if at <= 0 || a[i] != b[i] {
			t.Fatalf("share %v, searches %v and %v", eps, a[i], b[i])
		}
		q, first := 0.0, weights(0, margin, int(sample[i]), int(a[i]))
		for k, w := range weights(at, margin, int(sample[i]), int(a[i])) {
			q += w * first[k] / 51
		}
		if math.Abs(q-overlap[i]) > 1e-14 || at == 1 && overlap[i] != 1 {
			t.Errorf("share %v, sample %v: overlap %v, want %v", eps, sample[i], overlap[i], q)
		}
		sums[eps] += q / 20
	}
	if len(share) != 60 || math.Abs(sums[1]) > 3/math.Sqrt(51*20) || sums[0.1] < sums[1] || sums[0.1] == 1 {
		t.Errorf("%d pairs, means %v", len(share), sums)
	}
	if checked, err := check.Run(t.Context(), dir, Standard(), check.Options{Quick: true}); err != nil || len(checked.Findings) > 0 {
		t.Errorf("%+v %v", checked, err)
	}
	own, apart := planned(t, changing, "algorithm.stream=search", "instance.share=0.0,1e-12", "model.kappa=0"), t.TempDir()
	ran(t, own, Options{Dir: apart})
	tables(t, own, apart)
	for _, q := range plantest.Column(t, plantest.Table(t, apart, "pairs.tsv"), "overlap") {
		if q > 0.95 {
			t.Errorf("overlap %v of searches with random numbers of their own", q)
		}
	}
}

// TestAcrossAlone: a pair whose searches nobody has made makes both, each on its own patterns, and a pair has the same name
// whatever other shares are compared.
func TestAcrossAlone(t *testing.T) {
	whole, alone := t.TempDir(), t.TempDir()
	p := planned(t, changing, "samples=1", "model.kappa=0")
	ran(t, p, Options{Dir: whole})
	last := p.Tasks[len(p.Tasks)-1]
	ran(t, p, Options{Dir: alone, Task: &last.Number})
	for _, number := range last.Pair.All() {
		name := store.Folder("").Solution(p.Tasks[number])
		if a, b := scratch.Read(t, whole+"/"+name), scratch.Read(t, alone+"/"+name); a != b {
			t.Errorf("%s of a pair alone is\n%s\nnot\n%s", name, b, a)
		}
	}
	fewer := planned(t, changing, "samples=1", "model.kappa=0", "instance.share=0.0,1.0")
	if other := fewer.Tasks[len(fewer.Tasks)-1]; other.ID != last.ID || other.With != last.With {
		t.Errorf("with fewer shares the pair is %+v, not %+v", other, last)
	}
}

// TestAcrossInPieces: shares of the plan, and a run that is stopped in its searches, make the tables of one run.
func TestAcrossInPieces(t *testing.T) {
	slow.Only(t)
	p, whole, shared, dir := planned(t, changing), t.TempDir(), t.TempDir(), t.TempDir()
	ran(t, p, Options{Dir: whole})
	want := tables(t, p, whole)
	inShares(t, p, shared, 7)
	stops := 0
	for seen := map[int]int{}; ; stops++ {
		if _, done := stopped(t, p, Options{Dir: dir, Checkpoint: always}, func(at Progress) bool {
			before := seen[at.Task.Number]
			seen[at.Task.Number] = max(before, at.Steps)
			return at.Event == Stepped && at.Steps > before
		}); done {
			break
		}
	}
	if stops < 10 {
		t.Errorf("stopped %d times", stops)
	}
	for name, of := range map[string]string{"shares": shared, "stops": dir} {
		if got := tables(t, p, of); got != want {
			t.Errorf("%s make other tables:\n%s", name, firstOther(got, want))
		}
	}
}

// TestAcrossUntil: where samples are added until the success probability is known, those count that both shares have.
func TestAcrossUntil(t *testing.T) {
	dir := t.TempDir()
	p := planned(t, changing, "searches=1", "model.kappa=0", "instance.of.alpha=0.75", "algorithm.max_epochs=200",
		"samples={ until = 0.2, at_most = 40, batch = 4 }")
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	searched, compared := map[float64]int{}, map[float64]int{}
	for _, share := range plantest.Column(t, plantest.Table(t, dir, "samples.tsv"), "share") {
		searched[share]++
	}
	for _, share := range plantest.Column(t, plantest.Table(t, dir, "pairs.tsv"), "share") {
		compared[share]++
	}
	for share, n := range searched {
		want := min(n, searched[0])
		if share == 0 {
			want = 0
		}
		if compared[share] != want {
			t.Errorf("share %v: %d pairs of %d and %d samples", share, compared[share], n, searched[0])
		}
	}
	if searched[0.1] == searched[0] {
		t.Errorf("the shares stop alike, at %v: the test wants others", searched)
	}
}

// TestAcrossWhatCannotBe: keys that are not swept, and values that make other networks, are refused before any work starts.
func TestAcrossWhatCannotBe(t *testing.T) {
	one := strings.Replace(changing, "[0.0, 1e-12, 0.1, 1.0]", "[0.1]", 1)
	for name, test := range map[string]struct{ text, set, want string }{
		"no key of the sweep": {changing, "measure.overlaps.across=instance.of.alpha", "want a key of [sweep]; known: instance.share, model.kappa"},
		"a word like one":     {changing, "measure.overlaps.across=instance.shares", `did you mean "instance.share"?`},
		"one value":           {one, "samples=1", "want two or more"},
		"networks":            {strings.Replace(changing, `across = "instance.share"`, `across = "model.n"`, 1), "model.n=21,31", "different models"},
		"between":             {changing, `measure.overlaps.between=["a", "b"]`, "has no meaning with across"},
	} {
		_, err := plantest.Try(t, Standard(), test.text, test.set)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestStreamOfSample: a plan that is read has the stream that it was made with; the key renames searches where it is
// "sample" and nothing where it is "search".
func TestStreamOfSample(t *testing.T) {
	set := func(stream string) *plan.Plan { return planned(t, changing, "algorithm.stream="+stream) }
	sample, search := set("sample"), set("search")
	without := planned(t, strings.Replace(changing, "stream = \"sample\"\n", "", 1))
	if !slices.Equal(ids(search), ids(without)) || search.Config != without.Config {
		t.Error(`stream = "search" renames tasks`)
	}
	if slices.ContainsFunc(ids(sample), func(id string) bool { return slices.Contains(ids(search), id) }) {
		t.Error(`stream = "sample" renames none`)
	}
	for _, p := range []*plan.Plan{sample, search} {
		path := t.TempDir() + "/plan.json"
		scratch.Write(t, path, p.Encode())
		read, err := plan.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := Standard().Decode(read); err != nil {
			t.Fatal(err)
		}
		first, other := p.Tasks[0], p.Tasks[20] // at the next share
		for _, of := range []*plan.Plan{p, read} {
			if a, b := of.At(0).Stream(first), of.At(other.Point).Stream(other); other.Sample != 0 || (a == b) != (p == sample) {
				t.Errorf("%q and %q", a, b)
			}
		}
	}
}
