package experiment

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fbp/experiment/store"
	"fbp/internal/say"
	"fbp/internal/scratch"
	"fbp/results"
)

func TestRunAndResume(t *testing.T) {
	c, w := fakes()
	p, dir := fakePlan(t, c, game), t.TempDir()
	if got, want := ran(t, p, Options{Dir: dir}), (Report{Planned: 6, Selected: 6, Finished: 6, Solved: 6}); got != want {
		t.Errorf("first run %+v, want %+v", got, want)
	}
	first := tables(t, p, dir)
	if got, want := ran(t, p, Options{Dir: dir}), (Report{Planned: 6, Selected: 6, Skipped: 6, Solved: 6}); got != want {
		t.Errorf("second run %+v, want %+v", got, want)
	}
	if n := w.searches.Load(); n != 6 {
		t.Errorf("%d searches, want 6", n)
	}
	if got := ran(t, p, Options{Dir: dir, Force: true}); got.Finished != 6 || w.searches.Load() != 12 {
		t.Errorf("forced run %+v, %d searches in all, want 12", got, w.searches.Load())
	}
	if tables(t, p, dir) != first {
		t.Error("a forced run makes other tables")
	}
	for _, file := range []string{"config.toml", "plan.json", "provenance.json", "records.jsonl", "samples.tsv", "throws.tsv"} {
		if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
			t.Error(err)
		}
	}
}

// The same bytes whatever -j, order, shards and interruptions.
func TestSameBytes(t *testing.T) {
	c, w := fakes()
	sets := []string{"samples=9", "algorithm.fail=0.2", "algorithm.unsure=0.3"}
	p := fakePlan(t, c, game, sets...)
	reference := t.TempDir()
	report := ran(t, p, Options{Dir: reference})
	want := tables(t, p, reference)
	if report.Failed == 0 || report.Solved == 0 || report.Failed+report.Solved == report.Planned {
		t.Fatalf("%+v: the test wants solved, unsolved and failed tasks", report)
	}
	t.Run("jobs", func(t *testing.T) {
		dir := t.TempDir()
		ran(t, p, Options{Dir: dir, Jobs: 5})
		if tables(t, p, dir) != want {
			t.Error("-j 5 makes other tables than -j 1")
		}
	})
	t.Run("shards", func(t *testing.T) {
		var dirs []string
		for i := range 4 {
			dirs = append(dirs, t.TempDir())
			ran(t, p, Options{Dir: dirs[i], Shard: Shard{I: i, Of: 4}})
		}
		out := filepath.Join(t.TempDir(), "out")
		for _, from := range [][]string{{dirs[3], dirs[1]}, {dirs[1], dirs[0], dirs[2]}, {out, dirs[0]}} {
			if err := collect(out, from...); err != nil {
				t.Fatal(err)
			}
		}
		if tables(t, p, out) != want {
			t.Error("four shards make other tables than one")
		}
		if solutions, err := os.ReadDir(filepath.Join(out, "solutions")); err != nil || len(solutions) != p.Samples*2-report.Failed {
			t.Errorf("%d solutions, want %d (%v)", len(solutions), p.Samples*2-report.Failed, err)
		}
	})
	t.Run("interruptions", func(t *testing.T) {
		dir := t.TempDir()
		interrupted(t, p, w, dir, 4)
		if tables(t, p, dir) != want {
			t.Error("an interrupted run makes other tables")
		}
	})
	t.Run("one by one, backwards", func(t *testing.T) {
		dir := t.TempDir()
		for i := p.Samples*2 - 1; i >= 0; i-- {
			ran(t, p, Options{Dir: dir, Task: &i})
		}
		if tables(t, p, dir) != want {
			t.Error("tasks one by one make other tables")
		}
	})
}

func TestFailures(t *testing.T) {
	c, w := fakes()
	p, dir := fakePlan(t, c, game, "algorithm.fail=0.5"), t.TempDir()
	var log bytes.Buffer
	o := Options{Dir: dir, Log: slog.New(slog.NewTextHandler(&log, nil))}
	report := ran(t, p, o)
	if report.Failed == 0 || report.Failed == 6 {
		t.Fatalf("%+v: the test wants some failures", report)
	}
	s, err := store.Folder(dir).Scan(context.Background(), p, nil)
	if err != nil || s.Complete() || s.Total.Failed != report.Failed || len(s.Failures) != report.Failed {
		t.Errorf("status %+v, want %d failures", s.Total, report.Failed)
	}
	if got := s.Failures[0].Error; got != "failed as asked, in two lines" {
		t.Errorf("error %q", got)
	}
	text := tables(t, p, dir)
	if !strings.Contains(text, "\tfailed") {
		t.Error("samples.tsv does not show the failed tasks")
	}
	if again := ran(t, p, o); again.Finished != 0 || again.Failed != report.Failed {
		t.Errorf("%+v: failed tasks are not done again without being asked", again)
	}
	searches := w.searches.Load()
	o.RetryFailed = true
	if again := ran(t, p, o); again.Finished != report.Failed || w.searches.Load() != searches+int64(report.Failed) {
		t.Errorf("retry: %+v, want %d tasks done again", again, report.Failed)
	}
}

func TestPanicIsAFailure(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game, "algorithm.fail=1", "algorithm.panic=true"), t.TempDir()
	if report := ran(t, p, Options{Dir: dir, Jobs: 2}); report.Failed != 6 {
		t.Errorf("%+v, want 6 failures", report)
	}
	if r, err := store.Folder(dir).Read(p.Tasks[0]); err != nil || r.Error != "panic: as asked" {
		t.Errorf("record %+v, %v", r, err)
	}
	if text := tables(t, p, dir); !strings.Contains(text, "samples.tsv") {
		t.Errorf("no table of samples:\n%s", text)
	}
}

func TestFailFast(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game, "algorithm.fail=1"), t.TempDir()
	if report := ran(t, p, Options{Dir: dir, FailFast: true}); report.Failed != 1 || report.Finished != 1 {
		t.Errorf("%+v, want to stop after one failure", report)
	}
}

// A search that is done is not repeated: for a measurement added later, for one
// that failed, for two tasks that differ in what they measure.
func TestSearchOnce(t *testing.T) {
	c, w := fakes()
	dir := t.TempDir()
	ran(t, fakePlan(t, c, game), Options{Dir: dir})
	more := fakePlan(t, c, game+"[[measure]]\nkind = \"poll\"\n")
	report := ran(t, more, Options{Dir: dir})
	if report.Finished != 6 || w.searches.Load() != 6 {
		t.Errorf("%+v, %d searches, want 6 tasks and no search but the first 6", report, w.searches.Load())
	}
	fresh := t.TempDir()
	ran(t, more, Options{Dir: fresh})
	if tables(t, more, dir) != tables(t, more, fresh) {
		t.Error("a kept solution gives other tables than a new search")
	}
	w.searches.Store(0)
	ran(t, fakePlan(t, c, game, "measure.census.scale=1,2,3"), Options{Dir: t.TempDir(), Jobs: 3})
	if n := w.searches.Load(); n != 6 {
		t.Errorf("%d searches for 18 tasks with 6 solutions, want 6", n)
	}
	w.searches.Store(0)
	failing := t.TempDir()
	if r := ran(t, fakePlan(t, c, game, "measure.census.fail=\"after\""), Options{Dir: failing}); r.Finished != 6 {
		t.Errorf("%+v, want 6 records", r)
	}
	ran(t, fakePlan(t, c, game), Options{Dir: failing})
	if n := w.searches.Load(); n != 6 {
		t.Errorf("%d searches, want the 6 of the tasks that were not measured only", n)
	}
}

func TestDamagedFiles(t *testing.T) {
	c, w := fakes()
	p, dir := fakePlan(t, c, game), t.TempDir()
	ran(t, p, Options{Dir: dir})
	want := tables(t, p, dir)
	f := store.Folder(dir)
	damage := func(path string, change func([]byte) []byte) { scratch.Change(t, path, change) }
	other := []byte(scratch.Read(t, f.Record(p.Tasks[5])))
	damage(f.Record(p.Tasks[0]), func(b []byte) []byte { return b[:len(b)/2] })
	damage(f.Record(p.Tasks[1]), func(b []byte) []byte { b[bytes.Index(b, []byte(`"sum"`))/2] ^= 1; return b }) // what follows the sum is the run
	damage(f.Record(p.Tasks[2]), func([]byte) []byte { return other })
	damage(f.Solution(p.Tasks[0]), func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
	damage(f.Solution(p.Tasks[1]), func([]byte) []byte { return nil })
	damage(f.In("plan.json"), func(b []byte) []byte { return b[:len(b)-9] })
	var log bytes.Buffer
	report := ran(t, p, Options{Dir: dir, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if report.Finished != 3 || w.searches.Load() != 8 {
		t.Errorf("%+v, %d searches, want 3 tasks and 2 searches more", report, w.searches.Load())
	}
	if tables(t, p, dir) != want {
		t.Error("tasks done again make other tables")
	}
	for _, path := range []string{f.Record(p.Tasks[0]), f.Record(p.Tasks[1]), f.Record(p.Tasks[2]), f.Solution(p.Tasks[0]), f.Solution(p.Tasks[1]), f.In("plan.json")} {
		if _, err := os.Stat(path + ".bad"); err != nil || !strings.Contains(log.String(), filepath.Base(path)) {
			t.Errorf("%s was not moved aside and named in the log: %v", path, err)
		}
	}
}

// Records say who made them, and provenance.json is made of what they say, also
// after runs at the same time and merges.
func TestProvenance(t *testing.T) {
	c, _ := fakes()
	p, dir, out := fakePlan(t, c, game), t.TempDir(), t.TempDir()
	t.Setenv("SLURM_JOB_ID", "77")
	ran(t, p, Options{Dir: dir, Shard: Shard{I: 0, Of: 2}, Jobs: 2})
	t.Setenv("SLURM_JOB_ID", "78")
	ran(t, p, Options{Dir: out, Shard: Shard{I: 1, Of: 2}})
	if err := collect(out, dir, out); err != nil {
		t.Fatal(err)
	}
	tables(t, p, out)
	data := []byte(scratch.Read(t, out, "provenance.json"))
	var got store.Provenance
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got.Config != p.Config || got.Seed != p.Seed || len(got.Runs) != 2 {
		t.Fatalf("%s: want two runs", data)
	}
	for i, r := range got.Runs {
		if r.Tasks != 3 || r.Slurm["SLURM_JOB_ID"] != []string{"77", "78"}[i] || r.Jobs != 2-i || len(r.Args) == 0 ||
			r.Host == "" || r.CPU == "" || r.Go == "" || r.Kernel == "" || r.Commit == "" || r.Version == "" || r.Config != p.Config || r.Finished.Before(r.Started) {
			t.Errorf("run %d: %+v", i, r)
		}
	}
}

// A sound record under the name of another task is foreign, even when it was
// made to say so itself: a name is the hash of what the record holds.
func TestForeignRecord(t *testing.T) {
	c, w := fakes()
	p, dir := fakePlan(t, c, game), t.TempDir()
	ran(t, p, Options{Dir: dir})
	f, mine, other := store.Folder(dir), p.Tasks[1], p.Tasks[2]
	want := tables(t, p, dir)
	r, err := f.Read(other)
	if err != nil {
		t.Fatal(err)
	}
	r.Task, r.Solution, r.Sample = mine.ID, mine.Solution, mine.Sample
	r.Params["algorithm"].(map[string]any)["steps"] = 4
	if err := results.WriteRecord(f.Record(mine), r); err != nil {
		t.Fatal(err)
	}
	s, err := store.ReadSolutionFile(f.Solution(mine))
	if err != nil {
		t.Fatal(err)
	}
	s.Instance.Sample = 7
	encode(t, f.Solution(mine), s)
	if s, err := store.Folder(dir).Scan(context.Background(), p, nil); err != nil || len(s.Bad) != 1 || s.Total.Missing != 1 {
		t.Errorf("status %+v, %v: want a bad record", s, err)
	}
	if report := ran(t, p, Options{Dir: dir}); report.Finished != 1 || w.searches.Load() != 7 || tables(t, p, dir) != want {
		t.Errorf("%+v: want the task and its search done again", report)
	}
}

// A task that does not listen cannot hold an interrupted run up.
func TestDeafTask(t *testing.T) {
	t.Parallel() // it waits
	c, w := fakes()
	p, dir := fakePlan(t, c, game, "algorithm.deaf=true", "algorithm.wait=150"), t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	w.onStep = func(int64) { cancel() }
	start := time.Now()
	report, err := Run(ctx, p, Options{Dir: dir, Grace: 10 * time.Millisecond})
	if !errors.Is(err, say.ErrInterrupted) || report.Finished != 0 || time.Since(start) > 3*time.Second {
		t.Errorf("%+v, %v after %v", report, err, time.Since(start))
	}
	time.Sleep(600 * time.Millisecond) // let it end before its folder goes
}

// The search of an interrupted task is kept when it is done.
func TestInterruptedMeasurement(t *testing.T) {
	c, w := fakes()
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	w.onStep = func(n int64) {
		if n == 3 {
			time.AfterFunc(0, cancel)
		}
	}
	p := fakePlan(t, c, game, "samples=1", "algorithm.deaf=true", "algorithm.wait=20")
	if _, err := Run(ctx, p, Options{Dir: dir}); !errors.Is(err, say.ErrInterrupted) {
		t.Fatal(err)
	}
	w.onStep = nil
	if _, err := os.Stat(store.Folder(dir).Solution(p.Tasks[0])); err != nil {
		t.Error("the solution was lost:", err)
	}
	if _, err := os.Stat(store.Folder(dir).Record(p.Tasks[0])); err == nil {
		t.Error("there is a record of a task that was interrupted")
	}
}

func TestOtherExperimentInTheFolder(t *testing.T) {
	c, _ := fakes()
	dir := t.TempDir()
	first := fakePlan(t, c, game)
	ran(t, first, Options{Dir: dir})
	p := fakePlan(t, c, game, "algorithm.steps=4")
	_, err := Run(context.Background(), p, Options{Dir: dir})
	if err == nil || !errors.As(err, new(*say.Error)) ||
		!strings.Contains(err.Error(), "holds another experiment (was: algorithm.steps = 3; now: algorithm.steps = 4)") {
		t.Errorf("error %v, want a refusal that says what differs", err)
	}
	if same, err := store.Folder(dir).Plan(); err != nil || same.Config != first.Config {
		t.Errorf("a refused run has changed the plan (%v)", err)
	}
	if err := collect(dir, dir, t.TempDir()); err == nil {
		t.Error("an empty folder is merged")
	}
	elsewhere := t.TempDir()
	ran(t, p, Options{Dir: elsewhere})
	for _, from := range [][]string{{dir, elsewhere}, {elsewhere}} {
		if err := collect(dir, from...); err == nil || !strings.Contains(err.Error(), "steps = 4") {
			t.Errorf("merging another experiment: error %v, want what differs", err)
		}
	}
	if report := ran(t, p, Options{Dir: dir, Replace: true}); report.Finished != 6 {
		t.Errorf("%+v, want 6 new tasks", report)
	}
	if records, _ := os.ReadDir(filepath.Join(dir, "tasks")); len(records) != 12 {
		t.Errorf("%d records, want those of both", len(records))
	}
}

// What keeps a task or a search is the same experiment, however it grows.
func TestGrowingExperiment(t *testing.T) {
	c, _ := fakes()
	dir := t.TempDir()
	ran(t, fakePlan(t, c, game), Options{Dir: dir})
	for want, sets := range map[int][]string{4: {"samples=5"}, 3: {"instance.p=8,9"}, 6: {"measure.census.scale=2"}} {
		if report := ran(t, fakePlan(t, c, game, sets...), Options{Dir: dir}); report.Finished != want {
			t.Errorf("%v: %+v, want %d new tasks", sets, report, want)
		}
	}
}

// A task that a list names twice is done once, by one share of it.
func TestListedTwice(t *testing.T) {
	c, _ := fakes()
	p := fakePlan(t, c, game)
	a, b := p.Tasks[1].ID, p.Tasks[4].ID
	dir := t.TempDir()
	for share, want := range []int{1, 1, 0} {
		report := ran(t, p, Options{Dir: dir, List: []string{a, a, b, a}, Shard: Shard{share, 3}})
		if report.Selected != want || report.Finished != want {
			t.Errorf("share %d: %+v, want %d tasks", share, report, want)
		}
	}
}

func TestWrongSelection(t *testing.T) {
	c, _ := fakes()
	p, nine := fakePlan(t, c, game), 9
	for want, o := range map[string]Options{
		"--task 9: want a task from 0 to 5":               {Task: &nine},
		"--shard 2/2: want i/n with i from 0 to n-1":      {Shard: Shard{2, 2}},
		"--task: want neither --shard nor --list with it": {Task: &nine, Shard: Shard{0, 2}},
		"--list: want at least one id of a task":          {List: []string{}},
	} {
		o.Dir = filepath.Join(t.TempDir(), "untouched")
		_, err := Run(context.Background(), p, o)
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		if _, err := os.Stat(o.Dir); err == nil {
			t.Error("a folder was made for nothing")
		}
	}
}

func TestProgress(t *testing.T) {
	c, _ := fakes()
	p := fakePlan(t, c, game)
	count := map[Event]int{}
	ran(t, p, Options{Dir: t.TempDir(), Jobs: 4, Watch: func(p Progress) {
		count[p.Event]++
		if p.Event == Done && (p.Steps != 4 || p.Record.Status != results.Solved) {
			t.Errorf("done after %d readings, want 4: %+v", p.Steps, p)
		}
	}})
	if count[Begin] != 1 || count[Started] != 6 || count[Stepped] != 24 || count[Done] != 6 {
		t.Errorf("events %v", count)
	}
}
