package experiment

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/store"
	"fbp/internal/origin"
	"fbp/internal/say"
	"fbp/internal/scratch"
	"fbp/results"
)

// otherNumbers changes a number of a record, as bad memory would, and seals it.
func otherNumbers(t *testing.T, path string) {
	t.Helper()
	r, err := results.ReadRecord(path)
	if err != nil {
		t.Fatal(err)
	}
	r.Readings["throws"].Rows[0][1]++
	if err := results.WriteRecord(path, r); err != nil {
		t.Fatal(err)
	}
}

// Folders that contradict each other are not merged, in whatever order; the
// error names both files.
func TestConflictingDuplicates(t *testing.T) {
	c, _ := fakes()
	p, good, bad := fakePlan(t, c, game), t.TempDir(), t.TempDir()
	ran(t, p, Options{Dir: good})
	want := tables(t, p, good)
	ran(t, p, Options{Dir: bad})
	wrong := store.Folder(bad).Record(p.Tasks[2])
	otherNumbers(t, wrong)
	for _, from := range [][]string{{good, bad}, {bad, good}} {
		out := filepath.Join(t.TempDir(), "out")
		err := collect(out, from...)
		if err == nil || !strings.Contains(err.Error(), wrong) || !strings.Contains(err.Error(), store.Folder(good).Record(p.Tasks[2])) {
			t.Errorf("error %v, want both files", err)
		}
		if _, err := os.Stat(out); err == nil {
			t.Error("something was merged")
		}
		if err := collect(out, good); err != nil {
			t.Fatal(err)
		}
		if err := collect(out, out, bad); err == nil || tables(t, p, out) != want {
			t.Errorf("a folder that contradicts the target is merged into it: %v", err)
		}
	}
}

func TestConflictingSolutions(t *testing.T) {
	c, _ := fakes()
	p, a, b := fakePlan(t, c, game), t.TempDir(), t.TempDir()
	ran(t, p, Options{Dir: a})
	ran(t, p, Options{Dir: b})
	path := store.Folder(b).Solution(p.Tasks[1])
	s, err := store.ReadSolutionFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s.Numbers[0].Value++
	encode(t, path, s)
	err = collect(t.TempDir(), a, b)
	if err == nil || !strings.Contains(err.Error(), "solutions/"+s.Solution) {
		t.Errorf("error %v", err)
	}
}

// Records of other builds are counted, and refused when asked to.
func TestMixedBuilds(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game), t.TempDir()
	ran(t, p, Options{Dir: dir})
	for i, commit := range []string{"b", "a", "a+dirty"} {
		path := store.Folder(dir).Record(p.Tasks[i])
		r, err := results.ReadRecord(path)
		if err != nil {
			t.Fatal(err)
		}
		r.Run.Commit = commit
		if err := results.WriteRecord(path, r); err != nil {
			t.Fatal(err)
		}
	}
	s, err := store.Folder(dir).Scan(context.Background(), p, nil)
	if err != nil || !s.Made.Builds.Mixed() || !strings.Contains(s.Made.Builds.String(), "a (tasks: 1), a+dirty (tasks: 1), b (tasks: 1)") {
		t.Errorf("builds %s, %v", s.Made.Builds, err)
	}
	tables(t, p, dir)
	if data, err := os.ReadFile(filepath.Join(dir, "provenance.json")); err != nil || !strings.Contains(string(data), `"a+dirty": 1`) || !strings.Contains(string(data), `"mixed": true`) {
		t.Errorf("%s, %v", data, err)
	}
	_, err = Run(context.Background(), p, Options{Dir: dir, Strict: true})
	if !errors.As(err, new(*say.Error)) || !strings.Contains(err.Error(), "a+dirty (tasks: 1)") {
		t.Errorf("strict run: error %v", err)
	}
	_, err = store.Collect(context.Background(), t.TempDir(), []string{dir}, store.CollectOptions{Strict: true, Log: slog.New(slog.DiscardHandler)})
	if !errors.As(err, new(*say.Error)) {
		t.Errorf("strict merge: error %v", err)
	}
	for _, test := range []struct {
		builds origin.Builds
		mixed  bool
	}{{origin.Builds{}, false}, {origin.Builds{"a": 3}, false}, {origin.Builds{"unknown": 3}, false}, {origin.Builds{"a+dirty": 3}, true}, {origin.Builds{"a": 1, "b": 2}, true}} {
		if test.builds.Mixed() != test.mixed {
			t.Errorf("%v: mixed %v", test.builds, !test.mixed)
		}
	}
}

// One makes tables at a time: a collection that began before the last records
// came cannot put its tables in the place of those of the run.
func TestAloneAtTables(t *testing.T) {
	t.Parallel() // it waits
	c, _ := fakes()
	p, dir := fakePlan(t, c, game), t.TempDir()
	five := 5
	ran(t, p, Options{Dir: dir})
	if err := os.Rename(store.Folder(dir).Record(p.Tasks[five]), filepath.Join(dir, "kept")); err != nil {
		t.Fatal(err)
	}
	_, done, err := store.Lock(context.Background(), dir, "tables") // the slow one
	if err != nil {
		t.Fatal(err)
	}
	finished := make(chan bool)
	go func() {
		_, mine, err := store.Lock(context.Background(), dir, "tables")
		if err != nil {
			t.Error(err)
		}
		tables(t, p, dir)
		mine()
		close(finished)
	}()
	tables(t, p, dir)
	if err := os.Rename(filepath.Join(dir, "kept"), store.Folder(dir).Record(p.Tasks[five])); err != nil {
		t.Fatal(err)
	}
	select {
	case <-finished:
		t.Error("two make tables at once")
	default:
	}
	done()
	<-finished
	if strings.Contains(scratch.Read(t, dir, "samples.tsv"), "missing: ") {
		t.Error("the tables that stay are not those of the last reader")
	}
	if _, err := os.Stat(store.Folder(dir).In("claims")); err == nil {
		t.Error("claims were left behind")
	}
	held, done, err := store.Lock(context.Background(), dir, "tables")
	if err != nil || held.Err() != nil {
		t.Fatal(err)
	}
	defer done()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := store.Lock(ctx, dir, "tables"); !errors.Is(err, say.ErrInterrupted) {
		t.Errorf("interrupted while waiting: %v", err)
	}
}
