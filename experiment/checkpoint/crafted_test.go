package checkpoint

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"fbp/experiment/store"
	"fbp/instances"
	"fbp/internal/scratch"
	"fbp/results"
)

// craft writes a checkpoint that is sound by its sum.
func craft(t *testing.T, path string, head head) {
	t.Helper()
	line, err := json.Marshal(head)
	if err != nil {
		t.Fatal(err)
	}
	data := append(line, '\n')
	sum := sha256.Sum256(data)
	scratch.Write(t, path, append(data, sum[:]...))
}

// streamOfX is a stream of random numbers.
func streamOfX(draws uint64) *rand.Rand { return instances.StreamAt(draws, 1, "x") }

// A checkpoint of a newer fbp ends the run and stays, and what begins then keeps
// nothing in its place.
func TestCraftedCheckpoints(t *testing.T) {
	for name, test := range map[string]struct {
		head        head
		stays, ends bool
	}{
		"newer format":  {head{Format: format + 1, Name: "x", Physics: results.PhysicsVersion}, true, true},
		"newer physics": {head{Format: format, Name: "x", Physics: results.PhysicsVersion + 1}, true, true},
		"a bad table": {head{Format: format, Name: "x", Physics: results.PhysicsVersion,
			Readings: map[string]*results.Rows{"../x": {Values: []string{"v"}}}}, false, false},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		stopped := false
		f := store.Folder(t.TempDir())
		o := Options{Folder: f, Log: slog.New(slog.DiscardHandler), Steps: func(int) {}, Busy: new(atomic.Int64), Kept: func() {}, Stop: func(error) { stopped = true }}
		k, _ := o.Keeper(ctx, "x", new(results.Recorder), streamOfX)
		path := f.Checkpoint("x")
		if err := os.Mkdir(f.In("checkpoints"), 0o777); err != nil {
			t.Fatal(err)
		}
		craft(t, path, test.head)
		before := scratch.Read(t, path)
		start := time.Now()
		if k.Resume(func(io.Reader) error { return nil }) || time.Since(start) > 5*time.Second {
			t.Errorf("%s: resumed, or after %v", name, time.Since(start))
		}
		if _, err := os.Stat(path); (err == nil) != test.stays {
			t.Errorf("%s: %v, want that it stays: %v", name, err, test.stays)
		}
		if stopped != test.ends || (k.fault != nil) != test.ends {
			t.Errorf("%s: fault %v, stopped %v", name, k.fault, stopped)
		}
		if k.Keep(func(io.Writer) error { return nil }); test.stays {
			if scratch.Read(t, path) != before || len(k.recorder.Readings()) > 0 {
				t.Errorf("%s: a beginning takes the place of what could not be read", name)
			}
		}
		cancel()
	}
}

// A run that is stopped while it reads a checkpoint has read all of it, or nothing: a
// beginning that held its readings would have them twice.
func TestStoppedWhileResuming(t *testing.T) {
	for name, fault := range map[string]error{"all": nil, "nothing": context.Canceled} {
		ctx, cancel := context.WithCancel(context.Background())
		f := store.Folder(t.TempDir())
		o := Options{Folder: f, Log: slog.New(slog.DiscardHandler), Steps: func(int) {}, Busy: new(atomic.Int64), Kept: func() {}}
		k, _ := o.Keeper(ctx, "x", new(results.Recorder), streamOfX)
		k.recorder.Emit(results.Reading{Table: "t", Values: []results.Quantity{{Name: "v", Value: 1}}})
		k.Keep(func(io.Writer) error { return nil })
		k.recorder.Restore(nil)
		resumed := k.Resume(func(io.Reader) error {
			cancel()
			return fault
		})
		if resumed != (fault == nil) || (len(k.recorder.Readings()) == 1) != resumed {
			t.Errorf("%s: resumed %v with %d tables", name, resumed, len(k.recorder.Readings()))
		}
		before := scratch.Read(t, f.Checkpoint("x"))
		k.rng.draws++
		k.Keep(func(io.Writer) error { return nil })
		if (scratch.Read(t, f.Checkpoint("x")) != before) != resumed {
			t.Errorf("%s: after it was resumed (%v) a checkpoint is kept, or none", name, resumed)
		}
	}
}

// A computation goes on at once wherever its random numbers were, and keeps their number.
func TestResumesFarInAStream(t *testing.T) {
	const far = 1<<40 + 17
	f := store.Folder(t.TempDir())
	o := Options{Folder: f, Log: slog.New(slog.DiscardHandler), Steps: func(int) {}, Busy: new(atomic.Int64), Kept: func() {}}
	k, rng := o.Keeper(t.Context(), "x", new(results.Recorder), streamOfX)
	if err := os.Mkdir(f.In("checkpoints"), 0o777); err != nil {
		t.Fatal(err)
	}
	craft(t, f.Checkpoint("x"), head{Format: format, Name: "x", Physics: results.PhysicsVersion, Draws: far})
	start := time.Now()
	if !k.Resume(func(io.Reader) error { return nil }) || time.Since(start) > 5*time.Second {
		t.Fatalf("not resumed, or after %v", time.Since(start))
	}
	if got, want := rng.Uint64(), streamOfX(far).Uint64(); got != want || k.rng.draws != far+1 {
		t.Errorf("goes on with %#x after %d numbers, want %#x", got, k.rng.draws, want)
	}
}

// Checkpoints are due after their time, and never cost more than 5 %.
func TestCheckpointsDue(t *testing.T) {
	k := &Keeper{Options: Options{Every: time.Minute}}
	for _, test := range []struct {
		ago, cost time.Duration
		due       bool
	}{
		{59 * time.Second, 0, false}, {61 * time.Second, 0, true},
		{61 * time.Second, 10 * time.Second, false}, {191 * time.Second, 10 * time.Second, true},
	} {
		k.last, k.cost = time.Now().Add(-test.ago), test.cost
		if k.Due() != test.due {
			t.Errorf("%+v: due %v", test, k.Due())
		}
	}
}
