package catalog

import (
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// TestCommittedCells: the tables of theory beside the figures have no quoted
// cells and no nan at status ok either.
func TestCommittedCells(t *testing.T) {
	paths, err := filepath.Glob("../../docs/figures/*.tsv")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d tables, %v", len(paths), err)
	}
	for _, path := range paths {
		data := scratch.Read(t, path)
		if !strings.Contains(data, "\tstatus\tnote\n") {
			continue
		}
		for _, line := range strings.Split(data, "\n") {
			if !strings.HasPrefix(line, "#") && (strings.Contains(line, `"`) || strings.Contains(line, "nan\t") && strings.HasSuffix(line, "\tok\t")) {
				t.Errorf("%s: %s", path, line)
				break
			}
		}
	}
}
