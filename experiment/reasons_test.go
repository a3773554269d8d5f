package experiment

import (
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/results"
)

// A measurement that fails leaves the task the status of its search and the
// readings that came before; the record and samples.tsv say why. Another
// measurement of the task is made as if nothing had happened.
func TestMeasurementFails(t *testing.T) {
	more := game + "[[measure]]\nkind = \"poll\"\n"
	c, _ := fakes()
	sound, dir := fakePlan(t, c, more), t.TempDir()
	ran(t, sound, Options{Dir: dir})
	want := recordOf(t, dir, sound.Tasks[0])
	for _, test := range []struct {
		how, reason string
		read        bool // the census is there
	}{
		{"first", "census failed as asked, in two lines", false},
		{"after", "census failed later, as asked", true},
		{"panic", "panic: census as asked", true},
		{"nan", `table "void": void is NaN`, true},
		{"twice", `the algorithm or another measurement writes table "throws" too`, true},
	} {
		t.Run(test.how, func(t *testing.T) {
			p, dir := fakePlan(t, c, more, fmt.Sprintf("measure.census.fail=%q", test.how)), t.TempDir()
			report := ran(t, p, Options{Dir: dir, FailFast: true})
			if report.Failed != 0 || report.Finished != 6 || report.Solved != 6 || report.Unmeasured != 6 {
				t.Errorf("%+v, want 6 solved tasks", report)
			}
			r := recordOf(t, dir, p.Tasks[0])
			if r.Status != results.Solved || r.Error != "" || len(r.Reasons) != 1 || r.Reasons["census"] != test.reason {
				t.Errorf("status %q, error %q, reasons %q", r.Status, r.Error, r.Reasons)
			}
			if (r.Readings["census"] != nil) != test.read || len(r.Readings["throws"].Rows) != 3 {
				t.Errorf("readings %v, want those before the failure", slices.Sorted(maps.Keys(r.Readings)))
			}
			if got := r.Readings["poll"].Rows[0][0]; got != want.Readings["poll"].Rows[0][0] {
				t.Errorf("the other measurement reads %v, without the failure %v", got, want.Readings["poll"].Rows[0][0])
			}
			if s, err := store.Folder(dir).Scan(context.Background(), p, nil); err != nil || !s.Complete() || s.Total.Solved != 6 || s.Total.Unmeasured != 6 {
				t.Errorf("status %+v, %v, want a complete run", s.Total, err)
			}
			tables(t, p, dir)
			data, err := os.ReadFile(store.Folder(dir).In("samples.tsv"))
			if text := string(data); err != nil || strings.Count(text, "\t"+test.reason+"\t\n") != 6 || !strings.Contains(text, "\tcensus_reason\tpoll_reason\n") {
				t.Errorf("want the reason in 6 rows, before an empty cell:\n%s", text)
			}
		})
	}
}

// Failed measurements are made again when asked for, from the solution that is
// there.
func TestRetryMeasurement(t *testing.T) {
	c, w := fakes()
	p, dir := fakePlan(t, c, game, "measure.census.fail=after"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	if again := ran(t, p, Options{Dir: dir}); again.Finished != 0 {
		t.Errorf("%+v, want nothing done again without being asked", again)
	}
	if again := ran(t, p, Options{Dir: dir, RetryFailed: true}); again.Finished != 6 || w.searches.Load() != 6 || w.measures.Load() != 12 {
		t.Errorf("%+v, %d searches, %d measurements, want 6 tasks, no search and 6 measurements more", again, w.searches.Load(), w.measures.Load())
	}
}

// What is wrong with samples is listed in the order of the plan, with reasons:
// failed searches, searches without a solution, measurements that failed.
func TestTroubles(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game, "algorithm.fail=0.3", "algorithm.unsure=0.5", "measure.census.fail=after", "samples=20"), t.TempDir()
	report := ran(t, p, Options{Dir: dir})
	_, list, err := store.Folder(dir).Excluded(context.Background(), p, table.Rowless(p))
	if err != nil {
		t.Fatal(err)
	}
	count, last := map[string]int{}, -1
	why := map[string]string{
		"failed":     "failed as asked, in two lines",
		"unmeasured": "census failed later, as asked",
	}
	for _, trouble := range list {
		count[trouble.What]++
		if trouble.What == "unsolved" && (trouble.Status != results.Limit || !(trouble.Numbers["errors"] > 0) || trouble.Numbers["sweeps"] != 7) {
			t.Errorf("%+v", trouble)
		}
		if !strings.HasSuffix(trouble.Why, why[trouble.What]) || trouble.Task.Number < last || (trouble.Kind == "census") != (trouble.What == "unmeasured") {
			t.Errorf("%+v", trouble)
		}
		last = trouble.Task.Number
	}
	done := report.Finished - report.Failed
	if count["failed"] != report.Failed || count["unsolved"] != done-report.Solved || count["unmeasured"] != done || count["unsolved"] == 0 || report.Failed == 0 {
		t.Errorf("%v of %+v", count, report)
	}
}

// A number that was left out has a row of its own where nothing else keeps the sample out of means.
func TestOmittedIsListedOnce(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game, `algorithm.claim="less"`, "algorithm.unsure=0.5", "samples=10"), t.TempDir()
	report := ran(t, p, Options{Dir: dir})
	_, list, err := store.Folder(dir).Excluded(t.Context(), p, table.Rowless(p))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, row := range list {
		count[row.What+" "+row.Kind+" "+row.Why]++
	}
	want := map[string]int{"omitted q left out as asked": report.Solved, "unsolved  no q: left out as asked": report.Finished - report.Solved}
	if !maps.Equal(count, want) || report.Solved == 0 || report.Solved == report.Finished {
		t.Errorf("%v, want %v", count, want)
	}
}

// What is left takes as long as what is done took at its point or the nearest; nothing is
// said where nothing is done.
func TestLeft(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game), t.TempDir()
	left := func() (float64, bool) {
		t.Helper()
		s, err := store.Folder(dir).Scan(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s.Remaining()
	}
	if got, ok := left(); ok {
		t.Errorf("%v s where nothing is done", got)
	}
	one := 0
	ran(t, p, Options{Dir: dir, Task: &one})
	each := recordOf(t, dir, p.Tasks[0]).Run.Seconds // at P = 5; three tasks wait at P = 8
	if got, ok := left(); !ok || math.Abs(got-each*(2+3*8.0/5)) > 1e-9 {
		t.Errorf("%v s (%v), want %v", got, ok, each*(2+3*8.0/5))
	}
}
