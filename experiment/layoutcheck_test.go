package experiment

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/kinds"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/scratch"
	"fbp/model"
	"fbp/results"
)

// Readings that no kind of the record's parameters emits become no table, though
// the record is sound by its sum and its name.
func TestForeignTables(t *testing.T) {
	p, dir := fakePlan(t, Standard(), slowConfig, "samples=2", "model.n=21", "algorithm.shuffle=false"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	path := store.Folder(dir).Record(p.Tasks[1])
	sound := []byte(scratch.Read(t, path))
	one := [][]results.Number{{1, 2}}
	for name, change := range map[string]func(r *results.Record){
		"samples": func(r *results.Record) {
			r.Readings["samples"] = &results.Rows{Keys: []string{"a"}, Values: []string{"b"}, Rows: one}
		},
		"theory_x": func(r *results.Record) {
			r.Readings["theory_x"] = &results.Rows{Keys: []string{"a"}, Values: []string{"b"}, Rows: one}
		},
		"anything": func(r *results.Record) {
			r.Readings["anything"] = &results.Rows{Keys: []string{"a"}, Values: []string{"b"}, Rows: one}
		},
		"focusing":      func(r *results.Record) { r.Readings["focusing"].Values[0] = "sample" },
		"local_entropy": func(r *results.Record) { r.Readings["local_entropy"].Keys[0] = "distance" },
	} {
		scratch.Write(t, path, sound)
		r, err := results.ReadRecord(path)
		if err != nil {
			t.Fatal(err)
		}
		change(r)
		if err := results.WriteRecord(path, r); err != nil {
			t.Logf("%s: not even written: %v", name, err)
			continue
		}
		var log strings.Builder
		_, made, err := table.Write(context.Background(), p, dir, nil, table.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil || made.Missing() != 1 || !strings.Contains(log.String(), "table \\\""+name) {
			t.Errorf("%s: %+v, %v, log %s", name, made, err, log.String())
		}
		if data, _ := os.ReadFile(filepath.Join(dir, name+".tsv")); name == "anything" && data != nil || name == "samples" && !strings.Contains(string(data), "\tstatus") {
			t.Errorf("%s.tsv holds %s", name, data)
		}
	}
}

// liar is dice that does not say all that it emits.
type liar struct{ dice }

// About lacks the throws.
func (l *liar) About() model.About {
	return model.About{Draws: true, Tables: []results.Layout{{Table: results.SolutionTable, Values: []string{"converged", "q", "sweeps"}}}}
}

// A search that emits what its Tables do not have fails with its first such reading.
func TestReadingsWithoutLayout(t *testing.T) {
	c, w := fakes()
	c.Algorithms["liar"] = func(model.Model) kinds.Algorithm { return &liar{dice{Steps: 3, work: w}} }
	w.onStep = func(int64) {}
	p, dir := fakePlan(t, c, game, "algorithm={ kind = 'liar' }", "samples=1", "instance.p=5"), t.TempDir()
	report := ran(t, p, Options{Dir: dir})
	r, err := store.Folder(dir).Read(p.Tasks[0])
	if err != nil || report.Failed != 1 || w.steps.Load() != 1 || !strings.Contains(r.Error, `a reading of table "throws" with throw | eyes, which Tables does not have`) {
		t.Errorf("%+v after %d readings: %v, %+v", report, w.steps.Load(), err, r)
	}
}
