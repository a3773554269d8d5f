package catalog

import (
	"context"
	"math"
	"strings"
	"testing"

	"fbp/internal/values"
)

// TestRowsAtEdges: a number that does not exist takes no others of its row with it, numbers
// are there up to the ends of the ranges that are stated, and those that are bounds say so. Values are
// those of other programs: of κ_pair its equation with q of fbp theory rs, by bisection; of 1rsb the
// minimum over one step, 4.69660 with more.
func TestRowsAtEdges(t *testing.T) {
	typical, err := values.Parse("typical", "typical")
	if err != nil {
		t.Fatal(err)
	}
	spherical := map[string][]string{"weights": {"spherical"}}
	for _, c := range []struct {
		entry  Entry
		words  map[string][]string
		at     map[string][]float64
		column string
		want   float64
		status string
		note   string
	}{
		{starEntry, nil, map[string][]float64{"alpha": {3.8}, "kappa": {-0.5}}, "kappa_pair", -0.485823, StatusNoSolution, "kappa_star: no such margin"},
		{starEntry, nil, map[string][]float64{"alpha": {3}, "kappa": {-5}}, "kappa_pair", -3.535537, StatusNoSolution, "kappa_star: no such margin"},
		{stabilityEntry, spherical, map[string][]float64{"alpha": {1.73}, "x": {20}, "q1": typical}, "density", 0, StatusOK, ""},
		{crossEntropyEntry, nil, map[string][]float64{"alpha": {0.9}, "gamma": {500}, "beta": {math.Inf(1)}}, "q", 1, StatusOK, "dq = 1.58091"},
		{crossEntropyEntry, nil, map[string][]float64{"alpha": {1e-6}, "gamma": {1000}, "beta": {math.Inf(1)}}, "q", 1, StatusOK, "dq is too large"},
		{capacityEntry, map[string][]string{"weights": {"spherical"}, "ansatz": {"1rsb"}}, map[string][]float64{"kappa": {-0.5}}, "alpha_c", 4.700139, StatusOK, "an upper bound"},
		{capacityEntry, map[string][]string{"weights": {"spherical"}, "ansatz": {"1rsb"}, "activation": {"relu"}}, nil, "alpha_c", 2.664280, StatusOK, "an upper bound"},
		{capacityEntry, map[string][]string{"weights": {"spherical"}, "activation": {"relu"}}, nil, "alpha_c", 2.933884, StatusOK, "an upper bound"},
		{capacityEntry, map[string][]string{"weights": {"spherical"}, "ansatz": {"1rsb"}}, nil, "alpha_c", 2, StatusOK, "replica symmetry is stable"},
		{stabilityEntry, map[string][]string{"weights": {"spherical"}, "activation": {"relu"}}, map[string][]float64{"alpha": {2}, "x": {20}, "q1": typical}, "density", 0, StatusOK, unstableNote},
	} {
		table, err := c.entry.Table(context.Background(), Request{Values: c.at, Words: c.words})
		if err != nil {
			t.Errorf("%s %v: %v", c.entry.Name, c.at, err)
			continue
		}
		row := table.Rows[0]
		cell := func(name string) string {
			for i, column := range table.Columns {
				if column == name {
					return row[i].String()
				}
			}
			return "no column"
		}
		number, err := values.Parse(cell(c.column))
		same := err == nil && math.Abs(number[0]-c.want) < 1e-6
		if !same || cell("status") != c.status || !strings.HasPrefix(cell("note"), c.note) {
			t.Errorf("%s %v: %s = %s, %s, %q; want %v, %s, %q", c.entry.Name, c.at, c.column, cell(c.column), cell("status"), cell("note"), c.want, c.status, c.note)
		}
	}
}
