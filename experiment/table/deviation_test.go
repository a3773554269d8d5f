package table

import (
	"context"
	"math"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/results"
	"fbp/theory"
	"fbp/theory/catalog"
)

// noRho makes no row due but those of the records.
const noRho = "measure.local_entropy.rho={ list = [1] }"

// Each point of a sweep of margins is compared with the curve of its own.
func TestDeviationsOfMargins(t *testing.T) {
	p := planned(t, curved, "samples=2", "model.kappa=0,0.1", "theory.max.kappa=0,0.1", "theory.max.kappa_ref=0.2", "theory.max.d=0.1", noRho)
	e, _ := catalog.Find("franz-parisi")
	fp, err := e.Table(context.Background(), catalog.Request{Values: map[string][]float64{"alpha": {10. / 21}, "kappa-ref": {0.2}, "kappa": {0, 0.1}, "d": {0.1}}})
	if err != nil {
		t.Fatal(err)
	}
	phi, err := fp.Column("entropy")
	if err != nil {
		t.Fatal(err)
	}
	a := New(p, nil, p.Spec.Theories)
	for _, task := range p.Tasks {
		a.add(t.Context(), task, measured(task, []float64{0.1}, []float64{phi[task.Point]}, 0))
	}
	a.Finish(t.Context())
	table, err := a.deviations(context.Background(), 1)
	if err != nil {
		t.Fatal(err)
	}
	deviation, err := table.Column("deviation")
	if err != nil || len(deviation) != 2 || math.Abs(deviation[0]) > 2e-8 || math.Abs(deviation[1]) > 2e-8 { // theory is rounded to 1e-8
		t.Errorf("deviations %v from the curves of the same margin, want 0 (%v)", deviation, err)
	}
}

// measured is a record of local entropies s at distances d, plain entropy s0.
func measured(task plan.Task, d, s []float64, s0 float64) *results.Record {
	le := &results.Rows{Keys: []string{"rho"}, Values: []string{"distance", "entropy"}}
	for k := range d {
		le.Rows = append(le.Rows, []results.Number{results.Number(k + 2 - len(d)), results.Number(d[k]), results.Number(s[k])})
	}
	plain := &results.Rows{Values: []string{"entropy_plain"}, Rows: [][]results.Number{{results.Number(s0)}}}
	return &results.Record{Task: task.ID, Status: results.Solved, Sample: task.Sample,
		Readings: map[string]*results.Rows{"local_entropy": le, "local_entropy_plain": plain}}
}

// Samples that lie on the tangent of the curve, lifted by 0.01 and by their plain
// entropy, deviate by 0.01 plus the mean lift, and by 0.01 without any noise. The
// theory is that of P/N, also where the config gives the alpha that the instance is asked for.
//
// Check: `deviation.tsv` | samples on a tangent of the curve, displaced by known amounts | 2e-8
func TestDeviations(t *testing.T) {
	for _, test := range []struct {
		sets  string
		loads []float64
	}{
		{"instance.alpha=0.3,0.5", []float64{6. / 21, 10. / 21}},
		{"theory.max.alpha=0.5", []float64{10. / 21}},
	} {
		p := planned(t, curved, "samples=4", noRho, test.sets)
		for i, load := range test.loads {
			deviations(t, p, i, load)
		}
	}
}

func deviations(t *testing.T, p *plan.Plan, i int, load float64) {
	e, _ := catalog.Find("franz-parisi")
	fp, err := e.Table(context.Background(), catalog.Request{Values: map[string][]float64{"alpha": {load}, "d": {0.1}}})
	if err != nil {
		t.Fatal(err)
	}
	entropies, _ := fp.Column("entropy")
	slopes, _ := fp.Column("slope")
	phi, slope := entropies[0], slopes[0]
	a := New(p, nil, p.Spec.Theories)
	for _, task := range p.Tasks {
		point := p.Points[task.Point]
		rs, err := theory.RS(float64(point.P)/float64(point.N), 0)
		if err != nil {
			t.Fatal(err)
		}
		off := []float64{-0.02, 0.005, 0.01, 0.005}[task.Sample] // mean 0
		lift := []float64{0.001, 0.003, -0.002, 0.006}[task.Sample]
		a.add(t.Context(), task, measured(task, []float64{0, 0.1 + off}, []float64{0, phi + slope*off + 0.01 + lift}, rs.Entropy+lift))
	}
	a.Finish(t.Context())
	table, err := a.deviations(context.Background(), 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) != 2*len(p.Points) {
		t.Fatalf("rows %v", table.Rows)
	}
	if got := strings.Join(table.Columns, " "); got != "alpha n load p rho theory distance entropy_theory deviation deviation_sem deviation_sigmas "+
		"deviation_cv deviation_cv_sem deviation_cv_sigmas n_samples n_unsolved n_unmeasured n_failed n_included n_unconverged" {
		t.Errorf("columns %s", got)
	}
	if zero := table.Rows[2*i]; zero[6] != results.Num(0) || zero[7] != results.Missing || zero[8] != results.Missing {
		t.Errorf("at distance 0 there is no curve: %v", zero)
	}
	lifts := results.Summarize([]float64{0.001, 0.003, -0.002, 0.006})
	for column, want := range map[string]float64{"distance": 0.1, "entropy_theory": phi, "deviation": 0.01 + lifts.Mean,
		"deviation_sem": lifts.Sem, "deviation_sigmas": (0.01 + lifts.Mean) / lifts.Sem, "deviation_cv": 0.01, "deviation_cv_sem": 0} {
		x, err := table.Column(column)
		tolerance := 2e-8 // theory is rounded to 1e-8
		if column == "deviation_sigmas" {
			tolerance = 1e-4
		}
		if err != nil || math.Abs(x[2*i+1]-want) > tolerance {
			t.Errorf("%s: %v, want %v (%v)", column, x, want, err)
		}
	}
}
