package catalog

import (
	"context"
	"math"
	"strings"
	"testing"

	"fbp/internal/slow"
	"fbp/internal/values"
)

// TestBeyondCapacity: where typical instances have no such solutions the status says so;
// numbers are kept where there is a saddle point, and not where a reference is missing.
func TestBeyondCapacity(t *testing.T) {
	slow.Only(t)
	none := math.NaN()
	for _, c := range []struct {
		name, at string // of parameters, and of the words
		column   string
		want     float64
		status   string
	}{
		{"rs", "alpha=0.83", "alpha", 0.83, StatusOK},
		{"rs", "alpha=0.9", "entropy", -0.0757757, StatusBeyond},
		{"rs", "alpha=0.5 kappa=0.5", "kappa", 0.5, StatusBeyond},
		{"rs", "alpha=1.3", "entropy", none, StatusEnds},
		{"rs", "alpha=1.3 labels=teacher", "entropy", -0.0212427, StatusBeyond},
		{"kappa-max", "alpha=1.6 labels=teacher", "kappa_max", -0.1074589, StatusOK},
		{"kappa-max", "alpha=2 labels=teacher", "kappa_max", none, StatusNoSolution},
		{"kappa-max", "alpha=5 labels=teacher", "kappa_max", none, StatusNoSolution},
		{"kappa-max", "alpha=1e-9", "kappa_max", none, StatusNoSolution},
		{"rs", "alpha=1.5 weights=spherical", "alpha", 1.5, StatusOK},
		{"franz-parisi", "alpha=0.5 kappa-ref=0.5 d=0.1", "entropy", none, StatusBeyond},
		{"franz-parisi", "alpha=1.3 kappa-ref=0 d=0.1", "entropy", none, StatusBeyond},
		{"franz-parisi", "alpha=1.3 kappa-ref=0 d=0.1 labels=teacher", "entropy", none, StatusBeyond},
		{"franz-parisi", "alpha=1.6 kappa-ref=0 d=0.1 labels=teacher", "entropy", none, StatusBeyond},
		{"franz-parisi", "alpha=1.6 kappa-ref=-1 kappa=0 d=0.3 labels=teacher", "entropy", -0.134035, StatusBeyond},
		{"franz-parisi", "alpha=3 kappa-ref=0 d=0.1 labels=teacher", "entropy", none, StatusBeyond},
		{"franz-parisi", "alpha=1.6 kappa-ref=-0.1 kappa=-0.05 d=0.0036 labels=teacher", "entropy", -0.00730981, StatusOK},
		{"franz-parisi", "alpha=1.6 kappa=-0.1 d=0.1 labels=teacher", "entropy", -0.00647926, StatusBeyond},
		{"franz-parisi", "alpha=1.3 kappa-ref=-1e-4 kappa=-0.03 d=0.01 labels=teacher", "entropy", none, StatusNoSolution},
		{"franz-parisi", "alpha=0.5 d=0.1", "entropy", 0.22182662, StatusOK},
		{"franz-parisi", "alpha=0.5 kappa-ref=0.1 kappa=0.41 d=0.2", "kappa", 0.41, StatusOK},
		{"franz-parisi", "alpha=0.5 kappa-ref=0.1 kappa=0.5 d=0.1", "entropy", -0.3512991, StatusBeyond},
		{"franz-parisi", "alpha=0.5 kappa-ref=0.1 kappa=0.5 d=0.01", "entropy", none, StatusEnds},
		{"franz-parisi-1rsb", "alpha=0.5 kappa-ref=0.5 d=0.1 m=0.5", "entropy", none, StatusBeyond},
		{"franz-parisi", "kappa-ref=0 alpha=0.97 activation=sign d=0.1", "entropy", none, StatusBeyond},
		{"franz-parisi", "kappa-ref=0 alpha=2.1 weights=spherical d=0.1", "entropy", none, StatusBeyond},
		{"thresholds", "alpha=0.9", "kappa_max", -0.0589667, StatusBeyond},
		{"instability", "", "alpha_at", 1.0146536, StatusBeyond},
		{"instability", "weights=spherical activation=relu", "alpha_at", 1.7211968, StatusOK},
		{"large-deviation", "alpha=0.8 q1=0.9", "alpha", 0.8, StatusOK},
		{"large-deviation", "alpha=0.9 q1=0.9", "normalized", -0.1820295, StatusBeyond},
		{"large-deviation", "alpha=2 q1=0.9", "normalized", none, StatusBeyond},
		{"large-deviation", "alpha=2.7 q1=0.9 weights=spherical activation=relu", "normalized", -2.5862244, StatusBeyond},
		{"large-deviation", "alpha=2.7 q1=0.9 weights=spherical activation=sign", "alpha", 2.7, StatusOK},
		{"stability-distribution", "alpha=0.9 x=0", "density", none, StatusBeyond},
	} {
		got, status := oneRow(t, c.name, c.at, c.column)
		if status != c.status || math.IsNaN(got) != math.IsNaN(c.want) || math.Abs(got-c.want) > 0.01*math.Abs(c.want)+1e-6 {
			t.Errorf("%s %s: %s = %v, %s; want %v, %s", c.name, c.at, c.column, got, status, c.want, c.status)
		}
	}
}

// TestBeyondLargestMarginOnFeatures: margins above κ_max, which is in testdata of theory/features, .647160 here.
func TestBeyondLargestMarginOnFeatures(t *testing.T) {
	for _, c := range []struct{ at, status string }{
		{"alpha=0.5 alpha-t=3 kappa=0.647", StatusOK}, {"alpha=0.5 alpha-t=3 kappa=0.648", StatusBeyond},
		{"alpha=0.5 alpha-t=3 kappa=1", StatusBeyond}, {"alpha=0.5 alpha-t=3 kappa=2 weights=spherical", StatusBeyond},
		{"alpha=3 alpha-t=3 label-noise=0.2", StatusBeyond},
	} {
		if _, status := oneRow(t, "features", c.at, "q"); status != c.status {
			t.Errorf("%s: %s; want %s", c.at, status, c.status)
		}
	}
}

// TestNoNumberNextToReferences: the reason is one for people.
func TestNoNumberNextToReferences(t *testing.T) {
	slow.Only(t)
	table, err := featuresFPEntry.Table(context.Background(), Request{Values: map[string][]float64{"alpha": {0.5}, "alpha-t": {3}, "kappa-ref": {0}, "d": {1e-4}}})
	if err != nil {
		t.Fatal(err)
	}
	row := table.Rows[0][len(table.Columns)-2:]
	if row[0].String() != StatusNoSolution || row[1].String() != "solutions around the reference become one: no convergence" {
		t.Error(row)
	}
}

// TestUnstableReferences: rows around references of unstable replica symmetry say so.
func TestUnstableReferences(t *testing.T) {
	e, err := Find("franz-parisi")
	if err != nil {
		t.Fatal(err)
	}
	for alpha, want := range map[float64]string{1: "", 4: unstableNote} { // α_AT = 2.988
		table, err := e.Table(context.Background(), Request{Values: map[string][]float64{"alpha": {alpha}, "kappa-ref": {0}, "d": {0.1}}, Words: map[string][]string{"weights": {"spherical"}, "activation": {"sign"}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := table.Rows[0][len(table.Columns)-1].String(); got != want {
			t.Errorf("alpha = %v: note %q, want %q", alpha, got, want)
		}
	}
}

// oneRow is a cell of the only row of a table, and its status.
func oneRow(t *testing.T, name, at, column string) (x float64, status string) {
	t.Helper()
	e, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	r := Request{Values: map[string][]float64{}, Words: map[string][]string{}}
	for _, item := range strings.Fields(at) {
		key, text, _ := strings.Cut(item, "=")
		if values, err := values.Parse(text); err == nil {
			r.Values[key] = values
		} else {
			r.Words[key] = []string{text}
		}
	}
	table, err := e.Table(context.Background(), r)
	if err != nil {
		t.Fatalf("%s %s: %v", name, at, err)
	}
	values, err := table.Column(column)
	if err != nil || len(values) != 1 {
		t.Fatalf("%s %s: %d rows, %v", name, at, len(values), err)
	}
	return values[0], table.Rows[0][len(table.Columns)-2].String()
}
