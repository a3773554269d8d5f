package store

import (
	"path/filepath"
	"testing"

	"fbp/internal/scratch"
)

// Names of configs and of a run's files are no names for the output of another command.
func TestTaken(t *testing.T) {
	dir := t.TempDir()
	scratch.Write(t, filepath.Join(dir, "run", "plan.json"), "{}")
	scratch.Write(t, filepath.Join(dir, "run", "samples.tsv"), "# samples\n# name: x\n# config: 0123456789abcdef\nn\n")
	scratch.Write(t, filepath.Join(dir, "run", "fit.tsv"), "# fit\n# alpha: P/N\nn\n")
	scratch.Write(t, filepath.Join(dir, "copy.tsv"), "# samples\n# config: 0123456789abcdef\nn\n")
	for path, want := range map[string]string{
		"x.toml": "the name of a config", "run/config.toml": "the name of a config", "X.TOML": "the name of a config",
		"run/plan.json": "the name of a plan or of records", "figure.json": "the name of a plan or of records", "records.jsonl": "the name of a plan or of records",
		"run/figure.png": "a file of the run in " + filepath.Join(dir, "run"), "run/figure.pdf": "a file of the run in " + filepath.Join(dir, "run"),
		"run/report.html": "a file of the run in " + filepath.Join(dir, "run"), "run/batch/tasks.txt": "in the run in " + filepath.Join(dir, "run"),
		"run/samples.tsv": "a table of a run", "copy.tsv": "a table of a run",
		"run/fit.tsv": "", "run/cost.tsv": "", "fit.tsv": "", "figure.pdf": "", "report.html": "", "batch/fit.tsv": "", "run/mine/fit.tsv": "",
	} {
		if got := Taken(filepath.Join(dir, filepath.FromSlash(path))); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
