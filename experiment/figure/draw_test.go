package figure

import (
	"fbp/results"
	"fbp/theory"
	"fbp/theory/franzparisi"
	"math"
	"strings"
	"testing"
)

// only is a folder with one table, whatever its name.
func only(t *results.Table) func(string) (*results.Table, error) {
	return func(string) (*results.Table, error) { return t, nil }
}

// Swept keys that are not the size make series of their own, whatever their
// place among the columns.
func TestSeriesOfASweep(t *testing.T) {
	table := &results.Table{Name: "local_entropy", Columns: strings.Fields(
		"alpha y n rho overlap distance distance_std entropy entropy_std n_samples")}
	for _, y := range []float64{5, 20} {
		for _, rho := range []float64{0.1, 0.5} {
			table.Rows = append(table.Rows, []results.Value{results.Num(0.5), results.Num(y), results.Int(51), results.Num(rho),
				results.Num(0.5), results.Num(0.3 / rho / 10), results.Num(0.01), results.Num(math.Sqrt(y) / 20), results.Num(0.01), results.Int(3)})
		}
	}
	drawn, err := Make(Display{Figure: &LocalEntropy{Bars: "std"}}, only(table))
	if err != nil {
		t.Fatal(err)
	}
	points := 0
	for _, s := range drawn.Panels[0].Series {
		if len(s.XErr) == 2 {
			points++
		}
	}
	if points != 2 {
		t.Errorf("%d series of points, want one for each y", points)
	}
}

// The thresholds that figures of success show are those of theory.
func TestThresholds(t *testing.T) {
	reference, _, err := franzparisi.AlphaU(0)
	if err != nil || math.Abs(reference.Alpha-alphaU) > 1e-8 {
		t.Errorf("α'_u = %v, %v", reference.Alpha, err)
	}
	capacity, err := theory.AlphaC(0)
	if err != nil || math.Abs(capacity.Alpha-alphaC) > 1e-9 {
		t.Errorf("α_c = %v, %v", capacity.Alpha, err)
	}
	if guides := thresholds(0.5); len(guides) != 2 || guides[1].Value >= alphaC || guides[0].Value >= guides[1].Value {
		t.Errorf("κ = 0.5: %v", guides)
	}
	if guides := thresholds(9); len(guides) > 1 {
		t.Errorf("κ = 9: %v", guides)
	}
}
