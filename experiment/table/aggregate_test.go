package table

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/instances"
	"fbp/results"
	"fbp/theory"
	"fbp/theory/symmetric"
)

// sampled is a record with one table of a coordinate k and a value x.
func sampled(t plan.Task, status results.Status, k, x []float64) *results.Record {
	s := &results.Rows{Keys: []string{"k"}, Values: []string{"x"}}
	for i := range k {
		s.Rows = append(s.Rows, []results.Number{results.Number(k[i]), results.Number(x[i])})
	}
	return &results.Record{Task: t.ID, Status: status, Sample: t.Sample, Readings: map[string]*results.Rows{"table": s}}
}

// text is a table as TSV, cells separated by single blanks.
func text(t *testing.T, tables []*results.Table, name string) string {
	t.Helper()
	for _, table := range tables {
		if table.Name == name {
			var b bytes.Buffer
			if err := table.WriteTSV(&b); err != nil {
				t.Fatal(err)
			}
			return strings.ReplaceAll(b.String(), "\t", " ")
		}
	}
	t.Fatalf("there is no table %s", name)
	return ""
}

func TestAggregate(t *testing.T) {
	p := planned(t, plain, "instance.alpha=0.3,0.5,0.7,0.9", "samples=4")
	a := New(p, nil, nil)
	tasks := p.Tasks
	a.add(t.Context(), tasks[0], sampled(tasks[0], results.Solved, []float64{2, 1}, []float64{20, 10}))
	a.add(t.Context(), tasks[1], sampled(tasks[1], results.Limit, []float64{2, 1, 3}, []float64{22, 14, 5}))
	a.add(t.Context(), tasks[2], &results.Record{Task: tasks[2].ID, Status: results.Failed, Error: "no"})
	a.add(t.Context(), tasks[3], sampled(tasks[3], results.Converged, []float64{1, 1}, []float64{12, 0.5})) // twice the same k
	a.add(t.Context(), tasks[4], nil)
	for _, task := range tasks[5:8] {
		a.add(t.Context(), task, &results.Record{Task: task.ID, Status: results.Failed})
	}
	for _, task := range tasks[8:12] {
		a.add(t.Context(), task, nil)
	}
	for _, task := range tasks[12:] {
		a.add(t.Context(), task, sampled(task, results.Solved, []float64{math.Inf(1)}, []float64{7}))
	}
	got := text(t, a.Finish(t.Context()), "table")
	// Rows by k; std and sem by hand: 10, 14, 12 have std 2; 20, 22 have √2. The
	// table is no measurement's, so that two unsolved samples are included.
	want := "# table\n# name: x\n# config: " + p.Config + "\n# seed: 1\n# physics: 7\n# missing: 5 tasks\n# failed: 4 tasks\n" +
		"alpha load p k x x_std x_sem n_samples n_unsolved n_unmeasured n_failed n_included\n" +
		"0.3 0.2857142857142857 6 1 12 2 1.1547005383792517 3 0 0 1 2\n" +
		"0.3 0.2857142857142857 6 1 0.5   1 0 2 1 1\n" +
		"0.3 0.2857142857142857 6 2 21 1.4142135623730951 1 2 0 1 1 1\n" +
		"0.3 0.2857142857142857 6 3 5   1 0 2 1 1\n" +
		"0.5 0.47619047619047616 10     0 0 0 3 0\n" +
		"0.9 0.8571428571428571 18 inf 7 0 0 4 0 0 0 0\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Values that are −∞ where there is nothing to count are left out of means where their layout says
// so, and the others are counted: the first of two samples has no x at 1.
func TestNoneIsLeftOut(t *testing.T) {
	for _, c := range []struct {
		none []string
		want string
	}{{nil, "0.3 0.2857142857142857 6 1 -inf"}, {[]string{"x"}, "0.3 0.2857142857142857 6 1 4   1 2 0 0 0 0\n"}} {
		p := planned(t, plain, "instance.alpha=0.3,0.5", "samples=2")
		a := New(p, nil, nil)
		a.layouts["table"] = results.Layout{None: c.none}
		a.add(t.Context(), p.Tasks[0], sampled(p.Tasks[0], results.Solved, []float64{1}, []float64{math.Inf(-1)}))
		a.add(t.Context(), p.Tasks[1], sampled(p.Tasks[1], results.Solved, []float64{1}, []float64{4}))
		if got := text(t, a.Finish(t.Context()), "table"); !strings.Contains(got, "\n"+c.want) {
			t.Errorf("got\n%swant %q", got, c.want)
		}
	}
}

// A mean over fewer samples than n_samples has its own number, also where no layout says that a
// sample may lack the value; other means have no such column.
func TestMeansOfFewer(t *testing.T) {
	p := planned(t, plain, "samples=3")
	a := New(p, nil, nil)
	for i, row := range [][]results.Number{{1, 4, 1}, {1, results.Number(math.NaN()), 2}, {1, 6, 3}} {
		s := &results.Rows{Keys: []string{"k"}, Values: []string{"x", "y"}, Rows: [][]results.Number{row}}
		a.add(t.Context(), p.Tasks[i], &results.Record{Status: results.Solved, Readings: map[string]*results.Rows{"table": s}})
	}
	const want = "load p k x x_std x_sem x_n y y_std y_sem n_samples n_unsolved n_unmeasured n_failed n_included\n" +
		"0.47619047619047616 10 1 5 1.4142135623730951 1 2 2 1 0.5773502691896258 3 0 0 0 0\n"
	if got := text(t, a.Finish(t.Context()), "table"); !strings.HasSuffix(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Records need not agree about columns: a sweep over kinds of algorithms gives
// tables of the same name with other columns.
func TestColumnsOfOtherRecords(t *testing.T) {
	p := planned(t, plain, "algorithm.y=2,3", "samples=1")
	a := New(p, nil, nil)
	a.add(t.Context(), p.Tasks[0], sampled(p.Tasks[0], results.Solved, []float64{1}, []float64{10}))
	other := &results.Rows{Keys: []string{"j", "k"}, Values: []string{"z", "x"}, Rows: [][]results.Number{{5, 1, 9, 8}}}
	a.add(t.Context(), p.Tasks[1], &results.Record{Status: results.Solved, Readings: map[string]*results.Rows{"table": other}})
	got := text(t, a.Finish(t.Context()), "table")
	want := "y load p k j x x_std x_sem z z_std z_sem n_samples n_unsolved n_unmeasured n_failed n_included\n" +
		"2 0.47619047619047616 10 1  10      1 0 0 0 0\n" +
		"3 0.47619047619047616 10 1 5 8   9   1 0 0 0 0\n"
	if !strings.HasSuffix(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestSweptColumns(t *testing.T) {
	p := planned(t, plain, "model.kappa=0.1", "measure.local_entropy.kappa=0.1,0.2", "algorithm.y=2", "instance.alpha=0.3", "model.n=21,31", "algorithm.gamma={ list = [0.5] },{ steps = 3 }", "samples=1")
	size := []string{"alpha", "n", "load", "p"}
	for _, test := range []struct {
		swept, others []string
		size          []string
		want          string
	}{
		{p.Swept, []string{"rho"}, size, "kappa n gamma alpha load p"},
		{p.Swept, []string{"gamma"}, nil, "kappa n algorithm.gamma"},
		{[]string{"model.kappa", "measure.local_entropy.kappa"}, nil, nil, "model.kappa measure.local_entropy.kappa"},
		{[]string{"instance.p"}, []string{"rho"}, size, "p alpha n load"},
		{[]string{"algorithm.p"}, []string{"rho"}, size, "algorithm.p alpha n load p"},
		{[]string{"algorithm.n"}, []string{"rho"}, size, "algorithm.n alpha n load p"},
	} {
		if got := strings.Join(leadColumns(test.swept, test.others, test.size...).names, " "); got != test.want {
			t.Errorf("%v: columns %q, want %q", test.swept, got, test.want)
		}
	}
	cells := leadColumns(p.Swept, nil).cells(p.Points[1])
	if got := cells[2].String(); got != "{ steps = 3 }" {
		t.Errorf("a swept table is shown as %q", got)
	}
}

// The noise-reduced mean of records whose entropies are a known multiple of
// their controls is exact, and has no error, with the typical entropy of the model.
func TestNoiseReduction(t *testing.T) {
	// Sums of 21 signs above 0.1 √21 = 0.46 start at 1, and end below 1.1 √21 = 5.04 at
	// 5: the margins midway to the next sums are 0 and 6/√21.
	rs, err := theory.RS(10.0/21, 0)
	if err != nil {
		t.Fatal(err)
	}
	band, err := symmetric.Entropy(10.0/21, 6/math.Sqrt(21))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		sets    []string
		typical float64
	}{
		{[]string{"measure.local_entropy.kappa=0.1"}, rs.Entropy},
		{[]string{"model.kind=symmetric_perceptron", "model.n=21", "model.kappa=1", "measure.local_entropy.kappa=1.1"}, band},
	} {
		c := plantest.Catalog()
		c.Instances["teacher"] = func() instances.Source { return instances.NewTeacher() }
		sets := []string{"samples=5", "measure.local_entropy.rho={ list = [0.5] }"}
		p := plantest.Plan(t, c, plain, append(test.sets, sets...)...)
		planted := plantest.Plan(t, c, plain, slices.Concat(test.sets, sets, []string{"instance.kind=teacher", "instance.alpha=0.5"})...)
		a, teacher := New(p, nil, nil), New(planted, nil, nil)
		for _, task := range p.Tasks {
			add := func(a *Aggregate) {
				c := 0.01 * float64(task.Sample*task.Sample-3) // s₀ − φ of the sample
				readings := map[string]*results.Rows{
					"local_entropy_plain": {Values: []string{"entropy_plain"}, Rows: [][]results.Number{{results.Number(test.typical + c)}}},
					"local_entropy":       {Keys: []string{"rho"}, Values: []string{"entropy"}, Rows: [][]results.Number{{0.5, results.Number(0.2 + 0.7*c)}}},
				}
				a.add(t.Context(), task, &results.Record{Status: results.Solved, Readings: readings})
			}
			add(a)
			add(teacher)
		}
		table := tableOf(t, a.Finish(t.Context()), "local_entropy")
		if got := strings.Join(table.Columns, " "); got != "alpha n load p rho entropy entropy_std entropy_sem entropy_cv entropy_cv_sem n_samples n_unsolved n_unmeasured n_failed n_included n_unconverged" {
			t.Errorf("columns %s", got)
		}
		x, _ := table.Column("entropy_cv")
		sem, _ := table.Column("entropy_cv_sem")
		if math.Abs(x[0]-0.2) > 1e-10 || !(sem[0] < 1e-12) { // φ is rounded to 1e-10
			t.Errorf("%v: entropy_cv = %v ± %v, want 0.2 ± 0", test.sets, x[0], sem[0])
		}
		if got := text(t, teacher.Finish(t.Context()), "local_entropy"); !strings.HasSuffix(got, "   5 0 0 0 0 0\n") {
			t.Errorf("planted patterns: want no noise reduction:\n%s", got)
		}
	}
}

// tableOf is the table of that name.
func tableOf(t *testing.T, tables []*results.Table, name string) *results.Table {
	t.Helper()
	i := slices.IndexFunc(tables, func(table *results.Table) bool { return table.Name == name })
	if i < 0 {
		t.Fatalf("no table %s", name)
	}
	return tables[i]
}

// focusing.tsv says that its early steps are not at their fixed points, unless
// epsilon is small enough for that.
func TestLooseSteps(t *testing.T) {
	for set, want := range map[string]bool{"algorithm.epsilon=0.003": true, "algorithm.epsilon=1e-4,1e-5": true, "algorithm.epsilon=1e-5": false} {
		p := planned(t, plain, "samples=1", set)
		a := New(p, nil, nil)
		for _, task := range p.Tasks {
			a.add(t.Context(), task, &results.Record{Status: results.Solved, Params: p.Params(task), Readings: map[string]*results.Rows{
				"focusing": {Keys: []string{"step"}, Values: []string{"q"}, Rows: [][]results.Number{{0, 0.5}}}}})
		}
		if got := text(t, a.Finish(t.Context()), "focusing"); strings.Contains(got, "# a step ends at epsilon") != want || strings.Contains(got, "algorithm.epsilon = 1e-5") != want {
			t.Errorf("%s: want the note: %v\n%s", set, want, got)
		}
	}
}
