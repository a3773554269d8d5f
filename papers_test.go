package fbp_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

const (
	papers  = "docs/papers.md"  // figures of papers, and our numbers beside theirs
	studies = "docs/studies.md" // figures of no paper
)

// TestPapers: a row has a quantity, what the paper states, what we find, how many
// standard errors these are apart, as a number or a dash, and a reason where that is more
// than two; and nothing "agrees" without a number.
func TestPapers(t *testing.T) {
	rows := 0
	for i, line := range strings.Split(scratch.Read(t, papers), "\n") {
		cells := cellsOf(line)
		if len(cells) != 5 || strings.HasPrefix(line, "|--") {
			continue
		}
		paper, ours, apart, reason := cells[1], cells[2], cells[3], cells[4]
		if strings.HasPrefix(cells[0], "quantity") {
			if !strings.HasPrefix(ours, "ours") || paper != "paper" || apart != "standard errors" || reason != "reason" {
				t.Errorf("%s:%d: want quantity, paper, ours, standard errors, reason, not %q", papers, i+1, cells)
			}
			continue
		}
		rows++
		number := regexp.MustCompile(`^[\d.]+`).FindString(apart)
		switch {
		case cells[0] == "" || ours == "" && number == "":
			t.Errorf("%s:%d: what is compared? %q", papers, i+1, line)
		case number == "" && apart != "—":
			t.Errorf("%s:%d: want a number of standard errors, or —, not %q", papers, i+1, apart)
		case number == "" && regexp.MustCompile(`(?i)\bagree`).MatchString(line):
			t.Errorf("%s:%d: agrees within how many standard errors? %s", papers, i+1, line)
		}
		if n, _ := strconv.ParseFloat(number, 64); n > 2 && reason == "" && apart == number {
			t.Errorf("%s:%d: %s standard errors apart, and no reason: %s", papers, i+1, number, line)
		}
	}
	if rows < 75 {
		t.Errorf("%s compares %d quantities", papers, rows)
	}
}

// cellsOf are the cells of a row of a table.
func cellsOf(line string) (cells []string) {
	if !strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "|--") {
		return nil
	}
	line = strings.ReplaceAll(line, `\|`, "¦") // a bar in a cell
	for _, cell := range strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|") {
		cells = append(cells, strings.TrimSpace(cell))
	}
	return cells
}
