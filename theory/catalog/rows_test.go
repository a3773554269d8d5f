package catalog

import (
	"context"
	"math"
	"strings"
	"testing"

	"fbp/internal/slow"
	"fbp/internal/values"
)

// rowAt is a row of a theory: parameters and words as in "alpha=0.5 labels=teacher", the value of a column, or none, the
// status and what the note begins with.
type rowAt struct {
	name, at, column string
	want             float64
	status, note     string
}

var none = math.NaN()

// rowsAtEdges are where a number does not exist, which takes no others of its row with it, where numbers are there up to the
// ends of the ranges that are stated, where they are bounds and say so, and beyond capacity, where numbers are kept if
// there is a saddle point. Values are those of other programs: of κ_pair its equation with q of fbp theory rs, by
// bisection; of 1rsb the minimum over one step, 4.69660 with more; κ_max on features, .647160, is in testdata of
// theory/features; α_AT of sign units is 2.988.
var rowsAtEdges = []rowAt{
	{"star", "alpha=3 kappa=-5", "kappa_pair", -3.535537, StatusNoSolution, "kappa_star: no such margin"},
	{"stability-distribution", "alpha=1.73 x=20 q1=typical weights=spherical", "density", 0, StatusOK, ""},
	{"stability-distribution", "alpha=2 x=20 q1=typical weights=spherical activation=relu", "density", 0, StatusOK, unstableNote},
	{"cross-entropy", "alpha=0.9 gamma=500 beta=inf", "q", 1, StatusOK, "dq = 1.58091"},
	{"cross-entropy", "alpha=1e-6 gamma=1000 beta=inf", "q", 1, StatusOK, "dq is too large"},
	{"cross-entropy", "alpha=1.5 gamma=inf beta=inf", "entropy", math.Inf(-1), StatusOK, ""}, // of a kink
	{"capacity", "kappa=-0.5 weights=spherical ansatz=1rsb", "alpha_c", 4.700139, StatusOK, "an upper bound"},
	{"capacity", "weights=spherical ansatz=1rsb activation=relu", "alpha_c", 2.664280, StatusOK, "an upper bound"},
	{"capacity", "weights=spherical activation=relu", "alpha_c", 2.933884, StatusOK, "an upper bound"},
	{"capacity", "weights=spherical ansatz=1rsb", "alpha_c", 2, StatusOK, "replica symmetry is stable"},
	{"franz-parisi", "alpha=1 kappa-ref=0 d=0.1 weights=spherical activation=sign", "alpha", 1, StatusOK, ""},
	{"franz-parisi", "alpha=4 kappa-ref=0 d=0.1 weights=spherical activation=sign", "alpha", 4, StatusOK, unstableNote},
	{"features", "alpha=0.5 alpha-t=3 kappa=0.647", "alpha", 0.5, StatusOK, ""},
	{"features", "alpha=0.5 alpha-t=3 kappa=0.648", "alpha", 0.5, StatusBeyond, ""},
	{"features", "alpha=0.5 alpha-t=3 kappa=1", "alpha", 0.5, StatusBeyond, ""},
	{"features", "alpha=0.5 alpha-t=3 kappa=2 weights=spherical", "alpha", 0.5, StatusBeyond, ""},
	{"features", "alpha=3 alpha-t=3 label-noise=0.2", "alpha", 3, StatusBeyond, ""},
}

// slowRows take longer, or see what rowsAtEdges see.
var slowRows = []rowAt{
	{"star", "alpha=3.8 kappa=-0.5", "kappa_pair", -0.485823, StatusNoSolution, "kappa_star: no such margin"},
	{"features-franz-parisi", "alpha=0.5 alpha-t=3 kappa-ref=0 d=1e-4", "alpha", 0.5, StatusNoSolution, "solutions around the reference become one: no convergence"},
	{"rs", "alpha=0.83", "alpha", 0.83, StatusOK, ""},
	{"rs", "alpha=0.9", "entropy", -0.0757757, StatusBeyond, ""},
	{"rs", "alpha=0.5 kappa=0.5", "kappa", 0.5, StatusBeyond, ""},
	{"rs", "alpha=1.3", "entropy", none, StatusEnds, ""},
	{"rs", "alpha=1.3 labels=teacher", "entropy", -0.0212427, StatusBeyond, ""},
	{"kappa-max", "alpha=1.6 labels=teacher", "kappa_max", -0.1074589, StatusOK, ""},
	{"kappa-max", "alpha=2 labels=teacher", "kappa_max", none, StatusNoSolution, ""},
	{"kappa-max", "alpha=5 labels=teacher", "kappa_max", none, StatusNoSolution, ""},
	{"kappa-max", "alpha=1e-9", "kappa_max", none, StatusNoSolution, ""},
	{"rs", "alpha=1.5 weights=spherical", "alpha", 1.5, StatusOK, ""},
	{"franz-parisi", "alpha=0.5 kappa-ref=0.5 d=0.1", "entropy", none, StatusBeyond, ""},
	{"franz-parisi", "alpha=1.3 kappa-ref=0 d=0.1", "entropy", none, StatusBeyond, ""},
	{"franz-parisi", "alpha=1.3 kappa-ref=0 d=0.1 labels=teacher", "entropy", none, StatusBeyond, ""},
	{"franz-parisi", "alpha=1.6 kappa-ref=0 d=0.1 labels=teacher", "entropy", none, StatusBeyond, ""},
	{"franz-parisi", "alpha=1.6 kappa-ref=-1 kappa=0 d=0.3 labels=teacher", "entropy", -0.134035, StatusBeyond, ""},
	{"franz-parisi", "alpha=3 kappa-ref=0 d=0.1 labels=teacher", "entropy", none, StatusBeyond, ""},
	{"franz-parisi", "alpha=1.6 kappa-ref=-0.1 kappa=-0.05 d=0.0036 labels=teacher", "entropy", -0.00730981, StatusOK, ""},
	{"franz-parisi", "alpha=1.6 kappa=-0.1 d=0.1 labels=teacher", "entropy", -0.00647926, StatusBeyond, ""},
	{"franz-parisi", "alpha=1.3 kappa-ref=-1e-4 kappa=-0.03 d=0.01 labels=teacher", "entropy", none, StatusNoSolution, ""},
	{"franz-parisi", "alpha=0.5 d=0.1", "entropy", 0.22182662, StatusOK, ""},
	{"franz-parisi", "alpha=0.5 kappa-ref=0.1 kappa=0.41 d=0.2", "kappa", 0.41, StatusOK, ""},
	{"franz-parisi", "alpha=0.5 kappa-ref=0.1 kappa=0.5 d=0.1", "entropy", -0.3512991, StatusBeyond, ""},
	{"franz-parisi", "alpha=0.5 kappa-ref=0.1 kappa=0.5 d=0.01", "entropy", none, StatusEnds, ""},
	{"franz-parisi-1rsb", "alpha=0.5 kappa-ref=0.5 d=0.1 m=0.5", "entropy", none, StatusBeyond, ""},
	{"franz-parisi", "kappa-ref=0 alpha=0.97 activation=sign d=0.1", "entropy", none, StatusBeyond, ""},
	{"franz-parisi", "kappa-ref=0 alpha=2.1 weights=spherical d=0.1", "entropy", none, StatusBeyond, ""},
	{"thresholds", "alpha=0.9", "kappa_max", -0.0589667, StatusBeyond, ""},
	{"instability", "", "alpha_at", 1.0146536, StatusBeyond, ""},
	{"instability", "weights=spherical activation=relu", "alpha_at", 1.7211968, StatusOK, ""},
	{"large-deviation", "alpha=0.8 q1=0.9", "alpha", 0.8, StatusOK, ""},
	{"large-deviation", "alpha=0.9 q1=0.9", "normalized", -0.1820295, StatusBeyond, ""},
	{"large-deviation", "alpha=2 q1=0.9", "normalized", none, StatusBeyond, ""},
	{"large-deviation", "alpha=2.7 q1=0.9 weights=spherical activation=relu", "normalized", -2.5862244, StatusBeyond, ""},
	{"large-deviation", "alpha=2.7 q1=0.9 weights=spherical activation=sign", "alpha", 2.7, StatusOK, ""},
	{"stability-distribution", "alpha=0.9 x=0", "density", none, StatusBeyond, ""},
}

func TestRowsAtEdges(t *testing.T) {
	all := rowsAtEdges
	if slow.All {
		all = append(all, slowRows...)
	}
	for _, c := range all {
		e := find(t, c.name)
		r := e.request(t, strings.Fields(c.at))
		table, err := e.Table(context.Background(), r)
		if err != nil {
			t.Errorf("%s %s: %v", c.name, c.at, err)
			continue
		}
		column, err := table.Column(c.column)
		if err != nil || len(column) != 1 {
			t.Fatalf("%s %s: %v, %v", c.name, c.at, column, err)
		}
		checkCells(t, e, table)
		n := len(table.Columns)
		got, status, note := column[0], table.Rows[0][n-2].String(), table.Rows[0][n-1].String()
		same := got == c.want || math.Abs(got-c.want) < 1e-6 || math.IsNaN(got) && math.IsNaN(c.want)
		if !same || status != c.status || !strings.HasPrefix(note, c.note) || c.note == "" && status == StatusOK && note == unstableNote {
			t.Errorf("%s %s: %s = %v, %s, %q; want %v, %s, %q", c.name, c.at, c.column, got, status, note, c.want, c.status, c.note)
		}
	}
}

func find(t *testing.T, name string) Entry {
	t.Helper()
	e, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// request is that of items name=value.
func (e Entry) request(t *testing.T, items []string) Request {
	t.Helper()
	r := Request{Values: map[string][]float64{}, Words: map[string][]string{}, Jobs: 2}
	for _, item := range items {
		name, text, _ := strings.Cut(item, "=")
		r.Words[name] = strings.Split(text, ",")
		for _, p := range e.Params {
			if p.Name == name {
				list, err := values.Parse(text, p.Words...)
				if err != nil {
					t.Fatalf("%s %s: %v", e.Name, item, err)
				}
				r.Values[name] = list
				delete(r.Words, name)
			}
		}
	}
	return r
}
