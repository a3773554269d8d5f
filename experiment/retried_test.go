package experiment

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"fbp/experiment/checkpoint"
	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/results"
)

// failedMeasurement makes the local entropy of a task one that has failed.
func failedMeasurement(t *testing.T, f store.Folder, r *results.Record, path, measured string) {
	t.Helper()
	const kind = "local_entropy"
	r.Reasons = map[string]string{kind: "as if"}
	if err := results.WriteRecord(path, r); err != nil {
		t.Fatal(err)
	}
	m, err := f.MeasurementNamed(measured)
	if err != nil || m == nil {
		t.Fatal(m, err)
	}
	m.Reason, m.Readings = "as if", map[string]*results.Rows{}
	if err := f.WriteMeasurement(m); err != nil {
		t.Fatal(err)
	}
}

// TestRetriedMeasurementResumes: a measurement that is done again, and stopped, goes on where it
// was, so that one that takes longer than a job may ends after several.
func TestRetriedMeasurementResumes(t *testing.T) {
	p, dir := fakePlan(t, Standard(), slowConfig, "samples=1"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	want := tables(t, p, dir)
	f, task := store.Folder(dir), p.Tasks[0]
	r, err := f.Read(task)
	if err != nil {
		t.Fatal(err)
	}
	measured := p.Spec.At(task.Point).Measures[0].Of(task, r.Params).Name()
	failedMeasurement(t, f, r, f.Record(task), measured)
	kept := f.Checkpoint(checkpoint.OfMeasurement(task, "local_entropy"))
	_, done := stopped(t, p, Options{Dir: dir, RetryFailed: true, Checkpoint: always}, func(Progress) bool {
		there, err := files.Exists(kept)
		return err == nil && there
	})
	if done {
		t.Fatal("it was not stopped in its measurement")
	}
	if err := collect(dir, dir); err != nil { // tidies up too
		t.Fatal(err)
	}
	var log bytes.Buffer
	ran(t, p, Options{Dir: dir, RetryFailed: true, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if !strings.Contains(log.String(), "resumed from a checkpoint") || tables(t, p, dir) != want {
		t.Errorf("it was begun again, or other tables were made:\n%s", log.String())
	}
	if there, _ := files.Exists(f.In("checkpoints")); there {
		t.Error("checkpoints were left behind")
	}
}

// TestCollectBesideForce: who makes the tables of a folder leaves the checkpoints of tasks that
// are being done again there.
func TestCollectBesideForce(t *testing.T) {
	p, dir := fakePlan(t, Standard(), slowConfig, "samples=1"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	f, task := store.Folder(dir), p.Tasks[0]
	seen := map[string]bool{}
	ran(t, p, Options{Dir: dir, Force: true, Checkpoint: always, Watch: func(Progress) {
		for _, name := range []string{task.Solution, checkpoint.OfMeasurement(task, "local_entropy")} {
			if there, _ := files.Exists(f.Checkpoint(name)); !there || seen[name] {
				continue
			}
			seen[name] = true
			if err := collect(dir, dir); err != nil {
				t.Error(err)
			}
			if there, _ := files.Exists(f.Checkpoint(name)); !there {
				t.Errorf("the checkpoint %s was removed", name)
			}
		}
	}})
	if len(seen) != 2 {
		t.Errorf("checkpoints of %v: the test wants both", seen)
	}
}
