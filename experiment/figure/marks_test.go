package figure

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fbp/plot"
)

// Rows of fewer samples than planned, with unsolved ones, or with a replicon above 1 are hollow,
// those that had not converged are crosses; a curve of which no point is as planned says so in its name.
func TestMarks(t *testing.T) {
	table := rows(t, "n_samples n_included n_unconverged replicon\n10 0 0 0.5\n9 0 0 1\n10 1 0 1\n10 0 2 1\n10 0 0 1.01\n0 0 0 0\n")
	x := []float64{0.3, 0.2, 0.15, 0.1, 0.08, 0}
	for planned, want := range map[int][]string{10: {"", "fewer than 10 samples", "with unsolved samples", "not converged", "replicon above 1", ""}, 0: {"", "", "with unsolved samples", "not converged", "replicon above 1", ""}} {
		c := curve{Series: plot.Series{X: x, Y: x, Style: plot.Style{Marker: plot.Circle}}, rows: []int{0, 1, 2, 3, 4, 5}, why: marks(table, "y", planned)}
		said := c.doubt()
		for i, reasons := range c.Why {
			if said != "" || strings.Join(reasons, ", ") != want[i] {
				t.Errorf("point %d: %q, want %q", i, reasons, want[i])
			}
		}
	}
	c := curve{Series: plot.Series{Name: "a", X: x[:3], Y: []float64{1, 2, math.NaN()}, Style: plot.Style{Marker: plot.Circle}}, rows: []int{1, 2, 0}, why: marks(table, "y", 10)}
	one, two := []curve{c}, []curve{c, c}
	if entries := doubt(one); one[0].Name != "a (fewer than 10 samples, or unsolved ones)" || one[0].Why != nil || entries != nil {
		t.Errorf("no point is as planned: %q, %q", one[0].Name, one[0].Why)
	}
	if entries := doubt(two); two[0].Name != "a" || len(entries) != 1 || entries[0].Name != "fewer than 10 samples, or unsolved ones" {
		t.Errorf("no point of two curves is as planned: %q, %+v", two[0].Name, entries)
	}
	failed := rows(t, "samples n_failed\n10 0\n9 1\n1 9\n0 10\n")
	for planned, first := range map[int][]string{10: {"fewer than 10 samples", "without failed searches"}, 0: {"without failed searches"}} {
		if why := marks(failed, "", planned); why[0] != nil || !slices.Equal(why[1], first) || !slices.Equal(why[2], first) {
			t.Errorf("failed searches: %q", why)
		}
	}
	theory := curve{Series: plot.Series{X: x[:1], Y: x[:1], Style: plot.Style{Marker: plot.Circle}}, rows: []int{0}}
	if doubt([]curve{theory}); theory.Why != nil {
		t.Errorf("theory: %+v", theory)
	}
}

// Of a value with a number of its own that number counts, and unsolved samples are in its mean where it
// has more than are solved: of ten samples of which three are unsolved all seven, six, and eight.
func TestMarksOfFewer(t *testing.T) {
	table := rows(t, "y y_n n_samples n_included\n1 7 10 3\n1 6 10 3\n1 8 10 3\n1 10 10 0\n")
	for planned, want := range map[int][][]string{
		10: {{"fewer than 10 samples"}, {"fewer than 10 samples"}, {"fewer than 10 samples", "with unsolved samples"}, nil},
		7:  {nil, {"fewer than 7 samples"}, {"with unsolved samples"}, nil},
	} {
		if got := marks(table, "y", planned); !slices.EqualFunc(got, want, slices.Equal[[]string]) {
			t.Errorf("%d planned: %v, want %v", planned, got, want)
		}
	}
	if got := marks(table, "x", 10); got[0] == nil || got[0][0] != plot.UnsolvedOnes {
		t.Errorf("of another value: %v", got)
	}
}
