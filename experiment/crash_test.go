package experiment

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/claims"
	"fbp/internal/files"
	"fbp/internal/scratch"
)

// brief is a run of two tasks that keeps checkpoints and ends with its tables.
const brief = `samples = 2
[model]
kind = "perceptron"
n = 15
[instance]
kind = "random"
p = 4
[algorithm]
kind = "fbp"
gamma = { list = [0.5, 4] }
max_sweeps = 2
[[measure]]
kind = "stability"
`

// briefly does the whole run in a folder, as fbp run does.
func briefly(p *plan.Plan, dir string, watch func(Progress)) error {
	if _, err := Run(context.Background(), p, Options{Dir: dir, Checkpoint: always, Watch: watch}); err != nil {
		return err
	}
	return presented(p, dir)
}

// merging merges folders into another, as fbp collect does.
func merging(from ...string) func(p *plan.Plan, dir string, _ func(Progress)) error {
	return func(p *plan.Plan, dir string, _ func(Progress)) error {
		if err := collect(dir, from...); err != nil {
			return err
		}
		return presented(p, dir)
	}
}

// presented makes the tables, and provenance.json last.
func presented(p *plan.Plan, dir string) error {
	ctx, done, err := store.Lock(context.Background(), dir, "tables")
	if err != nil {
		return err
	}
	defer done()
	f := store.Folder(dir)
	if err := f.Begin(); err != nil {
		return err
	}
	_, made, err := table.Write(ctx, p, dir, nil, table.Options{Log: slog.New(slog.DiscardHandler)})
	if err == nil && made.Missing() > 0 {
		err = fmt.Errorf("%d tasks are missing", made.Missing())
	}
	if err != nil {
		return err
	}
	return f.Finish(made)
}

// ended makes what a folder says of this process that of one that is no more.
func ended(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if filepath.Base(filepath.Dir(path)) == "claims" && !strings.HasPrefix(d.Name(), ".") {
			if data, err := os.ReadFile(path); err != nil || !strings.HasSuffix(string(data), "\n") {
				return os.Remove(path) // power was lost: the age would tell, in two minutes
			}
			return os.WriteFile(path, signed(ghost()), 0o666)
		}
		if living := claims.ThisProcess("").Birth; strings.HasSuffix(path, ".tmp") {
			return os.Rename(path, strings.Replace(path, "-"+living+".", "-"+living+"0.", 1))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// recovers runs once more in a folder that a fault has left, and wants an
// undisturbed run's bytes, a sound folder without leftovers, and no file that was
// taken for damaged.
func recovers(t *testing.T, what string, p *plan.Plan, dir, want string, work func(*plan.Plan, string, func(Progress)) error) {
	t.Helper()
	ended(t, dir)
	if err := work(p, dir, nil); err != nil {
		t.Errorf("%s: the next run: %v", what, err)
		return
	}
	if madeBy(t, dir) != want {
		t.Errorf("%s: other bytes", what)
	}
	if _, findings := checked(t, Standard(), dir, false); findings != "" {
		t.Errorf("%s: findings\n%s", what, findings)
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && (strings.HasSuffix(path, ".tmp") || strings.Contains(path, ".bad") || d.IsDir() && (d.Name() == "claims" || d.Name() == "checkpoints")) {
			t.Errorf("%s: %s is left", what, path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// madeBy are the bytes of a run that depend on its config alone.
func madeBy(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range []string{"*.tsv", "records.jsonl", "solutions/*", "measurements/*"} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			data := scratch.Read(t, path)
			name := filepath.Base(path)
			all.WriteString(name + "\n")
			all.WriteString(data)
		}
	}
	return all.String()
}

// errCrash is what operations say after the process is gone, as far as the disk
// is concerned.
var errCrash = fmt.Errorf("crashed: %w", syscall.EIO)

// faulty interferes with the k-th operation on the disk, and counts them.
type faulty struct {
	mu    sync.Mutex
	n, at int
	crash bool          // and with all that follow
	with  syscall.Errno // if it is no crash
	what  string        // it was
}

func (f *faulty) intercept(op *files.Op, do func() error) error {
	f.mu.Lock()
	n := f.n
	f.n++
	if n == f.at {
		path := op.Path
		if op.File != nil {
			path = op.File.Name()
		}
		f.what = op.Kind + " " + filepath.Base(path)
	}
	f.mu.Unlock()
	switch {
	case f.crash && n >= f.at:
		return errCrash
	case !f.crash && n == f.at:
		return &fs.PathError{Op: op.Kind, Path: "x", Err: f.with}
	}
	return do()
}

// disturbed runs with a fault, and then recovers. It returns the number of
// operations.
func disturbed(t *testing.T, p *plan.Plan, want string, f *faulty, work func(*plan.Plan, string, func(Progress)) error) int {
	dir := filepath.Join(t.TempDir(), "run")
	restore := files.Intercept(f.intercept)
	err := work(p, dir, nil)
	restore()
	what := fmt.Sprintf("operation %d, %s", f.at, f.what)
	if err != nil && !f.crash && !errors.Is(err, f.with) {
		t.Errorf("%s: %v fails with %v", what, f.with, err)
	}
	if err == nil && f.n > f.at && madeBy(t, dir) != want {
		t.Errorf("%s: no error, and other bytes", what)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	recovers(t, what, p, dir, want, work)
	return f.n
}

// everyOperation makes operations of a run fail, and crashes the run at them: at one in so
// many of each way, which step tells of their number.
func everyOperation(t *testing.T, step func(total int) int) {
	p, whole := fakePlan(t, Standard(), brief), t.TempDir()
	if err := briefly(p, whole, nil); err != nil {
		t.Fatal(err)
	}
	var halves []string
	for i := range 2 {
		halves = append(halves, t.TempDir())
		ran(t, p, Options{Dir: halves[i], Task: &i})
	}
	for name, work := range map[string]func(*plan.Plan, string, func(Progress)) error{"run": briefly, "merge": merging(halves...)} {
		operations(t, name, step, p, madeBy(t, whole), work)
	}
}

// operations makes those of some work fail.
func operations(t *testing.T, name string, step func(int) int, p *plan.Plan, want string, work func(*plan.Plan, string, func(Progress)) error) {
	total := disturbed(t, p, want, &faulty{at: 1 << 30}, work)
	every, count := max(1, step(total)), 0
	for i, with := range []syscall.Errno{0, syscall.EIO, syscall.ENOSPC} { // 0 is a crash
		for k := i * every / 3; k < total; k += every {
			disturbed(t, p, want, &faulty{at: k, crash: with == 0, with: with}, work)
			count++
		}
	}
	t.Logf("%d operations of a %s; %d crashes and errors", total, name, count)
}

// Whichever operation on the disk fails, or is the last, the next run ends in the
// bytes of an undisturbed one.
//
// Check: an error or a crash at every operation on the disk; loss of power after every operation | an
// undisturbed run | same bytes; no file is reported as damaged and no finished task is lost
func TestFaultyDisk(t *testing.T) {
	everyOperation(t, func(total int) int { return total / 8 })
}
