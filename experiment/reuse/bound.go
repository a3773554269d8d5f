package reuse

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// bound is File bound to one instance.
type bound struct {
	*store.SolutionFile
	path string
}

func (s *bound) binding() *model.Binding {
	return &model.Binding{Solve: s.solve, Fingerprint: s.Fingerprint(), Fits: s.fits}
}

// solve returns the weights, if that search had found some. Their errors are counted anew,
// since the margin of the model need not be the one they were found with.
func (s *bound) solve(_ context.Context, p *model.Problem, _ *rand.Rand, _ func(results.Reading)) (*model.Solution, error) {
	found, err := s.Content()
	if err != nil {
		return nil, err
	}
	if !found.Found() {
		return found, nil
	}
	converged, known := found.Number("converged")
	found.Errors = p.Model.Errors(found.Weights, p.Data.Train)
	found.Outcome = model.OutcomeOf(found.Mistakes(p.Model, p.Data.Train), converged == 1 || !known && found.Outcome != results.Limit)
	return found, nil
}

// given is the table of the outcome of weights that no search of ours found: they are certain.
var given = results.Schema[*store.SolutionFile]{Table: results.SolutionTable, Values: results.Columns[*store.SolutionFile]{
	{Name: "converged", Means: "1: whether it did, 1 or 0; of a table of means, the fraction of samples", Of: func(*store.SolutionFile) float64 { return 1 }},
	{Name: "q", Means: "1: Σm²/N of the magnetisations", Of: func(*store.SolutionFile) float64 { return 1 }},
	{Name: "sweeps", Means: "sweeps: of message passing", Of: func(*store.SolutionFile) float64 { return 0 }},
}}

// fits refuses the solution of another model, or of another size or architecture.
func (s *bound) fits(keys map[string]any, m model.Model) error {
	own, kind := modelOf(s.SolutionFile), keys["kind"]
	switch {
	case own != "" && own != kind:
		return fault.New("path", s.path, "a solution of %s; this config has a %s of %d", describe(s.SolutionFile), kind, m.Dim())
	case s.Count != m.Dim() && s.Omitted[results.Errors] == "":
		return fault.New("path", s.path, "a solution of %s; this config has %d", describe(s.SolutionFile), m.Dim())
	}
	return s.sameArchitecture(keys, m)
}

// sameArchitecture wants the keys of [model] to be those that the solution was found
// with, but for the margin: weights found with one may be measured with another.
func (s *bound) sameArchitecture(keys map[string]any, m model.Model) error {
	own, found := s.Params["model"].(map[string]any)
	if !found {
		return nil // weights alone
	}
	own, keys = maps.Clone(own), maps.Clone(keys)
	for key, text := range config.Absent(m) { // a key that either does not have
		for _, params := range []map[string]any{own, keys} {
			if params[key] == nil {
				params[key] = text
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(own)) {
		if here, known := keys[key]; known && key != "kappa" && !reflect.DeepEqual(own[key], here) {
			return fault.New("path", s.path, "a solution of a %s with %s = %v; this config has %v", modelOf(s.SolutionFile), key, own[key], here)
		}
	}
	return nil
}

// modelOf is the kind of model that a file is a solution of, "" if it is not known.
func modelOf(f *store.SolutionFile) string {
	kind, _ := plan.Parameter(f.Params, "model", "kind").(string)
	return kind
}

// describe says what a file is a solution of: "a perceptron of 501 weights".
func describe(f *store.SolutionFile) string {
	return fmt.Sprintf("a %s of %d weights", cmp.Or(modelOf(f), "model"), f.Count)
}
