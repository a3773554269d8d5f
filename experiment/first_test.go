package experiment

import (
	"strings"
	"testing"

	"fbp/experiment/store"
)

// TestFirst: --first does the first sample of every point that has no other, with its searches
// and pairs; nothing is wasted, since the whole run makes the same bytes after it; in shares it
// is the same.
func TestFirst(t *testing.T) {
	t.Parallel()
	until := strings.Replace(contest, "samples = 3", "samples = { until = 0.25, at_most = 12, batch = 3 }", 1)
	for name, text := range map[string]string{"searches": pairing, "variants": contest, "rule": until} {
		p, dir, whole := planned(t, text), t.TempDir(), t.TempDir()
		want := 0
		for _, task := range p.Tasks {
			if task.Sample == 0 {
				want++
			}
		}
		report := ran(t, p, Options{Dir: dir, First: true})
		if report.Selected != want || report.Finished != want || len(recordsIn(t, dir)) != want {
			t.Errorf("%s: %+v, %d records, want %d tasks", name, report, len(recordsIn(t, dir)), want)
		}
		if again := ran(t, p, Options{Dir: dir, First: true}); again.Finished != 0 || again.Skipped != want {
			t.Errorf("%s, again: %+v", name, again)
		}
		if state, err := store.Folder(dir).Scan(t.Context(), p, nil); err != nil || state.Times.Tasks() != want {
			t.Errorf("%s: times of %d tasks, %v", name, state.Times.Tasks(), err)
		}
		shares := t.TempDir()
		for i := range 3 {
			ran(t, p, Options{Dir: shares, First: true, Shard: Shard{I: i, Of: 3}})
		}
		if n := len(recordsIn(t, shares)); n != want {
			t.Errorf("%s: %d records of shares, want %d", name, n, want)
		}
		ran(t, p, Options{Dir: dir})
		ran(t, p, Options{Dir: whole})
		if tables(t, p, dir) != tables(t, p, whole) {
			t.Errorf("%s: other tables after --first", name)
		}
		if later := ran(t, p, Options{Dir: whole, First: true}); later.Selected != 0 {
			t.Errorf("%s: %d tasks where every point has samples", name, later.Selected)
		}
	}
}
