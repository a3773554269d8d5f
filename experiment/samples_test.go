package experiment

import (
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// Numbers of a sample, of whichever kind, are columns of samples.tsv.
func TestTableOfSamples(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game+"[[measure]]\nkind = \"poll\"\n", "samples=2", "algorithm.fail=0.4", "seed=3"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	data := scratch.Read(t, dir, "samples.tsv")
	body, _, _ := strings.Cut(strings.ReplaceAll(data, "\t", " "), "\n# sha256")
	got := body + "\n"
	if !strings.Contains(got, "\np sample task status solved converged errors q sweeps luck sum votes census_reason poll_reason\n") {
		t.Errorf("columns:\n%s", got)
	}
	rows := strings.Split(strings.TrimSpace(got[strings.Index(got, "\np "):]), "\n")[1:]
	for i, row := range rows {
		if want := p.Tasks[i].ID; len(rows) != 4 || !strings.Contains(row, want) {
			t.Errorf("row %d is %q, want task %s", i, row, want)
		}
	}
}
