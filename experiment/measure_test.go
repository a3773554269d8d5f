package experiment

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/scratch"
	"fbp/results"
)

// measurementFiles are the paths of the measurements in a folder.
func measurementFiles(t *testing.T, dir, kind string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "measurements", "*."+kind+"-*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// ofMeasurements are the findings of a check about measurements. (Dice are wrong about
// their solutions.)
func ofMeasurements(t *testing.T, c *plan.Catalog, dir string) (lines []string) {
	t.Helper()
	_, findings := checked(t, c, dir, false)
	for line := range strings.Lines(findings) {
		if strings.HasPrefix(line, filepath.Join(dir, "measurements")) {
			lines = append(lines, line)
		}
	}
	return lines
}

// A measurement is made once: not again when others are added, changed or taken away,
// when its task lost its record, or when only other samples count; but when it is
// changed itself, and when everything is done again.
func TestMeasurementsAreMadeOnce(t *testing.T) {
	c, w := fakes()
	dir, more := t.TempDir(), game+"[[measure]]\nkind = \"poll\"\n"
	step := func(what, text string, made int64, o Options, sets ...string) *plan.Plan {
		t.Helper()
		p, before := fakePlan(t, c, text, sets...), w.measures.Load()
		o.Dir = dir
		ran(t, p, o)
		if got := w.measures.Load() - before; got != made || w.searches.Load() > 12 {
			t.Errorf("%s: %d measurements and %d searches, want %d and 6", what, got, w.searches.Load(), made)
		}
		return p
	}
	first := step("the first run", game, 6, Options{})
	step("one more", more, 6, Options{})
	step("another scale", more, 6, Options{}, "measure.poll.scale=3")
	step("the first scale", more, 0, Options{})
	step("other samples", more, 0, Options{}, "measure.poll.unsolved=include")
	want := tables(t, first, dir)
	scratch.Remove(t, store.Folder(dir).Record(first.Tasks[2]))
	step("a record is lost", game, 0, Options{})
	if got := tables(t, first, dir); got != want {
		t.Errorf("other tables:\n%s", firstOther(got, want))
	}
	step("everything again", game, 6, Options{Force: true})
	if got := tables(t, first, dir); got != want {
		t.Errorf("other tables:\n%s", firstOther(got, want))
	}
	if n := len(measurementFiles(t, dir, "census")) + len(measurementFiles(t, dir, "poll")); n != 18 {
		t.Errorf("%d files of measurements, want 18", n)
	}
	if findings := ofMeasurements(t, c, dir); len(findings) > 0 {
		t.Errorf("findings %q", findings)
	}
}

// Of a task whose measurement failed, that one is made again when asked for, and no
// other; it is kept as a failure until then.
func TestRetryOneMeasurement(t *testing.T) {
	c, w := fakes()
	more := game + "[[measure]]\nkind = \"poll\"\n"
	dir := t.TempDir()
	ran(t, fakePlan(t, c, game, "measure.census.fail=after"), Options{Dir: dir})
	p := fakePlan(t, c, more, "measure.census.fail=after")
	if report := ran(t, p, Options{Dir: dir}); report.Unmeasured != 6 || w.measures.Load() != 12 {
		t.Errorf("%+v, %d measurements, want the 6 new ones", report, w.measures.Load())
	}
	r, err := store.Folder(dir).Read(p.Tasks[0])
	if err != nil || r.Reasons["census"] != "census failed later, as asked" || r.Readings["census"] == nil {
		t.Errorf("%+v, %v", r, err)
	}
	if ran(t, p, Options{Dir: dir, RetryFailed: true}); w.measures.Load() != 18 {
		t.Errorf("%d measurements, want 6 more", w.measures.Load())
	}
}

// A test set concerns the measurements that ask for one.
func TestMeasurementsOfATestSet(t *testing.T) {
	c, w := fakes()
	text := strings.Replace(game, `kind = "random"`, "kind = \"teacher\"\ntest = 10", 1) + "[[measure]]\nkind = \"generalization\"\n"
	dir := t.TempDir()
	ran(t, fakePlan(t, c, text), Options{Dir: dir})
	ran(t, fakePlan(t, c, text, "instance.test=20"), Options{Dir: dir})
	if n := len(measurementFiles(t, dir, "generalization")); n != 12 || w.measures.Load() != 6 || w.searches.Load() != 6 {
		t.Errorf("%d generalizations, want 12; %d censuses, want 6; %d searches", n, w.measures.Load(), w.searches.Load())
	}
}

// A file of a measurement with a fault in its content is named, moved aside and made
// again, and so is one of other weights than the solution has.
func TestDamagedMeasurements(t *testing.T) {
	c, w := fakes()
	p, dir := fakePlan(t, c, game), t.TempDir()
	ran(t, p, Options{Dir: dir})
	want, f := tables(t, p, dir), store.Folder(dir)
	paths := measurementFiles(t, dir, "census")
	rewrite := func(path string, change func(*store.MeasurementFile)) {
		m, err := f.MeasurementNamed(filepath.Base(path))
		if err != nil {
			t.Fatal(err)
		}
		change(m)
		encode(t, path, m)
	}
	flip := func(path string) {
		scratch.Change(t, path, func(data []byte) []byte {
			rows := bytes.Index(data, []byte(`"rows":[[`))
			data[rows+bytes.IndexByte(data[rows:], '.')+1] ^= 1 // a digit is another digit
			return data
		})
	}
	for what, damage := range map[string]func(){
		"it was made of other weights":      func() { rewrite(paths[0], func(m *store.MeasurementFile) { m.Weights = "other" }) },
		"it is the measurement ":            func() { rewrite(paths[1], func(m *store.MeasurementFile) { m.Solution = "other" }) },
		"that the record of the task has":   func() { rewrite(paths[3], func(m *store.MeasurementFile) { m.Readings["census"].Rows[0][0]++ }) },
		"damaged: its content does not fit": func() { flip(paths[4]) },
		"its content does not fit its sum":  func() { os.Truncate(paths[5], 40) },
	} {
		damage()
		if findings := ofMeasurements(t, c, dir); len(findings) != 1 || !strings.Contains(findings[0], what) {
			t.Errorf("want %q in one finding:\n%q", what, findings)
		}
		if strings.HasPrefix(what, "that the record") { // only the record can tell
			scratch.Remove(t, paths[3])
		}
		for _, task := range p.Tasks {
			scratch.Remove(t, f.Record(task))
		}
		var log bytes.Buffer
		before := w.measures.Load()
		ran(t, p, Options{Dir: dir, Log: slog.New(slog.NewTextHandler(&log, nil))})
		if got := w.measures.Load() - before; got != 1 || tables(t, p, dir) != want {
			t.Errorf("%s: %d measurements again, want 1 and the same tables\n%s", what, got, log.String())
		}
	}
	if aside, _ := filepath.Glob(f.In("measurements", "*.bad")); len(aside) != 4 {
		t.Errorf("%d files moved aside, want 4", len(aside))
	}
}

// Shards that are merged have their measurements in one folder; what contradicts
// itself is refused.
func TestMergedMeasurements(t *testing.T) {
	c, w := fakes()
	p, a, b, out := fakePlan(t, c, game), t.TempDir(), t.TempDir(), t.TempDir()
	ran(t, p, Options{Dir: a, Shard: Shard{0, 2}})
	ran(t, p, Options{Dir: b, Shard: Shard{1, 2}})
	if err := collect(out, a, b); err != nil {
		t.Fatal(err)
	}
	ran(t, fakePlan(t, c, game+"[[measure]]\nkind = \"poll\"\n"), Options{Dir: out})
	if w.measures.Load() != 12 || w.searches.Load() != 6 {
		t.Errorf("%d measurements, %d searches, want 6 of each kind and 6", w.measures.Load(), w.searches.Load())
	}
	path := measurementFiles(t, a, "census")[0]
	m, err := store.Folder(a).MeasurementNamed(filepath.Base(path))
	if err != nil {
		t.Fatal(err)
	}
	m.Readings["census"].Rows[0][0]++
	encode(t, path, m)
	if err := collect(out, a, b); err == nil || !strings.Contains(err.Error(), filepath.Base(path)+" have different numbers") {
		t.Errorf("error %v", err)
	}
	ofNewerFormat(t, path)
	if err := collect(out, a, b); err == nil || !strings.Contains(err.Error(), "written by a newer fbp") {
		t.Errorf("error %v", err)
	}
}

// What a measurement's file holds says what it is named after.
func TestNameOfAMeasurement(t *testing.T) {
	p := fakePlan(t, Standard(), slowConfig)
	point := p.Spec.Points[0]
	of := point.Measures[0].Of(p.Tasks[0], point.Params(&p.Tasks[0]))
	if of.Kind != "local_entropy" || of.Params["unsolved"] != nil || of.Physics != results.PhysicsVersion || of.Instance != nil ||
		!strings.HasPrefix(of.Name(), p.Tasks[0].Solution+".local_entropy-") {
		t.Errorf("%+v", of)
	}
	included := fakePlan(t, Standard(), slowConfig, "measure.local_entropy.unsolved=include")
	point = included.Spec.Points[0]
	if got := point.Measures[0].Of(included.Tasks[0], point.Params(&included.Tasks[0])).Name(); got != of.Name() {
		t.Errorf("of every sample %s, of solved ones %s", got, of.Name())
	}
}
