package table

import (
	"context"
	"math"
	"strings"
	"testing"

	"fbp/results"
	"fbp/theory/catalog"
)

// typicalCurve is the Franz-Parisi entropy at α = 0.5 around solutions of maximum
// margin at the given distances, with the bias that holds solutions there.
func typicalCurve(t *testing.T, d []float64) (curve []node) {
	t.Helper()
	e, err := catalog.Find("franz-parisi")
	if err != nil {
		t.Fatal(err)
	}
	table, err := e.Table(context.Background(), catalog.Request{Values: map[string][]float64{"alpha": {0.5}, "d": d}, Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	entropy, err1 := table.Column("entropy")
	slope, err2 := table.Column("slope")
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	for i := range d {
		curve = append(curve, node{d[i], entropy[i], slope[i], true})
	}
	return curve
}

// On the curve of theory, sampled as the default schedule of ρ samples it (every
// 0.01 or so in d), the interpolation is good to 1e-5 from d = 0.01 on, 1e-4 below.
func TestEntropyAt(t *testing.T) {
	var nodes, between []float64
	for d := 0.3; d > 0.004; d -= 0.01 {
		nodes = append(nodes, d)
		for _, part := range []float64{0.3, 0.5, 0.8} {
			between = append(between, d-0.01*part)
		}
	}
	nodes = append(nodes, 1e-9)
	for i, d := range between {
		if d < 1e-3 {
			between = between[:i]
			break
		}
	}
	curve, exact := typicalCurve(t, nodes), typicalCurve(t, between)
	worst, near := 0.0, 0.0
	for _, e := range exact {
		got, converged, ok := entropyAt(curve, binaryWeights, e.d)
		if !ok || !converged {
			t.Fatalf("no value at d = %v", e.d)
		}
		if e.d > 0.01 {
			worst = max(worst, math.Abs(got-e.entropy))
		} else {
			near = max(near, math.Abs(got-e.entropy))
		}
	}
	if worst > 1e-5 || near > 1e-4 {
		t.Errorf("off by %.2g, below d = 0.01 by %.2g", worst, near)
	}
	for _, n := range curve[:len(curve)-1] {
		if got, _, ok := entropyAt(curve, binaryWeights, n.d); !ok || math.Abs(got-n.entropy) > 1e-14 {
			t.Errorf("at the point d = %v: %v (%v), want %v", n.d, got, ok, n.entropy)
		}
	}
}

// Nothing is made up: outside the curve, where it has two values, and across a
// jump there is none. What had not converged is said.
func TestEntropyAtEdges(t *testing.T) {
	curve := typicalCurve(t, []float64{0.2, 0.19, 0.18, 0.17})
	curve[3].converged = false
	if _, _, ok := entropyAt(curve, binaryWeights, 0.21); ok {
		t.Error("a value beyond the first point")
	}
	if _, _, ok := entropyAt(curve, binaryWeights, 0.169); ok {
		t.Error("a value beyond the last point")
	}
	if _, converged, ok := entropyAt(curve, binaryWeights, 0.175); !ok || converged {
		t.Errorf("converged %v, %v next to a point that had not", converged, ok)
	}
	if _, converged, ok := entropyAt(curve, binaryWeights, 0.185); !ok || !converged {
		t.Errorf("converged %v, %v between points that had", converged, ok)
	}
	twice := append(curve[:3:3], curve[1])
	if _, _, ok := entropyAt(twice, binaryWeights, 0.185); ok {
		t.Error("a value at a distance that the curve passes twice")
	}
	jump := typicalCurve(t, []float64{0.3, 0.02})
	if _, _, ok := entropyAt(jump, binaryWeights, 0.1); ok {
		t.Error("a value across a jump")
	}
	if _, _, ok := entropyAt(nil, binaryWeights, 0.1); ok {
		t.Error("a value of no curve")
	}
}

// The table has a row for every point and distance, with mean, error and counts;
// samples that do not reach a distance are unmeasured there.
func TestLocalEntropyAt(t *testing.T) {
	p := planned(t, plain, "samples=3", "instance.alpha=0.3,0.5")
	a := New(p, []float64{0.1, 0.2}, nil)
	curve := typicalCurve(t, []float64{0.21, 0.2, 0.19, 0.11, 0.1, 0.09})
	for _, task := range p.Tasks {
		le := &results.Rows{Keys: []string{"rho"}, Values: []string{"overlap", "distance", "entropy"}}
		for i, n := range curve {
			if task.Sample == 2 && i >= 3 || task.Point == 1 && i < 3 {
				continue
			}
			le.Rows = append(le.Rows, []results.Number{results.Number(n.slope / 2), 0, results.Number(n.d), results.Number(n.entropy + 0.01*float64(task.Sample))})
		}
		a.add(t.Context(), task, &results.Record{Task: task.ID, Status: results.Solved, Params: p.Params(task), Readings: map[string]*results.Rows{"local_entropy": le}})
	}
	for _, table := range a.Finish(t.Context()) {
		if table.Name != AtTable {
			continue
		}
		if got := strings.Join(table.Columns, " "); got != "alpha n load p distance entropy entropy_std entropy_sem entropy_cv entropy_cv_sem "+
			"n_samples n_unsolved n_unmeasured n_failed n_included n_unconverged" {
			t.Errorf("columns %s", got)
		}
		if len(table.Rows) != 4 {
			t.Fatalf("%d rows, want 2 distances at 2 points", len(table.Rows))
		}
		entropy, _ := table.Column("entropy")
		sem, _ := table.Column("entropy_sem")
		samples, _ := table.Column("n_samples")
		unmeasured, _ := table.Column("n_unmeasured")
		if math.Abs(entropy[0]-curve[4].entropy-0.005) > 1e-12 || math.Abs(entropy[1]-curve[1].entropy-0.01) > 1e-12 || math.Abs(sem[0]-0.005) > 1e-12 {
			t.Errorf("entropies %v ± %v", entropy, sem)
		}
		if samples[0] != 2 || unmeasured[0] != 1 || samples[1] != 3 || samples[3] != 0 || unmeasured[3] != 3 || !math.IsNaN(entropy[3]) {
			t.Errorf("samples %v, unmeasured %v, entropies %v", samples, unmeasured, entropy)
		}
		return
	}
	t.Error("there is no table")
}
