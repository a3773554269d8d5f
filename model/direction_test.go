package model_test

import (
	"slices"
	"strings"
	"testing"

	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// TestNoDirection: weights on spheres of which one unit is 0, or has squares that under- or overflow, learn no
// pattern at any margin, whatever the output, and keep what they are; of any other size they learn those of the
// same direction. A search that ends with such weights, or with such a replica, has found none.
func TestNoDirection(t *testing.T) {
	for _, m := range []*model.Architecture{model.NewSphericalPerceptron(45, -3), model.NewSphericalPerceptron(45, 0),
		spherical(45, 3, model.Tree), spherical(15, 5, model.Full)} {
		p := instances.NewPatterns(m.Inputs(), 20)
		unit := make([]float64, m.Dim())
		for i := range unit {
			unit[i] = 1 + float64(i%3)
		}
		errors, size := m.Errors(unit, p), m.Dim()/m.Spheres()
		if errors == p.P {
			t.Fatalf("%+v: %d errors of weights that are sound", m.Traits(), errors)
		}
		for factor, why := range map[float64]string{0: "all are 0", 1e-200: "underflow", 1e200: "overflow", 1e-100: "", 1e100: ""} {
			w := slices.Clone(unit)
			for i := range size {
				w[len(w)-1-i] *= factor
			}
			before := slices.Clone(w)
			want := errors
			if why != "" {
				want = p.P
			}
			if got := m.Errors(w, p); got != want {
				t.Errorf("%+v: %d errors of weights times %v, want %d", m.Traits(), got, factor, want)
			}
			if got := model.Undirected(m, w); !strings.Contains(got, why) || got == "" != (why == "") {
				t.Errorf("weights times %v: %q", factor, got)
			}
			model.Normalize(m, w)
			if same := slices.Equal(before[len(w)-size:], w[len(w)-size:]); why != "" && !same {
				t.Errorf("weights times %v become %v", factor, w)
			}
			for _, s := range []*model.Solution{{Weights: before, Outcome: results.Solved},
				{Weights: unit, Replicas: [][]float64{unit, before}, Outcome: results.Solved}} {
				if s.WithoutDirection(m); s.Found() != (why == "") || s.Solved() != (why == "") || s.Weights == nil != (why != "") || !s.Claimed() {
					t.Errorf("weights times %v: %+v", factor, s)
				}
			}
		}
	}
}
