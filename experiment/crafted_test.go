package experiment

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"testing"
	"time"

	"fbp/instances"
	"fbp/results"
)

// craft writes a checkpoint that is sound by its sum.
func craft(t *testing.T, path string, head checkpointHead) {
	t.Helper()
	line, err := json.Marshal(head)
	if err != nil {
		t.Fatal(err)
	}
	data := append(line, '\n')
	sum := sha256.Sum256(data)
	if err := os.WriteFile(path, append(data, sum[:]...), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A checkpoint of a newer fbp ends the run and stays; one that asks for more
// random numbers than anybody drew is bad; and an interruption is heard while
// numbers are drawn again.
func TestCraftedCheckpoints(t *testing.T) {
	for name, test := range map[string]struct {
		head        checkpointHead
		stays, ends bool
	}{
		"newer format":   {checkpointHead{Format: checkpointFormat + 1, Name: "x", Physics: results.PhysicsVersion}, true, true},
		"newer physics":  {checkpointHead{Format: checkpointFormat, Name: "x", Physics: results.PhysicsVersion + 1}, true, true},
		"many draws":     {checkpointHead{Format: checkpointFormat, Name: "x", Physics: results.PhysicsVersion, Draws: 1 << 63}, false, false},
		"draws for long": {checkpointHead{Format: checkpointFormat, Name: "x", Physics: results.PhysicsVersion, Draws: mostDraws}, true, false},
		"a bad table": {checkpointHead{Format: checkpointFormat, Name: "x", Physics: results.PhysicsVersion,
			Readings: map[string]*results.Series{"../x": {Values: []string{"v"}}}}, false, false},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		stopped := false
		r := &runner{Options: Options{Log: slog.New(slog.DiscardHandler)}, folder: Folder(t.TempDir())}
		j := &job{run: r, steps: func(int) {}, lost: func(error) { stopped = true }}
		k, _ := j.keeper(ctx, "x", new(results.Recorder), instances.Stream(1, "x"))
		path := r.folder.checkpoint("x")
		if err := os.Mkdir(r.folder.in("checkpoints"), 0o777); err != nil {
			t.Fatal(err)
		}
		craft(t, path, test.head)
		start := time.Now()
		if k.Resume(func(io.Reader) error { return nil }) || time.Since(start) > 5*time.Second {
			t.Errorf("%s: resumed, or after %v", name, time.Since(start))
		}
		if _, err := os.Stat(path); (err == nil) != test.stays {
			t.Errorf("%s: %v, want that it stays: %v", name, err, test.stays)
		}
		if stopped != test.ends || errors.As(k.fault, new(*diskError)) != test.ends {
			t.Errorf("%s: fault %v, stopped %v", name, k.fault, stopped)
		}
		cancel()
	}
}
