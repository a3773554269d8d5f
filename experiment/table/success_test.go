package table

import (
	"math"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/results"
)

// searched is a record of a search that took so many sweeps, with the smallest
// stability of its weights if that is a number.
func searched(p *plan.Plan, t plan.Task, status results.Status, sweeps results.Number, stability float64) *results.Record {
	solved := results.Number(0)
	if status == results.Solved {
		solved = 1
	}
	r := &results.Record{Task: t.ID, Status: status, Sample: t.Sample, Params: p.Params(t), Readings: map[string]*results.Rows{
		"solution": {Values: []string{"solved", "sweeps"}, Rows: [][]results.Number{{solved, sweeps}}}}}
	if !math.IsNaN(stability) {
		r.Readings["stability_summary"] = &results.Rows{Values: []string{"stability_min"}, Rows: [][]results.Number{{results.Number(stability)}}}
	}
	return r
}

// Three of four searches solved, of five tasks; then none of two; then a point
// where all failed; one point has no records.
func TestSuccessAndSummary(t *testing.T) {
	for _, test := range []struct{ unsolved, summary string }{
		{"skip", "0.3 21 0.2857142857142857 6 0.75 0.5 0.25 15 5.773502691896258 2.886751345948129 2 1.4142135623730951 1 2 4 0 0 1 1\n" +
			"0.5 21 0.47619047619047616 10 0 0 0 15 7.0710678118654755 5    0 2 0 0 0 2\n0.7 21 0.6666666666666666 14          0 0 0 0 5 0\n"},
		{"include", "0.3 21 0.2857142857142857 6 0.75 0.5 0.25 15 5.773502691896258 2.886751345948129 4 3.605551275463989 2.0816659994661326 3 4 0 0 1 1\n" + // of 1, 3, 8
			"0.5 21 0.47619047619047616 10 0 0 0 15 7.0710678118654755 5    0 2 0 0 0 2\n0.7 21 0.6666666666666666 14          0 0 0 0 5 0\n"},
	} {
		p := planned(t, plain, "samples=5", "instance.alpha=0.3,0.5,0.7,0.9", "measure.stability.unsolved="+test.unsolved)
		a, nan := New(p, nil, nil), math.NaN()
		for i, r := range []*results.Record{
			searched(p, p.Tasks[0], results.Solved, 10, 1),
			searched(p, p.Tasks[1], results.Solved, 10, 3),
			searched(p, p.Tasks[2], results.Solved, 20, nan),
			searched(p, p.Tasks[3], results.Limit, 20, 8),
			{Task: p.Tasks[4].ID, Status: results.Failed, Params: p.Params(p.Tasks[4])},
			searched(p, p.Tasks[5], results.Limit, 10, nan),
			searched(p, p.Tasks[6], results.Converged, 20, nan),
			nil, nil, nil,
		} {
			a.add(t.Context(), p.Tasks[i], r)
		}
		for _, task := range p.Tasks[10:15] {
			a.add(t.Context(), task, &results.Record{Task: task.ID, Status: results.Failed, Params: p.Params(task)})
		}
		for _, task := range p.Tasks[15:] {
			a.add(t.Context(), task, nil)
		}
		tables := a.Finish(t.Context())
		// 95 % intervals by hand from results.Wilson, which has a test of its own.
		low3, high3 := results.Wilson(3, 4)
		_, high0 := results.Wilson(0, 2)
		want := "alpha n load p solved samples n_failed probability probability_low probability_high sweeps sweeps_std sweeps_sem\n" +
			"0.3 21 0.2857142857142857 6 3 4 1 0.75 " + results.Num(low3).String() + " " + results.Num(high3).String() + " 15 5.773502691896258 2.886751345948129\n" +
			"0.5 21 0.47619047619047616 10 0 2 0 0 0 " + results.Num(high0).String() + " 15 7.0710678118654755 5\n" +
			"0.7 21 0.6666666666666666 14 0 0 5      \n"
		if got := text(t, tables, "success"); !strings.HasSuffix(got, want) {
			t.Errorf("got\n%swant\n%s", got, want)
		}
		want = "alpha n load p solved solved_std solved_sem sweeps sweeps_std sweeps_sem stability_min stability_min_std stability_min_sem stability_min_n " +
			"n_samples n_unsolved n_unmeasured n_failed n_included\n"
		if got := text(t, tables, "summary"); !strings.HasSuffix(got, want+test.summary) {
			t.Errorf("%s: got\n%swant\n%s", test.unsolved, got, want+test.summary)
		}
	}
}

// The columns n, load, p and alpha follow the swept keys, in this order, unless they are
// swept; plain belief propagation claims no solution.
func TestSuccessColumns(t *testing.T) {
	for set, want := range map[string]string{
		"algorithm.y=2,3":        "y n load p alpha solved",
		"model.n=21,31":          "n load p alpha solved",
		"instance.alpha=0.3,0.5": "alpha n load p solved",
	} {
		p := planned(t, plain, "samples=1", set)
		a := New(p, nil, nil)
		for _, task := range p.Tasks {
			r := searched(p, task, results.Solved, 1, 0)
			a.add(t.Context(), task, r)
		}
		if got := text(t, a.Finish(t.Context()), "success"); !strings.Contains(got, "\n"+want+" samples") {
			t.Errorf("%s: want columns %s…\n%s", set, want, got)
		}
	}
	p := planned(t, plain, "samples=1")
	a := New(p, nil, nil)
	r := searched(p, p.Tasks[0], results.Converged, 1, 0)
	r.Readings["solution"] = &results.Rows{Values: []string{"sweeps"}, Rows: [][]results.Number{{1}}}
	a.add(t.Context(), p.Tasks[0], r)
	for _, table := range a.Finish(t.Context()) {
		if table.Name == "success" {
			t.Error("a table of success of an algorithm that claims none")
		}
	}
}

// A symmetric perceptron has the margin that its lattice leaves, (k+1)/√N of the largest sum k
// that is allowed, beside its successes; other models have no such column.
func TestEffectiveMargin(t *testing.T) {
	const variants = "[[variant]]\nname = \"one\"\n[[variant]]\nname = \"two\"\nmodel = { kind = \"symmetric_perceptron\", n = 21, kappa = 1.0 }\n"
	p := planned(t, plain+variants, "samples=1", "measure.stability=")
	a := New(p, nil, nil)
	for _, task := range p.Tasks {
		a.add(t.Context(), task, searched(p, task, results.Solved, 1, math.NaN()))
	}
	success := text(t, a.Finish(t.Context()), "success")
	if k := results.Num(4 / math.Sqrt(21)).String(); !strings.Contains(success, " kappa_effective\none ") || !strings.HasSuffix(success, " "+k+"\n") {
		t.Errorf("want %s for two alone:\n%s", k, success)
	}
}
