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

	"fbp/experiment/plan"
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

// rowsInNoMean are the rows of samples that a mean lacks, as the cells of some columns, a space apart; a column that
// is not there is "-".
func rowsInNoMean(t *testing.T, p *plan.Plan, dir string, columns ...string) (rows []string) {
	t.Helper()
	_, list, err := table.InNoMean(t.Context(), store.Folder(dir), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range list.Rows {
		var cells []string
		for _, name := range columns {
			cell := "-"
			if k := slices.Index(list.Columns, name); k >= 0 && row[k] != results.Missing {
				cell = row[k].String()
			}
			cells = append(cells, cell)
		}
		rows = append(rows, strings.Join(cells, " "))
	}
	return rows
}

// Samples that are in no mean are listed once each, in the order of the plan, as samples.tsv has them, with reasons:
// failed searches, searches without a solution, measurements that failed.
func TestTroubles(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game, "algorithm.fail=0.3", "algorithm.unsure=0.5", "measure.census.fail=after", "samples=20"), t.TempDir()
	report := ran(t, p, Options{Dir: dir})
	count := map[string]int{}
	rows := rowsInNoMean(t, p, dir, "task", "status", "sweeps", "census_reason", "failed_reason")
	for i, row := range rows {
		task, what, _ := strings.Cut(row, " ")
		if task != p.Tasks[i].ID {
			t.Errorf("row %d is of task %s, want %s", i, task, p.Tasks[i].ID)
		}
		count[what]++
	}
	want := map[string]int{
		"solved 7 census failed later, as asked -": report.Solved,
		"limit 7 census failed later, as asked -":  report.Finished - report.Failed - report.Solved,
		"failed - - failed as asked, in two lines": report.Failed,
	}
	if !maps.Equal(count, want) || report.Failed == 0 || report.Solved == 0 {
		t.Errorf("%v, want %v", count, want)
	}
	if len(rows) != len(p.Tasks) {
		t.Errorf("%d rows, want all %d", len(rows), len(p.Tasks))
	}
}

// A sample whose measurement wrote no row is named with the table that lacks it.
func TestNoRowIsListed(t *testing.T) {
	p, dir := fakePlan(t, Standard(), slowConfig, "model.n=51"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	if rows := rowsInNoMean(t, p, dir, "task"); len(rows) != 0 {
		t.Errorf("in no mean: %v", rows)
	}
	r := recordOf(t, dir, p.Tasks[1])
	maps.DeleteFunc(r.Readings, func(name string, _ *results.Rows) bool {
		return !slices.Contains([]string{"focusing", "search", results.SolutionTable}, name)
	})
	if err := results.WriteRecord(store.Folder(dir).Record(p.Tasks[1]), r); err != nil {
		t.Fatal(err)
	}
	if rows, want := rowsInNoMean(t, p, dir, "task", "status", "no_row"), []string{p.Tasks[1].ID + " solved biased_bp local_entropy mutual_overlap"}; !slices.Equal(rows, want) {
		t.Errorf("in no mean: %q, want %q", rows, want)
	}
}

// A sample without a number that was left out is listed, be it solved or not.
func TestOmittedIsListedOnce(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game, `algorithm.claim="less"`, "algorithm.unsure=0.5", "samples=10"), t.TempDir()
	report := ran(t, p, Options{Dir: dir})
	count := map[string]int{}
	for _, row := range rowsInNoMean(t, p, dir, "status", "q_reason") {
		count[row]++
	}
	want := map[string]int{"solved left out as asked": report.Solved, "limit left out as asked": report.Finished - report.Solved}
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
