package experiment

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/bp"
	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// keysOfKinds are what the kinds of the catalog need beside their defaults, and n = 21
// of a model, in TOML. A new kind that needs none is found by itself; a second word
// tells another model of the same kind, and what other kinds need with it.
var keysOfKinds = map[string]string{
	"symmetric_perceptron": "kappa = 1.0",
	"committee":            "hidden = 3",
	"committee spherical":  "hidden = 3\nweights = \"spherical\"",
	"fbp":                  "gamma = { schedule = \"atanh\", steps = 5 }",
	"monte_carlo":          "replicas = 3\noverlap = 0.5\nanneal = 100\nequilibrate = 10\nsnapshots = 2",
	"fbp spherical":        "gamma = { steps = 5 }",
	"local_entropy":        "rho = { list = [0.1, 0.5] }",

	"local_entropy spherical": "lambda = { list = [0.1, 0.5] }",
}

// combination is the config of one model, algorithm and measurement.
func combination(model, algorithm, measurement, weights string) string {
	kind, word, _ := strings.Cut(model, " ")
	keys := func(kind string) string {
		if own, ok := keysOfKinds[kind+" "+word]; ok {
			return own
		}
		return keysOfKinds[kind]
	}
	text := fmt.Sprintf("name = \"x\"\nsamples = 2\n[model]\nkind = %q\nn = 21\n%s\n[instance]\nkind = \"random\"\nalpha = 0.3\n", kind, keysOfKinds[model])
	if measurement == "generalization" {
		text += "test = 10\n"
	}
	text += fmt.Sprintf("[algorithm]\nkind = %q\n%s\n", algorithm, keys(algorithm))
	if algorithm == "file" {
		text += fmt.Sprintf("path = %q\n", weights)
	}
	if measurement == "" {
		return text
	}
	return text + fmt.Sprintf("[[measure]]\nkind = %q\n%s\n", measurement, keys(measurement))
}

// modelsOf are the models of the catalog, by their keys in keysOfKinds.
func modelsOf(c *plan.Catalog) (models []string) {
	for kind := range c.Models {
		models = append(models, kind)
		for other := range keysOfKinds {
			if strings.HasPrefix(other, kind+" ") {
				models = append(models, other)
			}
		}
	}
	return models
}

// TestCombinations: every model with every algorithm and every measurement of the
// catalog either runs to the end, with numbers or with a reason, and twice with the
// same bytes, or is refused when the plan is made. Where no solution is claimed there is
// nothing to measure.
func TestCombinations(t *testing.T) {
	c, dir := Standard(), t.TempDir()
	weights := filepath.Join(dir, "weights.txt")
	for _, m := range modelsOf(c) {
		for a := range c.Algorithms {
			measurements := slices.Sorted(maps.Keys(c.Measurements))
			kind, _, _ := strings.Cut(m, " ")
			claims := plan.Claims(c.Algorithms[a](c.Models[kind]()))
			if !claims {
				measurements = append(measurements, "")
			}
			for _, k := range measurements {
				t.Run(m+"/"+a+"/"+k, func(t *testing.T) {
					if err := os.WriteFile(weights, []byte(strings.Repeat("1\n", 21)), 0o666); err != nil {
						t.Fatal(err)
					}
					spec, err := plan.Parse("x.toml", combination(m, a, k, weights), nil, c)
					var mistake *config.Error
					if errors.As(err, &mistake) && strings.HasSuffix(mistake.Key, ".kind") { // it needs what another does not have
						t.Logf("refused: %v", err)
						return
					}
					if !claims && k != "" {
						if err == nil || !strings.Contains(err.Error(), "claims no solution") {
							t.Fatalf("want a refusal: %v", err)
						}
						return
					}
					if err != nil {
						t.Fatalf("%v; say in keysOfKinds what a %s needs", err, m)
					}
					p, err := plan.New(spec)
					if err != nil {
						t.Logf("refused: %v", err)
						return
					}
					first, second := filepath.Join(dir, m+a+k, "1"), filepath.Join(dir, m+a+k, "2")
					report := ran(t, p, Options{Dir: first, Jobs: 2})
					ran(t, p, Options{Dir: second, Jobs: 1})
					if report.Failed > 0 {
						t.Errorf("%d tasks failed", report.Failed)
					}
					if tables(t, p, first) != tables(t, p, second) {
						t.Error("another run has other bytes")
					}
				})
			}
		}
	}
}

// TestFastRows: for every model with a factor graph, the messages that sweeps
// compute fast converge to magnetisations close to those of factors with nothing
// approximated, under a bias that makes the fixed point unique.
func TestFastRows(t *testing.T) {
	c := Standard()
	for kind := range c.Models {
		spec, err := plan.Parse("x.toml", combination(kind, "fbp", "stability", ""), nil, c)
		if err != nil {
			t.Fatal(err)
		}
		m, ok := spec.Points[0].Model.(model.Graphed)
		if !ok || m.Supports(factorgraph.Numerics{Accuracy: factorgraph.Exact, Precision: factorgraph.Float64}) != nil {
			continue
		}
		data, err := (&instances.Random{Size: instances.Size{P: 5}}).Data(m, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		reference := make([]float64, m.Dim())
		for i := range reference {
			reference[i] = 1
		}
		passing := bp.DefaultFocusing().Passing
		passing.Epsilon, passing.MaxSweeps = 1e-9, 2000
		var found [2][]float64
		for k, accuracy := range []factorgraph.Accuracy{factorgraph.Accurate, factorgraph.Exact} {
			g, err := m.Graph(data.Train, factorgraph.Numerics{Accuracy: accuracy, Precision: factorgraph.Float64})
			if err != nil {
				t.Fatal(err)
			}
			s := bp.NewState(g, factorgraph.Float64, nil)
			out, err := s.Converge(context.Background(), passing, factorgraph.Bias{Rho: 0.3, Reference: reference})
			if err != nil || !out.Converged {
				t.Fatalf("%s, %s: %+v, %v", kind, accuracy, out, err)
			}
			found[k] = make([]float64, m.Dim())
			s.Magnetizations(found[k])
		}
		worst := 0.0
		for i, x := range found[0] {
			worst = max(worst, math.Abs(x-found[1][i]))
		}
		if t.Logf("%s: magnetisations differ by %.1e", kind, worst); worst > 0.03 { // Gaussian sums of 20 weights
			t.Errorf("%s: accurate and exact magnetisations differ by %.3f", kind, worst)
		}
	}
}
