package store

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"fbp/internal/claims"
	"fbp/internal/files"
	"fbp/internal/scratch"
)

// Checkpoints of what a process is doing again stay, though it is done, whatever the clocks say;
// they are removed once its lease is over.
func TestTidyLeavesWhatIsClaimed(t *testing.T) {
	elsewhere, err := json.Marshal(claims.Owner{Host: "elsewhere", PID: os.Getpid(), Machine: "elsewhere"})
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []time.Duration{-24 * time.Hour, 0, 24 * time.Hour} {
		for _, silent := range []time.Duration{0, claims.Lease + time.Minute} {
			f := Folder(t.TempDir())
			serverOff(t, f, wrong)
			scratch.Write(t, f.In("claims", "x"), string(elsewhere)+"\n")
			if err := os.Chtimes(f.In("claims", "x"), time.Time{}, time.Now().Add(wrong-silent)); err != nil {
				t.Fatal(err)
			}
			scratch.Write(t, f.In("solutions", "x"), "")
			scratch.Write(t, f.Checkpoint("x"), "")
			f.tidy()
			if there, err := files.Exists(f.Checkpoint("x")); err != nil || there != (silent < claims.Lease) {
				t.Errorf("clock %v, silent for %v: there %v, %v", wrong, silent, there, err)
			}
		}
	}
}

// serverOff makes the clock that dates what is written in a folder be wrong.
func serverOff(t *testing.T, f Folder, wrong time.Duration) {
	t.Cleanup(files.Intercept(func(op *files.Op, do func() error) error {
		if err := do(); err != nil || op.Kind != "write" || !strings.HasPrefix(op.File.Name(), string(f)) {
			return err
		}
		at := time.Now().Add(wrong)
		return os.Chtimes(op.File.Name(), at, at)
	}))
}
