package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"fbp/bp"
	"fbp/experiment/plan"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/say"
	"fbp/model"
)

// TestFastRows: for every model with a factor graph, the messages that sweeps compute
// fast converge to magnetisations close to those of factors with nothing approximated,
// which other code computes from tables of all sums, under a bias that makes the fixed
// point unique. At 21 inputs some models count flips instead, which is exact; at 165
// sums of all of them are Gaussian, and the two differ by what that approximation costs.
func TestFastRows(t *testing.T) {
	c := Standard()
	models := map[string]string{"committee full": "hidden = 3\nlayout = \"full\""}
	for _, name := range modelsOf(c) {
		models[name] = keysOfKinds[name]
	}
	for name, keys := range models {
		for _, n := range []int{21, 165} {
			m, ok := fastModel(t, c, name, keys, n)
			if !ok {
				continue // real weights have no tables, several layers no factors
			}
			worst := 0.0
			fast, slow := biased(t, m, factorgraph.Accurate), biased(t, m, factorgraph.Exact)
			for i, x := range fast {
				worst = max(worst, math.Abs(x-slow[i]))
			}
			t.Logf("%s of %d: magnetisations differ by %.1e", name, n, worst)
			most := map[int]float64{21: 0.03, 165: 0.004}[n] // Gaussian sums of 20 weights, and of 55 (measured: 0.011, 0.001)
			if worst > most || n == 165 && worst < 1e-9 {
				t.Errorf("%s of %d: magnetisations differ by %.1e, want at most %v, and not by rounding alone", name, n, worst, most)
			}
		}
	}
}

// fastModel is a model of n inputs, if it has a factor graph whose factors can be exact.
func fastModel(t *testing.T, c *plan.Catalog, name, keys string, n int) (model.Model, bool) {
	t.Helper()
	kind, _, _ := strings.Cut(name, " ")
	text := fmt.Sprintf("[model]\nkind = %q\nn = %d\n%s\n[instance]\nkind = \"random\"\np = 5\n[algorithm]\nkind = \"fbp\"\n", kind, n, keys)
	spec, err := plan.Parse(t.Context(), "x.toml", text, nil, c)
	var mistake *say.Error
	switch {
	case errors.As(err, &mistake) && strings.Contains(mistake.Want, "factor graph"):
		return nil, false
	case err != nil:
		t.Fatal(err)
	}
	m := spec.Points[0].Model
	g := m.Abilities().Graph
	return m, g != nil && g.Supports(factorgraph.Exact) == nil
}

// biased are the magnetisations of five patterns under a bias towards +1.
func biased(t *testing.T, m model.Model, accuracy factorgraph.Accuracy) []float64 {
	t.Helper()
	data, err := (&instances.Random{Size: instances.Size{P: 5}}).Data(t.Context(), m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	g, err := m.Abilities().Graph.Of(data.Train, accuracy)
	if err != nil {
		t.Fatal(err)
	}
	passing := bp.DefaultFocusing().Passing
	passing.Epsilon, passing.MaxSweeps = 1e-9, 2000
	s := bp.NewState(g, nil)
	reference := slices.Repeat([]float64{1}, m.Dim())
	out, err := s.Converge(context.Background(), passing, factorgraph.Bias{Rho: 0.3, Reference: reference})
	if err != nil || !out.Converged {
		t.Fatalf("%s: %+v, %v", accuracy, out, err)
	}
	found := make([]float64, m.Dim())
	s.Magnetizations(found)
	return found
}
