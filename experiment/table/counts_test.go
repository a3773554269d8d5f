package table

import (
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/results"
)

// biased is a record of the local entropy at ρ = 1, 2, …, empty where it is 0,
// with messages that converged or did not.
func biased(p *plan.Plan, t plan.Task, status results.Status, entropy []float64, converged ...results.Number) *results.Record {
	s := &results.Rows{Keys: []string{"rho"}, Values: []string{"entropy"}}
	c := &results.Rows{Keys: []string{"rho"}, Values: []string{"sweeps", "converged"}}
	for i, x := range entropy {
		if x != 0 {
			s.Rows = append(s.Rows, []results.Number{results.Number(i + 1), results.Number(x)})
		}
		c.Rows = append(c.Rows, []results.Number{results.Number(i + 1), 9, converged[i]})
	}
	return &results.Record{Task: t.ID, Status: status, Sample: t.Sample, Params: p.Params(t),
		Readings: map[string]*results.Rows{"local_entropy": s, "biased_bp": c}}
}

// Every task with a record is counted once: in the mean, unsolved, without a
// reading, or failed. Unsolved samples are in the mean of a measurement only
// when the config asks for them; rows say how many samples had not converged.
func TestCounts(t *testing.T) {
	const columns = "alpha n load p rho entropy entropy_std entropy_sem entropy_cv entropy_cv_sem n_samples n_unsolved n_unmeasured n_failed n_included n_unconverged\n"
	for _, test := range []struct {
		unsolved, entropy, sweeps string
	}{
		{"skip",
			"0.3 21 0.2857142857142857 6 1 2 1.4142135623730951 1   2 2 1 1 0 0\n" + "0.3 21 0.2857142857142857 6 2 4     1 2 2 1 0 1\n" + // of 1, 3; then 4 alone. 1, 3, 8 have std √13
				"0.5 21 0.47619047619047616 10       0 6 0 0 0 0\n",
			"0.3 0.2857142857142857 6 2 9 0 0 0.5 0.7071067811865476 0.5 2 2 1 1 0\n"},
		{"include",
			"0.3 21 0.2857142857142857 6 1 4 3.605551275463989 2.0816659994661326   3 0 2 1 1 0\n" + "0.3 21 0.2857142857142857 6 2 6 2.8284271247461903 2   2 0 3 1 1 2\n" +
				"0.5 21 0.47619047619047616 10 1 5 0 0   6 0 0 0 6 6\n0.5 21 0.47619047619047616 10 2      0 0 6 0 0 0\n",
			"0.3 0.2857142857142857 6 2 9 0 0 0.3333333333333333 0.5773502691896258 0.33333333333333337 3 0 2 1 1\n"},
	} {
		p := planned(t, plain, "samples=6", "instance.alpha=0.3,0.5", "measure.local_entropy.unsolved="+test.unsolved, "measure.local_entropy.rho={ list = [1, 2] }")
		a := New(p, nil, nil)
		for i, r := range []*results.Record{
			biased(p, p.Tasks[0], results.Solved, []float64{1, 0}, 1, 1),
			biased(p, p.Tasks[1], results.Solved, []float64{3, 4}, 1, 0),
			biased(p, p.Tasks[2], results.Limit, []float64{8, 8}, 1, 0),
			{Task: p.Tasks[3].ID, Status: results.Solved, Params: p.Params(p.Tasks[3]), Reasons: map[string]string{"local_entropy": "no"}},
			{Task: p.Tasks[4].ID, Status: results.Converged, Params: p.Params(p.Tasks[4])},
			{Task: p.Tasks[5].ID, Status: results.Failed, Params: p.Params(p.Tasks[5])},
		} {
			a.add(t.Context(), p.Tasks[i], r)
		}
		for _, task := range p.Tasks[6:] {
			a.add(t.Context(), task, biased(p, task, results.Limit, []float64{5}, 0))
		}
		tables := a.Finish(t.Context())
		if got := text(t, tables, "local_entropy"); !strings.HasSuffix(got, "\n"+columns+test.entropy) {
			t.Errorf("%s: got\n%swant\n%s", test.unsolved, got, columns+test.entropy)
		}
		if got := text(t, tables, "biased_bp"); !strings.Contains(got, test.sweeps) {
			t.Errorf("%s: got\n%swant\n%s", test.unsolved, got, test.sweeps)
		}
	}
}

// What becomes of unsolved samples changes no search; it changes a task only if
// there is something else to measure then. The resolved config says it.
func TestUnsolvedInTheNameOfATask(t *testing.T) {
	skip, stability := planned(t, plain), planned(t, plain, "measure.stability.unsolved=include")
	if skip.Tasks[0] != stability.Tasks[0] || skip.Config == stability.Config {
		t.Errorf("task %s, with the stabilities of unsolved samples %s", skip.Tasks[0].ID, stability.Tasks[0].ID)
	}
	include := planned(t, plain, "measure.local_entropy.unsolved=include")
	if a, b := skip.Tasks[0], include.Tasks[0]; a.ID == b.ID || a.Solution != b.Solution {
		t.Errorf("task %+v, with local entropies of unsolved samples %+v", a, b)
	}
	if skip.Config == include.Config || skip.Config != planned(t, plain, "measure.local_entropy.unsolved=skip").Config {
		t.Error("want another config if, and only if, unsolved samples are included")
	}
	if got := string(include.Spec.Resolved("")); strings.Count(got, `unsolved   = "include"`) != 1 {
		t.Errorf("resolved config:\n%s", got)
	}
	for set, want := range map[string]string{
		"measure.local_entropy.unsolved=maybe":        `want "skip" or "include"`,
		"measure.local_entropy.unsolved=skip,include": "cannot be swept",
	} {
		if _, err := plan.Parse(t.Context(), "x.toml", plain, []string{set}, plantest.Catalog()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("--set %s: %v, want %q", set, err, want)
		}
	}
}

// The tables of a measurement are known as its own, so that its key unsolved
// holds for all of them.
func TestTablesOfMeasurements(t *testing.T) {
	c := plantest.Catalog()
	p := planned(t, plain)
	m := p.At(0).Model
	for kind, construct := range c.Measurements {
		for _, l := range construct(m, c.Algorithms["fbp"](m)).About().Tables {
			if got := emitsOf(p.At(0)).measuring(l.Table); got != kind {
				t.Errorf("table %s is of %q, want %q", l.Table, got, kind)
			}
		}
	}
	for _, l := range c.Algorithms["fbp"](m).About().Tables {
		if got := emitsOf(p.At(0)).measuring(l.Table); got != "" {
			t.Errorf("table %s of the search is of %q", l.Table, got)
		}
	}
}

// A bias at which no sample of a point has a reading has a row, with empty cells
// and all samples unmeasured; a point without any reading has one row.
func TestRowsThatAreDue(t *testing.T) {
	for set, rows := range map[string][]string{
		"measure.local_entropy.rho={ list = [1, 2] }": {"\n0.3 21 0.2857142857142857 6 1 5 0 0   3 0 0 0 0 0\n", "\n0.3 21 0.2857142857142857 6 2      0 0 3 0 0 0\n"},
		// atanh(k/2): 0.5493… alone between 0 and the cap
		"measure.local_entropy.rho={ steps = 3, first = 1, cap = 1 }": {"\n0.3 21 0.2857142857142857 6 0.54930614433405", "\n0.3 21 0.2857142857142857 6 1 5 0 0   3 0 0 0 0 0\n"},
	} {
		p := planned(t, plain, "instance.alpha=0.3,0.5", set)
		a := New(p, nil, nil)
		for _, task := range p.Tasks {
			r := biased(p, task, results.Solved, []float64{5}, 1)
			if task.Point == 1 {
				r.Readings = nil
			}
			a.add(t.Context(), task, r)
		}
		got := text(t, a.Finish(t.Context()), "local_entropy")
		for _, row := range append(rows, "\n0.5 21 0.47619047619047616 10       0 0 3 0 0 0\n") {
			if !strings.Contains(got, row) || strings.Count(got, "\n0.") != 3 {
				t.Errorf("%s: want 3 rows and %q\n%s", set, row, got)
			}
		}
	}
}
