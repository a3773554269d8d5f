package catalog

import (
	"path/filepath"
	"slices"
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
		var columns []string
		for _, line := range strings.Split(strings.TrimSuffix(data, "\n"), "\n") {
			cells := strings.Split(line, "\t")
			switch {
			case strings.HasPrefix(line, "#"):
			case columns == nil:
				columns = cells
			case strings.Contains(line, `"`):
				t.Errorf("%s: %s", path, line)
			case cells[len(cells)-2] == StatusOK:
				for i, c := range cells {
					if c == "nan" && rsEntry.Labels[columns[i]] == "" && !slices.Contains(optional(columns), columns[i]) { // of one kind of labels
						t.Errorf("%s: no %s: %s", path, columns[i], line)
					}
				}
			}
		}
	}
}

// optional are the columns that may be empty in a table with these columns.
func optional(columns []string) []string {
	for _, e := range All() {
		if slices.Equal(e.TableColumns(), columns[:len(columns)-2]) {
			return e.Optional
		}
	}
	return nil
}
