package fbp_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// reproduction is the document that compares our numbers with those of the papers.
const reproduction = "docs/reproduction.md"

// TestReproductionComplete: every figure of a paper in the gallery has a section of the same
// heading in docs/reproduction.md, and the gallery leaves the comparison to it.
func TestReproductionComplete(t *testing.T) {
	compared := scratch.Read(t, reproduction)
	found := 0
	for _, section := range regexp.MustCompile(`(?m)^##+ `).Split(scratch.Read(t, gallery), -1)[1:] {
		heading, text, _ := strings.Cut(section, "\n")
		if !regexp.MustCompile("`fbp run configs/(prl|pnas)").MatchString(text) || strings.Contains(text, "Not in the paper") {
			continue
		}
		found++
		if !strings.Contains(compared, "\n### "+heading+"\n") {
			t.Errorf("%s has no section %q", reproduction, heading)
		}
		if m := regexp.MustCompile(`(?i)\b(agrees|differs)\b`).FindString(text); m != "" {
			t.Errorf("%s, %q: %q belongs to %s", gallery, heading, m, reproduction)
		}
	}
	if found < 18 {
		t.Errorf("%s has %d figures of papers", gallery, found)
	}
}

// TestReproductionRows: a row has a quantity, what the paper states, what we find, how many
// standard errors these are apart, as a number or a dash, and a reason where that is more
// than two; and nothing "agrees" without a number.
func TestReproductionRows(t *testing.T) {
	rows := 0
	for i, line := range strings.Split(scratch.Read(t, reproduction), "\n") {
		cells := cellsOf(line)
		if len(cells) != 5 || strings.HasPrefix(line, "|--") {
			continue
		}
		paper, ours, apart, reason := cells[1], cells[2], cells[3], cells[4]
		if strings.HasPrefix(cells[0], "quantity") {
			if !strings.HasPrefix(ours, "ours") || paper != "paper" || apart != "standard errors" || reason != "reason" {
				t.Errorf("%s:%d: want quantity, paper, ours, standard errors, reason, not %q", reproduction, i+1, cells)
			}
			continue
		}
		rows++
		number := regexp.MustCompile(`^[\d.]+`).FindString(apart)
		switch {
		case cells[0] == "" || ours == "" && number == "":
			t.Errorf("%s:%d: what is compared? %q", reproduction, i+1, line)
		case number == "" && apart != "—":
			t.Errorf("%s:%d: want a number of standard errors, or —, not %q", reproduction, i+1, apart)
		case number == "" && regexp.MustCompile(`(?i)\bagree`).MatchString(line):
			t.Errorf("%s:%d: agrees within how many standard errors? %s", reproduction, i+1, line)
		}
		if n, _ := strconv.ParseFloat(number, 64); n > 2 && reason == "" && apart == number {
			t.Errorf("%s:%d: %s standard errors apart, and no reason: %s", reproduction, i+1, number, line)
		}
	}
	if rows < 100 {
		t.Errorf("%s compares %d quantities", reproduction, rows)
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
