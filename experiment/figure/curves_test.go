package figure

import (
	"math"
	"slices"
	"testing"

	"fbp/experiment/theories"
	"fbp/results"
	"fbp/theory/catalog"
)

// TestTheoryAsItIs: a line of theory ends where its branch ends or it has no solution, whatever numbers stand there, and is
// dashed beyond capacity, for every column.
func TestTheoryAsItIs(t *testing.T) {
	table := &results.Table{Columns: []string{"alpha", "error", "status"}}
	status := []string{catalog.StatusOK, catalog.StatusBound, catalog.StatusBeyond, catalog.StatusEnds, catalog.StatusNoSolution, catalog.StatusStable}
	x := []float64{1, 2, 3, 4, 5, 6}
	for i, s := range status {
		table.Rows = append(table.Rows, []results.Value{results.Num(x[i]), results.Num(0.1), results.Text(s)})
	}
	c := Drawn{Theory: "rs", X: "alpha", Y: "error"}.curve("theory_rs", theories.Curve{Rows: []int{0, 1, 2, 3, 4, 5}}, table,
		[][]float64{x, slices.Repeat([]float64{0.1}, 6), nil, nil, nil, nil, nil})
	for i, s := range status {
		cut := s == catalog.StatusEnds || s == catalog.StatusNoSolution
		if math.IsNaN(c.Y[i]) != cut || c.Dashed[i] != (s == catalog.StatusBeyond) {
			t.Errorf("%s: y = %v, dashed %v", s, c.Y[i], c.Dashed[i])
		}
	}
}
