package table

import (
	"strings"
	"testing"

	"fbp/results"
)

// Three samples are solved, the reference of one of them gets two patterns wrong, and one
// more is unsolved. What is of the reference has two samples and two unsolved ones; what
// is of the replicas, and the numbers of the search, have three and one.
func TestReferencesThatErr(t *testing.T) {
	for unsolved, want := range map[string]map[string]string{
		"skip": {
			"local_entropy": "0.5 21 0.47619047619047616 10 1 1 1.4142135623730951 1   2 2 0 0 0 0\n",
			"stability":     "0.47619047619047616 10 reference 0 1 1 2 2 0 0 0\n0.47619047619047616 10 replicas 0 11 0.5773502691896258 3 1 0 0 0\n",
			"summary":       " 1 1.4142135623730951 1 2 11 1 0.5773502691896258 3 4 0 0 0 1\n",
		},
		"include": {
			"local_entropy": "0.5 21 0.47619047619047616 10 1 1.5 1.2909944487358056 0.6454972243679028   4 0 0 0 2 0\n",
			"stability":     "0.47619047619047616 10 reference 0 1.5 0.6454972243679028 4 0 0 0 2\n0.47619047619047616 10 replicas 0 11.5 0.6454972243679028 4 0 0 0 1\n",
			"summary":       " 1.5 1.2909944487358056 0.6454972243679028 4 11.5 1.2909944487358056 0.6454972243679028 4 4 0 0 0 1\n",
		},
	} {
		p := planned(t, plain, "samples=4", "measure.stability.unsolved="+unsolved, "measure.local_entropy.unsolved="+unsolved, "measure.local_entropy.rho={ list = [1] }")
		a := New(p, nil, nil)
		for i, task := range p.Tasks {
			r := &results.Record{Task: task.ID, Status: results.Solved, Params: p.Params(task)}
			errors := map[int]results.Number{1: 2, 3: 5}[i]
			if i == 3 {
				r.Status = results.Limit
			}
			x := results.Number(i)
			r.Readings = map[string]*results.Rows{
				results.SolutionTable: {Values: []string{"solved", "sweeps", results.ReferenceErrors}, Rows: [][]results.Number{{1, 7, errors}}},
				"local_entropy":       {Keys: []string{"rho"}, Values: []string{"entropy"}, Rows: [][]results.Number{{1, x}}},
				"stability":           {Keys: []string{results.Of, "bin_center"}, Values: []string{"density"}, Rows: [][]results.Number{{0, 0, x}, {1, 0, 10 + x}}},
				"stability_summary":   {Values: []string{"stability_min", "stability_min_replicas"}, Rows: [][]results.Number{{x, 10 + x}}},
			}
			a.add(t.Context(), task, r)
		}
		tables := a.Finish(t.Context())
		for name, want := range want {
			if got := text(t, tables, name); !strings.Contains(got, want) {
				t.Errorf("%s, %s: want %q in\n%s", unsolved, name, want, got)
			}
		}
	}
}
