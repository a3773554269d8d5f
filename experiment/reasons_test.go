package experiment

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

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
	want, err := Folder(dir).read(sound.Tasks[0])
	if err != nil {
		t.Fatal(err)
	}
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
			r, err := Folder(dir).read(p.Tasks[0])
			if err != nil {
				t.Fatal(err)
			}
			if r.Status != results.Solved || r.Error != "" || len(r.Reasons) != 1 || r.Reasons["census"] != test.reason {
				t.Errorf("status %q, error %q, reasons %q", r.Status, r.Error, r.Reasons)
			}
			if (r.Readings["census"] != nil) != test.read || len(r.Readings["throws"].Rows) != 3 {
				t.Errorf("readings %v, want those before the failure", sorted(r.Readings))
			}
			if got := r.Readings["poll"].Rows[0][0]; got != want.Readings["poll"].Rows[0][0] {
				t.Errorf("the other measurement reads %v, without the failure %v", got, want.Readings["poll"].Rows[0][0])
			}
			if s, err := StatusOf(context.Background(), p, dir); err != nil || !s.Complete() || s.Total.Solved != 6 || s.Total.Unmeasured != 6 {
				t.Errorf("status %+v, %v, want a complete run", s.Total, err)
			}
			tables(t, p, dir)
			data, err := os.ReadFile(Folder(dir).in("samples.tsv"))
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

func TestBetterRecord(t *testing.T) {
	order := []*results.Record{
		{Status: results.Limit},
		{Status: results.Solved, Reasons: map[string]string{"census": "no"}},
		{Status: results.Solved, Reasons: map[string]string{"census": "no", "poll": "no"}},
		{Status: results.Failed},
	}
	for i := range order[1:] {
		if !(faults(order[i]) < faults(order[i+1])) {
			t.Errorf("record %d is not better than the next", i)
		}
	}
}
