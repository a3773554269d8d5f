package experiment

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"log/slog"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/checkpoint"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/scratch"
	"fbp/internal/sealed"
)

// resummed changes what a solver has kept and makes the sum of the checkpoint right again.
func resummed(t *testing.T, path string, change func(kept []byte)) {
	t.Helper()
	data := []byte(scratch.Read(t, path))
	data = data[:len(data)-sha256.Size]
	change(data[bytes.IndexByte(data, '\n')+1:])
	sum := sha256.Sum256(data)
	scratch.Write(t, path, append(data, sum[:]...))
}

// number puts a number into every place of eight bytes where there is one that is like a message:
// lengths and counts stay.
func number(x float64) func(kept []byte) {
	return func(kept []byte) {
		for at := 0; at+8 <= len(kept); at += 8 {
			if was := math.Abs(math.Float64frombits(binary.LittleEndian.Uint64(kept[at:]))); was > 1e-100 && was < 1e100 {
				binary.LittleEndian.PutUint64(kept[at:], math.Float64bits(x))
			}
		}
	}
}

// TestNumbersOfCheckpoints: a checkpoint with a right sum and numbers that are none is moved
// aside, in a search and in a measurement, and the record is the one that it would have been.
func TestNumbersOfCheckpoints(t *testing.T) {
	const gradient = "[model]\nkind = \"perceptron\"\nweights = \"spherical\"\n[instance]\nkind = \"random\"\nalpha = 1.2\n[algorithm]\nkind = \"hinge\"\nevery = 1\n"
	for name, of := range map[string]struct {
		text string
		kept func(task plan.Task) string
	}{
		"search":      {slowConfig, func(task plan.Task) string { return task.Solution }},
		"measurement": {slowConfig, func(task plan.Task) string { return checkpoint.OfMeasurement(task, "local_entropy") }},
		"gradient":    {gradient, func(task plan.Task) string { return task.Solution }},
	} {
		p, whole, dir := fakePlan(t, Standard(), of.text, "samples=1", "model.n=51"), t.TempDir(), t.TempDir()
		ran(t, p, Options{Dir: whole})
		want := tables(t, p, whole)
		f := store.Folder(dir)
		path := f.Checkpoint(of.kept(p.Tasks[0]))
		stopped(t, p, Options{Dir: dir, Checkpoint: always}, func(Progress) bool {
			there, err := filepath.Glob(path)
			return err == nil && len(there) > 0
		})
		resummed(t, path, number(math.NaN()))
		var log bytes.Buffer
		ran(t, p, Options{Dir: dir, Log: slog.New(slog.NewTextHandler(&log, nil))})
		if !strings.Contains(log.String(), "moved aside") || tables(t, p, dir) != want {
			t.Errorf("%s: other tables, or nothing was moved aside:\n%s", name, log.String())
		}
	}
}

// TestFailureAfterResuming: what fails after it went on from a checkpoint is begun again, once; a
// computation that fails by itself has the record that it would have had.
func TestFailureAfterResuming(t *testing.T) {
	f, tries := store.Folder(t.TempDir()), 0
	j := &job{run: &runner{folder: f, Options: Options{Log: slog.New(slog.DiscardHandler)}}}
	failing := func() (int, bool, error) {
		tries++
		return tries, tries != 2, sealed.ErrDamaged
	}
	for _, want := range []int{2, 3} { // the checkpoint is there; then it was moved aside
		if want == 2 {
			scratch.Write(t, f.Checkpoint("x"), "a checkpoint")
		}
		if _, err := retry(t.Context(), j, "x", failing); err == nil || tries != want {
			t.Errorf("%d tries, want %d: %v", tries, want, err)
		}
	}
}
