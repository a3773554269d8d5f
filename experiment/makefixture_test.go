package experiment

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/checkpoint"
	"fbp/experiment/store"
	"fbp/results"
)

var makeFixture = flag.String("fixture", "", "make testdata/`NAME`, an unfinished run of the config that is there")

// TestMakeFixture makes a fixture of [TestOldUnfinishedRuns]: with the flag -fixture NAME,
// from testdata/NAME/config.toml. One task is done, one stopped in
// its local entropy, one in its search, one not begun; records.jsonl is of the whole run.
func TestMakeFixture(t *testing.T) {
	if *makeFixture == "" {
		t.Skip("makes no fixture without -fixture")
	}
	dir, whole := filepath.Join("testdata", *makeFixture), t.TempDir()
	p := loaded(t, dir)
	ran(t, p, Options{Dir: whole})
	tables(t, p, whole)
	first := 0
	ran(t, p, Options{Dir: dir, Task: &first})
	path := store.Folder(dir).Record(p.Tasks[first])
	record, err := results.ReadRecord(path)
	if err != nil {
		t.Fatal(err)
	}
	record.Run = nil // says whose machine it was
	if err := results.WriteRecord(path, record); err != nil {
		t.Fatal(err)
	}
	for task, checkpoint := range map[int]string{
		1: checkpoint.OfMeasurement(p.Tasks[1], "local_entropy"),
		2: p.Tasks[2].Solution,
	} {
		_, done := stopped(t, p, Options{Dir: dir, Task: &task, Checkpoint: always}, func(Progress) bool {
			_, err := os.Stat(store.Folder(dir).Checkpoint(checkpoint))
			return err == nil
		})
		if done {
			t.Fatalf("task %d was not stopped", task)
		}
	}
	keep := map[string]bool{"config.toml": true, "plan.json": true, "checkpoints": true, "measurements": true, "solutions": true, "tasks": true}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !keep[e.Name()] {
			os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
	records, err := os.ReadFile(filepath.Join(whole, "records.jsonl"))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "records.jsonl"), records, 0o666)
	}
	if err != nil || strings.Count(string(records), "\n") != len(p.Tasks) {
		t.Fatalf("%d records: %v", strings.Count(string(records), "\n"), err)
	}
}
