package experiment

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fbp/experiment/checkpoint"
	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/internal/scratch"
	"fbp/model"
	"fbp/results"
)

// slowConfig is a config of the real algorithm with two tasks, some tenths of a
// second each.
const slowConfig = `samples = 2
[model]
kind = "perceptron"
n = 151
[instance]
kind = "random"
alpha = 0.5
[algorithm]
kind = "fbp"
shuffle = true
gamma = { steps = 10 }
[[measure]]
kind = "local_entropy"
rho = { steps = 8 }
`

// always keeps at every sweep, whatever it takes.
const always = -time.Second

// stopped runs a plan until a task reports what the caller waits for: times mean
// nothing on a busy machine.
func stopped(t *testing.T, p *plan.Plan, o Options, when func(Progress) bool) (Report, bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o.Watch = func(p Progress) {
		if when(p) {
			cancel()
		}
	}
	report, err := Run(ctx, p, o)
	if err != nil && !errors.Is(err, say.ErrInterrupted) {
		t.Fatal(err)
	}
	return report, err == nil
}

// A run that is stopped again and again in the middle of its tasks gets on, and
// ends in the same bytes.
func TestCheckpoints(t *testing.T) {
	p, dir, whole := fakePlan(t, Standard(), slowConfig), t.TempDir(), t.TempDir()
	ran(t, p, Options{Dir: whole})
	want := tables(t, p, whole)
	var log bytes.Buffer
	o := Options{Dir: dir, Jobs: 2, Log: slog.New(slog.NewTextHandler(&log, nil))}
	stops, kept, seen := 0, 0, map[int]int{} // readings of every task
	for {
		report, done := stopped(t, p, o, func(p Progress) bool {
			if p.Event != Stepped || p.Steps < seen[p.Task.Number]+2 {
				return false
			}
			seen[p.Task.Number] = p.Steps
			return true
		})
		kept += report.Kept
		if done {
			break
		}
		stops++
	}
	if resumed := strings.Count(log.String(), "resumed from a checkpoint"); stops < 3 || kept < 2 || resumed < 2 {
		t.Errorf("stopped %d times, %d checkpoints, %d times resumed: the test wants more", stops, kept, resumed)
	}
	if got := tables(t, p, dir); got != want {
		t.Errorf("a run that was stopped in the middle of tasks makes other tables:\n%s\n%s", firstOther(got, want), log.String())
	}
	if _, err := os.Stat(filepath.Join(dir, "checkpoints")); err == nil {
		t.Error("checkpoints were left behind")
	}
}

// A checkpoint that is damaged is named and moved aside, and the task starts at its beginning.
func TestDamagedCheckpoints(t *testing.T) {
	p, whole := fakePlan(t, Standard(), slowConfig, "samples=1"), t.TempDir()
	ran(t, p, Options{Dir: whole})
	want := tables(t, p, whole)
	for name, damage := range map[string]func([]byte) []byte{
		"a bit": func(data []byte) []byte { data[len(data)/2] ^= 4; return data },
		"short": func(data []byte) []byte { return data[:len(data)-100] },
	} {
		dir := t.TempDir()
		path := store.Folder(dir).Checkpoint(p.Tasks[0].Solution)
		three := func(p Progress) bool { return p.Event == Stepped && p.Steps == 3 }
		if _, done := stopped(t, p, Options{Dir: dir, Checkpoint: always}, three); done {
			t.Fatal("it was not stopped in its search")
		}
		scratch.Write(t, path, damage([]byte(scratch.Read(t, path))))
		var log bytes.Buffer
		ran(t, p, Options{Dir: dir, Log: slog.New(slog.NewTextHandler(&log, nil))})
		if strings.Count(log.String(), "bad checkpoint, moved aside") != 1 || strings.Contains(log.String(), "resumed") {
			t.Errorf("%s: log %s", name, log.String())
		}
		if tables(t, p, dir) != want {
			t.Errorf("%s: other tables", name)
		}
	}
}

// What a process that was killed leaves behind, temporary files and checkpoints of
// what is done, is gone after the next run; what is not done keeps its checkpoint.
func TestLeftovers(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game), t.TempDir()
	ran(t, p, Options{Dir: dir})
	f, task := store.Folder(dir), p.Tasks[1]
	if err := os.Mkdir(f.In("checkpoints"), 0o777); err != nil {
		t.Fatal(err)
	}
	temporary := strings.Replace(filepath.Base(files.Temporary("x")), "-"+ghost().Birth[:len(ghost().Birth)-1], "-"+ghost().Birth, 1)
	other := strings.Replace(task.ID, "s001", "s009", 1)
	left := []string{"tasks/" + temporary, "solutions/" + temporary, "checkpoints/" + temporary, temporary,
		"checkpoints/" + task.Solution, "checkpoints/" + task.Solution + ".old", "checkpoints/" + checkpoint.OfMeasurement(task, "census"), "checkpoints/" + checkpoint.OfMeasurement(task, "census") + ".old"}
	kept := []string{"checkpoints/" + other, "checkpoints/" + other + ".census", "checkpoints/" + task.Solution + ".bad", "figure.pdf"}
	for _, name := range append(left, kept...) {
		scratch.Write(t, f.In(name), "")
	}
	ran(t, p, Options{Dir: dir})
	for _, name := range left {
		if _, err := os.Stat(f.In(name)); err == nil {
			t.Errorf("%s was left behind", name)
		}
	}
	for _, name := range kept {
		if _, err := os.Stat(f.In(name)); err != nil {
			t.Errorf("%s was removed", name)
		}
	}
}

// firstOther shows the first lines that two texts do not share.
func firstOther(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i] + "\nwant\n" + b[i]
		}
	}
	return "one has more lines"
}

// heavy is a dice that keeps when it is interrupted, which takes longer than an interrupted run
// waits for other things.
type heavy struct{ dice }

func (h *heavy) Solve(ctx context.Context, p *model.Problem, _ *rand.Rand, _ func(results.Reading)) (*model.Solution, error) {
	h.work.onStep(0)
	p.Keeper.Keep(func(w io.Writer) error {
		time.Sleep(200 * time.Millisecond)
		_, err := w.Write([]byte("messages"))
		return err
	})
	return nil, ctx.Err()
}

// An interrupted run waits for a checkpoint that is being written.
func TestInterruptedWhileKeeping(t *testing.T) {
	c, w := fakes()
	c.Algorithms["heavy"] = func(model.Model) kinds.Algorithm { return &heavy{dice{Steps: 3, work: w}} }
	p, dir := fakePlan(t, c, game, "algorithm.kind=heavy"), t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	w.onStep = func(int64) { cancel() }
	report, err := Run(ctx, p, Options{Dir: dir, Grace: 100 * time.Millisecond})
	if !errors.Is(err, say.ErrInterrupted) || report.Kept == 0 {
		t.Errorf("%+v, %v: want a checkpoint", report, err)
	}
	if err := checkpoint.Check(context.Background(), store.Folder(dir).Checkpoint(p.Tasks[0].Solution)); err != nil {
		t.Error(err)
	}
}
