package experiment

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fbp/experiment/check"
	"fbp/experiment/export"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/experiment/store"
	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/results"
)

// gambling is a game whose samples are added until the success probability is known; two
// points of different probabilities.
const gambling = `samples = { until = 0.18, of = "success", at_most = 40, batch = 4 }
[model]
kind = "perceptron"
n = 21
[instance]
kind = "random"
p = 5
[algorithm]
kind = "dice"
fail = 0.0
[[measure]]
kind = "census"
[sweep]
"algorithm.unsure" = [0.1, 0.5]
`

// halfWidth is that of Wilson's 95 % interval as in his paper.
func halfWidth(k, n float64) float64 {
	const z = 1.959963984540054
	p := k / n
	return z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n)) / (1 + z*z/n)
}

// stopping is where each point of gambling stops, from the samples of a run that has all
// of them: where the interval is small enough, or behind a batch in which a search failed.
func stopping(t *testing.T, c *plan.Catalog, text string, until float64, batch, most int, sets ...string) (stops []int) {
	t.Helper()
	p, dir := fakePlan(t, c, text, append(sets, fmt.Sprintf("samples=%d", most))...), t.TempDir()
	ran(t, p, Options{Dir: dir})
	for point := range p.Points {
		solved, all := 0.0, 0.0
		for n := range most {
			r, err := store.Folder(dir).Read(p.Tasks[point*most+n])
			if err != nil || r == nil {
				t.Fatal(r, err)
			}
			if r.Status != results.Failed {
				all++
				solved += results.Flag(r.Status == results.Solved)
			}
			failed := all < float64(n+1)
			if n+1 == most || (n+1)%batch == 0 && (failed || halfWidth(solved, all) <= until) {
				stops = append(stops, n+1)
				break
			}
		}
	}
	return stops
}

// standing are the numbers of samples that count at each point of a folder, and whether
// all points are decided.
func standing(t *testing.T, p *plan.Plan, dir string) (stops []int, decided bool) {
	t.Helper()
	s, err := store.Folder(dir).Scan(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, point := range s.Points {
		stops = append(stops, point.Samples)
	}
	return stops, s.Complete() || s.Open == 0 && s.Total.Missing == 0
}

// quick is the time between two looks at what others do, of runs that wait for nobody.
const quick = 10 * time.Millisecond

// Samples are added until their number is right, which is known from the outcomes alone,
// and the bytes are the same whatever -j, shards, kills and resumes.
func TestSamplesUntil(t *testing.T) {
	t.Parallel()
	c, w := fakes()
	want := stopping(t, c, gambling, 0.18, 4, 40)
	if want[0] == want[1] || slices.Min(want) < 8 || slices.Max(want) > 36 {
		t.Fatalf("stops %v: the test wants two different ones after several batches", want)
	}
	p, dir := fakePlan(t, c, gambling), t.TempDir()
	searches := w.searches.Load()
	report := ran(t, p, Options{Dir: dir})
	if n := want[0] + want[1]; report.Planned != n || report.Selected != n || report.Finished != n || report.Failed != 0 || int(w.searches.Load()-searches) != n || len(p.Tasks) != 80 {
		t.Fatalf("%+v, want %v samples of %d tasks", report, want, len(p.Tasks))
	}
	if stops, decided := standing(t, p, dir); !slices.Equal(stops, want) || !decided {
		t.Errorf("stops %v, %v, want %v", stops, decided, want)
	}
	bytes := tables(t, p, dir)
	if rows := plantest.Table(t, dir, "samples.tsv").Rows; len(rows) != want[0]+want[1] {
		t.Errorf("%d rows in samples.tsv, want %v", len(rows), want)
	}
	if head := "# samples: in batches of 4 until the half width of the 95 % interval of success is at most 0.18, at most 40\n"; !strings.Contains(bytes, head) {
		t.Errorf("no %q", head)
	}
	if again := ran(t, p, Options{Dir: dir}); again.Finished != 0 || again.Skipped != report.Finished {
		t.Errorf("again: %+v", again)
	}
	t.Run("jobs", func(t *testing.T) {
		dir := t.TempDir()
		if ran(t, p, Options{Dir: dir, Jobs: 3}); tables(t, p, dir) != bytes {
			t.Error("-j 3 makes other tables than -j 1")
		}
	})
	t.Run("interruptions", func(t *testing.T) {
		dir := t.TempDir()
		interrupted(t, p, w, dir, 20)
		if tables(t, p, dir) != bytes {
			t.Error("an interrupted run makes other tables")
		}
	})
	t.Run("shards in one folder", func(t *testing.T) {
		dir := t.TempDir()
		var runs sync.WaitGroup
		for i := range 3 {
			runs.Go(func() {
				for { // a share that finds nobody at work ends its round
					report, err := Run(context.Background(), p, Options{Dir: dir, Poll: quick, Shard: Shard{I: i, Of: 3}})
					if err != nil {
						t.Error(err)
					}
					if !report.Open {
						return
					}
				}
			})
		}
		if runs.Wait(); tables(t, p, dir) != bytes {
			t.Error("shards in one folder make other tables")
		}
	})
	t.Run("forced", func(t *testing.T) {
		if report := ran(t, p, Options{Dir: dir, Force: true}); report.Finished != want[0]+want[1] || tables(t, p, dir) != bytes {
			t.Errorf("forced: %+v", report)
		}
	})
}

// Shares do their part of a batch, and of the next when each has the records of all, in one
// folder or in folders of their own.
func TestSamplesUntilInShares(t *testing.T) {
	t.Parallel() // it waits for others
	c, _ := fakes()
	p, whole := fakePlan(t, c, gambling, "samples.until=0.24"), t.TempDir()
	ran(t, p, Options{Dir: whole})
	bytes := tables(t, p, whole)
	dirs := []string{t.TempDir(), t.TempDir()}
	rounds := 0
	for open := true; open; rounds++ {
		open = false
		for i, dir := range dirs {
			report := ran(t, p, Options{Dir: dir, Poll: quick, Shard: Shard{I: i, Of: 2}})
			open = open || report.Open
			if rounds == 0 && (!report.Open || report.Finished != 4) {
				t.Errorf("share %d of the first round: %+v, want half of a batch of 4 at two points", i, report)
			}
		}
		for _, from := range [][]string{{dirs[0], dirs[1]}, {dirs[1], dirs[0]}} {
			if err := collect(from[0], from...); err != nil {
				t.Fatal(err)
			}
		}
	}
	if stops := stopping(t, c, gambling, 0.24, 4, 40); rounds < slices.Max(stops)/4 || rounds > slices.Max(stops)/4+1 {
		t.Errorf("%d rounds for %v samples in batches of 4", rounds, stops)
	}
	if tables(t, p, dirs[0]) != bytes || tables(t, p, dirs[1]) != bytes {
		t.Error("shares in folders of their own make other tables")
	}
	common := t.TempDir()
	for range 10 {
		for i := 6; i >= 0; i-- {
			ran(t, p, Options{Dir: common, Poll: quick, Shard: Shard{I: i, Of: 7}})
		}
	}
	if tables(t, p, common) != bytes {
		t.Error("shares in one folder make other tables")
	}
}

// Tasks behind the stop are spare: those that are there are in no table and no count, and
// stay; a stricter rule takes them.
func TestSpareSamples(t *testing.T) {
	slow.Only(t)
	c, w := fakes()
	dir := t.TempDir()
	all := fakePlan(t, c, gambling, "samples=40")
	ran(t, all, Options{Dir: dir})
	searches := w.searches.Load()
	p, fresh := fakePlan(t, c, gambling), t.TempDir()
	ran(t, p, Options{Dir: dir})
	if n := w.searches.Load() - searches; n != 0 {
		t.Errorf("%d searches again", n)
	}
	ran(t, p, Options{Dir: fresh})
	if tables(t, p, dir) != tables(t, p, fresh) {
		t.Error("spare samples change tables")
	}
	if records := recordsIn(t, dir); len(records) != 80 {
		t.Errorf("%d records are left of 80", len(records))
	}
	want, _ := standing(t, p, fresh)
	if stops, decided := standing(t, p, dir); !slices.Equal(stops, want) || !decided {
		t.Errorf("stops %v, want %v", stops, want)
	}
	found := func() (others []string) { // but that dice count no errors
		for line := range strings.Lines(second(checked(t, c, dir, false))) {
			if !strings.Contains(line, "its weights make") {
				others = append(others, line)
			}
		}
		return others
	}
	if others := found(); len(others) > 0 {
		t.Errorf("check: %s", others)
	}
	for _, of := range []string{dir, fresh} {
		weights, err := export.Write(t.Context(), p, store.Folder(of), export.Options{Put: export.To(filepath.Join(of, "weights")), Format: "npy"})
		if err != nil || len(weights.Table.Rows) > want[0]+want[1] || len(weights.Table.Rows) < 10 {
			t.Errorf("%d weights of %v samples, %v", len(weights.Table.Rows), want, err)
		}
	}
	// merged, they are still there
	merged := filepath.Join(t.TempDir(), "merged")
	if err := collect(merged, fresh, dir); err != nil {
		t.Fatal(err)
	}
	if records := recordsIn(t, merged); len(records) != 80 || tables(t, p, merged) != tables(t, p, fresh) {
		t.Errorf("%d records of 80 in the merged folder, or other tables", len(records))
	}
	// a damaged spare record is found, and no table misses it
	spare := store.Folder(dir).Record(p.Tasks[39])
	scratch.Write(t, spare, "{}")
	if others := found(); len(others) != 1 || !strings.Contains(others[0], spare) {
		t.Errorf("check: %s", others)
	}
	strict := fakePlan(t, c, gambling, "samples.until=0.15")
	if report := ran(t, strict, Options{Dir: merged}); report.Finished != 0 || report.Skipped <= want[0]+want[1] {
		t.Errorf("a stricter rule: %+v, want more than %v samples, none again", report, want)
	}
}

func second(_ *check.Report, text string) string { return text }

// A task that failed has a record and fills its place in a batch, but is no trial, and its point is not decided
// and gets no further samples. Done again, it is one, and the decision is that of a run in which it did not fail.
func TestFailuresUntil(t *testing.T) {
	c, w := fakes()
	dir, fresh := t.TempDir(), t.TempDir()
	p := fakePlan(t, c, gambling, "algorithm.fail=0")
	ran(t, p, Options{Dir: fresh})
	w.broken.Store(true)
	report := ran(t, p, Options{Dir: dir})
	if w.broken.Store(false); report.Failed != 8 || report.Finished != 8 {
		t.Errorf("%+v, want one batch of failed tasks at both points", report)
	}
	if s, _ := store.Folder(dir).Scan(t.Context(), p, nil); s.Points[0].Decided.Known || s.Points[0].Decided.Open || s.Complete() {
		t.Errorf("where all failed: %+v", s.Points[0].Decided)
	}
	report = ran(t, p, Options{Dir: dir, RetryFailed: true})
	if want, _ := standing(t, p, fresh); report.Failed != 0 || report.Finished != want[0]+want[1] {
		t.Errorf("again: %+v, want %v tasks", report, want)
	}
	if tables(t, p, dir) != tables(t, p, fresh) {
		t.Error("other tables than without failures")
	}
	some := fakePlan(t, c, gambling, "algorithm.fail=0.1")
	want := stopping(t, c, gambling, 0.18, 4, 40, "algorithm.fail=0.1")
	for _, jobs := range []int{1, 3} {
		dir := t.TempDir()
		report := ran(t, some, Options{Dir: dir, Jobs: jobs})
		if stops, _ := standing(t, some, dir); !slices.Equal(stops, want) || report.Failed == 0 {
			t.Errorf("some fail: %d, stops %v, want %v", report.Failed, stops, want)
		}
		s, err := store.Folder(dir).Scan(t.Context(), some, nil)
		if err != nil || s.Complete() {
			t.Errorf("some fail: complete %v, %v", s.Complete(), err)
		}
		for i, point := range s.Points {
			if p := point.Decided; p.Known == (point.Failed > 0) || p.Failed != point.Failed {
				t.Errorf("point %d: %d failed, %+v", i, point.Failed, p)
			}
		}
	}
}

// With several searches a batch is one of samples; variants stop each on its own, and the
// pairs that count are those of samples that count on both sides.
func TestSamplesUntilWithSearchesAndPairs(t *testing.T) {
	slow.Only(t)
	t.Parallel() // it waits
	until := func(text, from string) string {
		return strings.Replace(text, from, "samples = { until = 0.25, at_most = 12, batch = 3 }", 1)
	}
	for name, text := range map[string]string{"searches": until(pairing, "samples = 3"), "variants": until(contest, "samples = 3")} {
		p, dir := planned(t, text), t.TempDir()
		report := ran(t, p, Options{Dir: dir, Jobs: 2})
		bytes := tables(t, p, dir)
		s, err := store.Folder(dir).Scan(t.Context(), p, nil)
		if err != nil || !s.Complete() || report.Pairs == 0 || report.Compared != report.Pairs {
			t.Fatalf("%s: %+v, %v, %+v", name, s, err, report)
		}
		pairs := 0
		for _, task := range p.Tasks {
			if task.Pair == nil {
				continue
			}
			a, b := s.Points[p.Tasks[task.Pair.A].Point].Decided.Samples, s.Points[p.Tasks[task.Pair.B].Point].Decided.Samples
			if task.Sample < min(a, b) {
				pairs++
			}
		}
		if rows := len(plantest.Table(t, dir, "pairs.tsv").Rows); rows != pairs || report.Pairs != pairs {
			t.Errorf("%s: %d pairs, %+v, want %d", name, rows, report, pairs)
		}
		common := t.TempDir()
		for range 6 {
			for i := range 7 {
				ran(t, p, Options{Dir: common, Poll: quick, Shard: Shard{I: i, Of: 7}})
			}
		}
		if tables(t, p, common) != bytes {
			t.Errorf("%s: shares make other tables", name)
		}
	}
}

// What the rule cannot mean is one line.
func TestRulesThatCannotBe(t *testing.T) {
	c, _ := fakes()
	head := `samples = { until = 0.18, of = "success", at_most = 40, batch = 4 }`
	for rule, want := range map[string]string{
		`{ of = "success" }`:                            "x.toml:1: samples.until: missing; want the half width of an interval",
		`{ until = 0 }`:                                 "x.toml:1: samples.until = 0: want 0 < until < 0.5",
		`{ until = 0.5 }`:                               "x.toml:1: samples.until = 0.5: want 0 < until < 0.5",
		`{ until = 0.1, batch = 500 }`:                  "x.toml:1: samples.batch = 500: want at most at_most = 400",
		`{ until = 0.1, at = { rho = 1 } }`:             "x.toml:1: samples.at: unknown key; known: until, of, at_most, batch",
		`{ until = 0.1, of = "local_entropy.entropy" }`: "x.toml:1: samples.of = \"local_entropy.entropy\": want \"success\"",
		`{ until = 0.1, batches = 1 }`:                  "x.toml:1: samples.batches: unknown key; did you mean \"batch\"?",
		`"many"`:                                        `x.toml:1: samples = "many": want an integer or a table`,
		`0`:                                             "x.toml:1: samples = 0: want an integer >= 1",
		`{ until = 0.1, at_most = 900000 }`:             "x.toml:1: samples.at_most = 900000: 2 points of the sweep would make more than 1000000 tasks",
	} {
		_, err := plan.Parse(t.Context(), "x.toml", strings.Replace(gambling, head, "samples = "+rule, 1), nil, c)
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s:\ngot  %v\nwant %s", rule, err, want)
		}
	}
	alone := strings.Replace(strings.Replace(searching, "samples = 3\nsearches = 2", head, 1), `kind = "stability"`, `kind = "local_entropy"`, 1)
	bp, _, _ := strings.Cut(strings.Replace(alone, `kind = "fbp"
start = { noise = 0.5 }
max_sweeps = 30`, `kind = "bp"`, 1), "[[measure]]")
	if _, err := plan.Parse(t.Context(), "x.toml", bp, nil, Standard()); err == nil || err.Error() != `x.toml:1: samples.of = "success": algorithm.kind = "bp" claims no solution, so that it has no success probability` {
		t.Errorf("bp: %v", err)
	}
	p := planned(t, alone, `samples={ until = 0.1, at_most = 50 }`)
	if text := string(p.Spec.Resolved("")); !strings.Contains(text, `samples  = { until = 0.1, of = "success", at_most = 50, batch = 4 }`) {
		t.Errorf("resolved:\n%s", text)
	}
}
