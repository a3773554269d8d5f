package table

import (
	"fbp/bp"
	"fbp/experiment/plan"
	"fbp/instances"
	"fbp/measure"
	"fbp/model"
	"testing"
)

// plain is a config of few keys.
const plain = `samples = 3

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

// curved has theories too, one of which is compared with the points.
const curved = plain + `
[[theory]]
name = "max"
kind = "franz_parisi"
d = "0.05:0.25:5"
compare = true

[[theory]]
kind = "rs"
alpha = [0.1, "0.2,0.3"]
kappa = "0"
planted = true
`

// testCatalog has what the configs of these tests name.
func testCatalog() *plan.Catalog {
	return &plan.Catalog{
		Models: map[string]func() model.Section{
			"perceptron":           func() model.Section { return &model.Perceptron{} },
			"symmetric_perceptron": func() model.Section { return &model.Symmetric{} },
		},
		Instances:  map[string]func() instances.Source{"random": func() instances.Source { return &instances.Random{} }},
		Algorithms: map[string]func(model.Model) plan.Algorithm{"fbp": func(m model.Model) plan.Algorithm { return bp.NewFocusing(m) }},
		Measurements: map[string]func(model.Model, plan.Algorithm) plan.Measurement{
			"local_entropy": func(m model.Model, a plan.Algorithm) plan.Measurement {
				return measure.NewLocalEntropy(m, plan.Passing(a))
			},
			"stability": func(model.Model, plan.Algorithm) plan.Measurement { return measure.NewStability() },
		},
	}
}

// planned makes the plan of a config that must be right.
func planned(t *testing.T, text string, sets ...string) *plan.Plan {
	t.Helper()
	s, err := plan.Parse(t.Context(), "x.toml", text, sets, testCatalog())
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
