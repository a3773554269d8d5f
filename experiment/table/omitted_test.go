package table

import (
	"slices"
	"strings"
	"testing"

	"fbp/bp"
	"fbp/experiment/kinds"
	"fbp/experiment/plantest"
	"fbp/model"
	"fbp/results"
)

// A number that a search leaves out for a reason is an empty cell with that reason. Its
// mean is empty, that of the others would be biased; their number has a column of its own. Means
// of what it has are as they were, over all. The column is there if all samples leave it out.
func TestOmittedNumbers(t *testing.T) {
	c := plantest.Catalog()
	c.Algorithms["bp"] = func(m model.Model) kinds.Algorithm { return bp.NewPlain(m) }
	p := plantest.Plan(t, c, strings.Split(plain, "\n[[measure]]")[0], "algorithm.kind=bp", "instance.alpha=0.3,0.5,0.7")
	a := New(p, nil, nil)
	for _, task := range p.Tasks {
		r := &results.Record{Task: task.ID, Status: results.Converged, Params: p.Params(task)}
		values, row := []string{"converged", "entropy", "q", "sweeps"}, []results.Number{1, results.Number(task.Sample), 0.5, 7}
		if task.Point == 2 || task.Point == 1 && task.Sample == 1 {
			values, row = slices.Delete(values, 1, 2), slices.Delete(row, 1, 2)
			r.Omitted = map[string]string{"entropy": "too large"}
		}
		r.Readings = map[string]*results.Rows{results.SolutionTable: {Values: values, Rows: [][]results.Number{row}}}
		a.add(t.Context(), task, r)
	}
	tables := a.Finish(t.Context())
	for name, wants := range map[string][]string{
		"summary": {
			"alpha n load p converged converged_std converged_sem entropy entropy_std entropy_sem entropy_n q q_std q_sem sweeps",
			"0.3 21 0.2857142857142857 6 1 0 0 1 1 0.5773502691896258 3 0.5 0 0 7 0 0 3 0 0 0 0\n",
			"0.5 21 0.47619047619047616 10 1 0 0    2 0.5 0 0 7 0 0 3 0 0 0 0\n",
			"0.7 21 0.6666666666666666 14 1 0 0    0 0.5 0 0 7 0 0 3 0 0 0 0\n",
		},
		"samples": {
			"alpha sample task status converged entropy q sweeps entropy_reason\n",
			" converged 1 2 0.5 7 \n",
			" converged 1  0.5 7 too large\n",
		},
	} {
		got := text(t, tables, name)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("want %q in\n%s", want, got)
			}
		}
	}
}
