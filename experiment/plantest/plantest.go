// Package plantest makes plans for tests: of the smallest catalog with which local
// entropies are measured, or of any other; and reads the tables of runs.
package plantest

import (
	"testing"

	"fbp/bp"
	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/instances"
	"fbp/measure"
	"fbp/model"
)

// Plain is a config of few keys.
const Plain = `samples = 3

[model]
kind = "perceptron"
n = 21

[instance]
kind = "random"
alpha = 0.5

[algorithm]
kind = "fbp"

[[measure]]
kind = "stability"

[[measure]]
kind = "local_entropy"
`

// Curved has theories too, one of which is compared with the points.
const Curved = Plain + `
[[theory]]
name = "max"
kind = "franz_parisi"
d = "0.05:0.25:5"
compare = true

[[theory]]
kind = "rs"
alpha = [0.1, "0.2,0.3"]
kappa = "0"
labels = "teacher"
`

// Catalog has the kinds of Plain.
func Catalog() *plan.Catalog {
	return &plan.Catalog{
		Models: map[string]func() model.Section{
			"perceptron":           func() model.Section { return model.NewNeuron() },
			"symmetric_perceptron": func() model.Section { return &model.Symmetric{} },
		},
		Instances:  map[string]func() instances.Source{"random": func() instances.Source { return instances.NewRandom() }},
		Algorithms: map[string]func(model.Model) kinds.Algorithm{"fbp": func(m model.Model) kinds.Algorithm { return bp.NewFocusing(m) }},
		Measurements: map[string]func(model.Model, kinds.Algorithm) kinds.Measurement{
			"local_entropy": func(m model.Model, a kinds.Algorithm) kinds.Measurement {
				return measure.NewLocalEntropy(m, bp.PassingOf(a))
			},
			"stability": func(m model.Model, _ kinds.Algorithm) kinds.Measurement { return measure.NewStability(m) },
		},
	}
}

// Try is the plan of a config with keys set, or its mistake.
func Try(t testing.TB, c *plan.Catalog, text string, sets ...string) (*plan.Plan, error) {
	t.Helper()
	s, err := plan.Parse(t.Context(), "x.toml", text, sets, c)
	if err != nil {
		return nil, err
	}
	return plan.New(t.Context(), s)
}

// Plan is the plan of a config that must be right.
func Plan(t testing.TB, c *plan.Catalog, text string, sets ...string) *plan.Plan {
	t.Helper()
	p, err := Try(t, c, text, sets...)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}
