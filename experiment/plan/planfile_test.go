package plan_test

import (
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/internal/scratch"
)

// TestReadNamesRuns: a folder that holds runs, a file, and a folder without anything are told from that of a run.
func TestReadNamesRuns(t *testing.T) {
	dir := t.TempDir()
	run := filepath.Join(dir, "results", "first")
	scratch.Write(t, filepath.Join(run, "plan.json"), "{}")
	for path, want := range map[string]string{
		filepath.Join(dir, "results", "plan.json"):   "there is no such plan; want the folder of a run, as " + run,
		filepath.Join(dir, "plan.json"):              "there is no such plan; want the folder of a run",
		filepath.Join(dir, "nowhere", "plan.json"):   "there is no such plan; want the folder of a run",
		filepath.Join(run, "plan.json", "plan.json"): "is a file; want the folder of a run",
	} {
		if _, err := plan.Read(path); err == nil || !strings.HasSuffix(err.Error(), ": "+want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}
