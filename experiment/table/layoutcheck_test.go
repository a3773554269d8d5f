package table

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"fbp/experiment/kinds"
	"fbp/experiment/plantest"
	"fbp/model"
	"fbp/results"
)

// probe is a measurement that no line of this package knows.
type probe struct {
	Points []float64 `toml:"points" help:"where to measure"`
	Mean   float64   `toml:"mean" help:"expected value of base"`
}

func (p *probe) Validate() error         { return nil }
func (p *probe) Check(model.Model) error { return nil }
func (p *probe) Measure(context.Context, *model.Problem, []*model.Solution, *rand.Rand, func(results.Reading)) error {
	return nil
}
func (p *probe) known(model.Model, float64, float64, model.Typical) (float64, bool) {
	return p.Mean, true
}
func (p *probe) About() model.About {
	return model.About{Known: p.known, Tables: []results.Layout{
		{Table: "probing", At: []string{"x"}, Values: []string{"v"}, Sized: true, Due: p.Points, Notes: []string{"by a probe"},
			Converged: "probes", Control: &results.Control{Value: "v", Number: "base"}},
		{Table: "probes", At: []string{"x"}, Values: []string{"converged"}, NoSpread: true},
		{Table: "probe_numbers", Values: []string{"base"}, After: []string{"nothing", "errors"}},
	}}
}

// A measurement states how its tables are laid out, which parameters of a record decide
// too: columns before and after its own, rows that are due, notes, the place of a number
// among those of the sample, and its control variate.
func TestMeasurementsStateTheirTables(t *testing.T) {
	c := plantest.Catalog()
	c.Measurements["probe"] = func(model.Model, kinds.Algorithm) kinds.Measurement { return &probe{} }
	p := plantest.Plan(t, c, plain+"[[measure]]\nkind = \"probe\"\npoints = [1, 2, 3]\nmean = 0.5\n")
	a := New(p, nil, nil)
	for i, task := range p.Tasks {
		base := results.Number(i) / 4
		a.add(t.Context(), task, &results.Record{Task: task.ID, Status: results.Solved, Sample: i, Params: p.Params(task), Readings: map[string]*results.Rows{
			"solution":      {Values: []string{"solved", "errors", "q"}, Rows: [][]results.Number{{1, 0, 0.5}}},
			"probing":       {Keys: []string{"x"}, Values: []string{"v"}, Rows: [][]results.Number{{1, 2 * base}, {2, 7}}},
			"probes":        {Keys: []string{"x"}, Values: []string{"converged"}, Rows: [][]results.Number{{1, 1}, {2, 0}}},
			"probe_numbers": {Values: []string{"base"}, Rows: [][]results.Number{{base}}},
		}})
	}
	tables := a.Finish(t.Context())
	// v = 2 base at x = 1, and the mean of base is said to be 0.5: v_cv is 1 without error.
	for name, want := range map[string]string{
		"samples": "sample task status solved errors base q local_entropy_reason",
		"probing": "# by a probe\nalpha n load p x v v_std v_sem v_cv v_cv_sem n_samples n_unsolved n_unmeasured n_failed n_included n_unconverged\n" +
			"0.5 21 0.47619047619047616 10 1 0.5 0.5 0.2886751345948129 1 0 3 0 0 0 0 0\n0.5 21 0.47619047619047616 10 2 7 0 0 7 0 3 0 0 0 0 3\n0.5 21 0.47619047619047616 10 3      0 0 3 0 0 0\n",
		"probes": "x converged converged_sem n_samples",
	} {
		if got := text(t, tables, name); !strings.Contains(got, want) {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	}
}
