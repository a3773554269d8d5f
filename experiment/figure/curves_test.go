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
	if c.Broken != "beyond capacity" {
		t.Errorf("the legend calls dashes %q", c.Broken)
	}
	c = Drawn{Theory: "rs", X: "alpha", Y: "error", Beyond: "cut"}.curve("theory_rs", theories.Curve{Rows: []int{0, 1, 2, 3, 4, 5}}, table,
		[][]float64{x, slices.Repeat([]float64{0.1}, 6), nil, nil, nil, nil, nil})
	if !math.IsNaN(c.Y[2]) || math.IsNaN(c.Y[1]) || c.Dashed != nil {
		t.Errorf("beyond = cut: %v", c.Y)
	}
}

// A density that is 0 up to a margin, and from another place on, has two values there; another column has none of them.
func TestStep(t *testing.T) {
	x, y := []float64{-1, 0, 1, 2, 3}, []float64{0, 0.7, 0.3, 0, 0}
	table := &results.Table{Columns: []string{"x", "density"}, Rows: make([][]results.Value, len(x))}
	part := theories.Curve{Rows: []int{0, 1, 2, 3, 4}}
	c := Drawn{Theory: "s", X: "x", Y: "density"}.curve("theory_s", part, table, [][]float64{x, y, nil, nil, nil, nil, nil})
	if !slices.Equal(c.X, []float64{-1, 0, 0, 1, 1, 2, 3}) || !slices.Equal(c.Y, []float64{0, 0, 0.7, 0.3, 0, 0, 0}) {
		t.Errorf("x %v, y %v", c.X, c.Y)
	}
	if c := (Drawn{Theory: "s", X: "x", Y: "error"}.curve("theory_s", part, table, [][]float64{x, y, nil, nil, nil, nil, nil})); !slices.Equal(c.X, x) {
		t.Errorf("x %v", c.X)
	}
}

// Rows without samples lack the power of the stabilities, and are no curve beside those that have it.
func TestOnePower(t *testing.T) {
	table := &results.Table{Columns: []string{"alpha", "power", "q"}, Rows: [][]results.Value{
		{results.Num(0.3), results.Num(1), results.Num(0.4)}, {results.Num(0.6), results.Missing, results.Missing},
	}}
	s := Drawn{Table: "fairness", X: "alpha", Y: "q"}
	if s.several(table, powerColumn) {
		t.Error("a power and none are two")
	}
	table.Rows[1][1] = results.Num(2)
	if !s.several(table, powerColumn) {
		t.Error("two powers are one")
	}
}
