package experiment

import (
	"math"
	"slices"
	"testing"

	"fbp/experiment/plantest"
	"fbp/experiment/table"
	"fbp/internal/slow"
	"fbp/theory"
	"fbp/theory/connectivity"
)

// between is a config of pairs of searches of a perceptron.
const between = `samples = 2
searches = 2
[model]
kind = "perceptron"
n = 41
[instance]
kind = "random"
alpha = 0.5
[algorithm]
kind = "fbp"
start = { noise = 0.3 }
[[measure]]
kind = "barrier"
fraction = [0, 0.3, 0.5, 1]
`

// Beside errors on a path stands what theory has for typical solutions at the P/N and the margin of
// the point: of the lattice for binary weights.
func TestBarrierTheory(t *testing.T) {
	slow.Only(t)
	for _, c := range []struct {
		weights      theory.Weights
		kappa, asked float64
		sets         []string
	}{
		{theory.Binary, 0, 0, nil},
		{theory.Spherical, -0.5, -0.5, []string{`model.weights="spherical"`, "model.kappa=-0.5"}},
		{theory.Spherical, -0.4, -0.6, []string{`model.weights="spherical"`, "model.kappa=-0.4", "measure.barrier.kappa=-0.6"}},
		{theory.Binary, math.NaN(), 0, []string{`measure.barrier.path="greedy"`}},
		{theory.Binary, math.NaN(), 0, []string{`instance={ kind = "teacher", alpha = 0.5 }`}},
	} {
		dir := t.TempDir()
		p := planned(t, between, c.sets...)
		ran(t, p, Options{Dir: dir, Jobs: 2})
		tables(t, p, dir)
		table := plantest.Table(t, dir, "barrier.tsv")
		if math.IsNaN(c.kappa) {
			if x, err := table.Column("error_theory"); err == nil && !math.IsNaN(x[0]) {
				t.Errorf("%v: theory %v", c.sets, x)
			}
			continue
		}
		got := plantest.Column(t, table, "error_theory")
		a, err := connectivity.TypicalOf(c.weights, 20.0/41, c.kappa)
		if err != nil {
			t.Fatal(err)
		}
		for i, fraction := range []float64{0, 0.3, 0.5, 1} {
			if want := (connectivity.Pair{A: a, B: a, P: a.Q}).Error(fraction, c.asked); math.Abs(got[i]-want) > 1e-8 {
				t.Errorf("%v, fraction %v: %v, want %v", c.sets, fraction, got[i], want)
			}
		}
	}
}

// What tables of pairs have is known before: a greedy path has neither mixing nor theory.
func TestColumnsOfBarriers(t *testing.T) {
	madeAsSaid(t, between, false)
	madeAsSaid(t, between+"path = \"greedy\"\n", false)
	if of := table.Empty(planned(t, between+"path = \"greedy\"\n"), nil, nil)["barrier"]; slices.Contains(of.Columns, "error_theory") || slices.Contains(of.Columns, "mixing") {
		t.Errorf("greedy: %v", of.Columns)
	}
}
