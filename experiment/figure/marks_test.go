package figure

import (
	"slices"
	"testing"

	"fbp/plot"
)

// Rows of fewer samples than planned, with unsolved ones, or with a replicon above 1 are hollow,
// those that had not converged are crosses; all are where the series is hollow as it is.
func TestMarks(t *testing.T) {
	table := rows(t, "n_samples n_included n_unconverged replicon\n10 0 0 0.5\n9 0 0 1\n10 1 0 1\n10 0 2 1\n10 0 0 1.01\n0 0 0 0\n")
	x := []float64{0.3, 0.2, 0.15, 0.1, 0.08, 0}
	all := plot.Series{Name: "a", X: x, Y: x, Style: plot.Style{Color: plot.Color(0), Line: plot.Solid, Marker: plot.Circle}}
	for planned, want := range map[int][]string{10: {"fewer than 10 samples", "with unsolved samples", "replicon above 1"}, 0: {"with unsolved samples", "replicon above 1"}} {
		c := curve{rows: []int{0, 1, 2, 3, 4, 5}, why: marks(table, "y", planned)}
		s := c.marked(all)
		if len(s) != 4 || s[0].Style.Marker != plot.NoMarker || len(s[0].X) != 6 || s[1].Style.Hollow || !s[2].Style.Hollow || !slices.Equal(s[2].Why, want) || len(s[2].X) != len(want) {
			t.Errorf("%+v", s)
		}
		if !slices.Equal(s[3].X, []float64{0.1}) || s[3].Style.Marker != plot.Cross || !slices.Equal(s[3].Why, []string{"not converged"}) || s[3].Joined != plot.Solid {
			t.Errorf("%+v", s[3])
		}
		hollow := all
		hollow.Style.Hollow = true
		if s = c.marked(hollow); len(s) != 3 || !s[1].Style.Hollow || s[2].Style.Hollow || s[2].Style.Marker != plot.Cross || len(s[2].Why) != len(want)+1 {
			t.Errorf("of a hollow series: %+v", s)
		}
	}
	failed := rows(t, "samples n_failed\n10 0\n9 1\n1 9\n0 10\n")
	for planned, first := range map[int][]string{10: {"fewer than 10 samples", "without failed searches"}, 0: {"without failed searches"}} {
		if why := marks(failed, "", planned); why[0] != nil || !slices.Equal(why[1], first) || !slices.Equal(why[2], first) {
			t.Errorf("failed searches: %q", why)
		}
	}
	if s := (curve{rows: []int{0}}).marked(plot.Series{X: []float64{1}, Y: []float64{1}, Style: plot.Style{Marker: plot.Circle}}); len(s) != 1 || s[0].Why != nil {
		t.Errorf("theory: %+v", s)
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
