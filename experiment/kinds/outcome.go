package kinds

import (
	"maps"
	"slices"

	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// Outcome is the solution in numbers, for the table of samples: solved, errors, and
// the algorithm's own; these alone where it claims no solution. Without weights there are no errors.
func Outcome(s *model.Solution) results.Reading {
	r := results.Reading{Table: results.SolutionTable, Values: slices.Clone(s.Numbers)}
	if !s.Claimed() {
		return r
	}
	place := 0 // of errors: the first, or behind converged where an algorithm begins with it
	if len(r.Values) > 0 && r.Values[0].Name == "converged" {
		place = 1
	}
	if s.Found() {
		r.Values = slices.Insert(r.Values, place, results.Columns[*model.Solution]{wrong}.Of(s)...)
	}
	r.Values = slices.Insert(r.Values, 0, results.Columns[*model.Solution]{solved}.Of(s)...)
	return r
}

// The columns that the outcome of every search has.
var (
	solved = results.Column[*model.Solution]{Name: "solved", Means: "1: 1 if no pattern, or of replicas none of any, is wrong", Of: func(s *model.Solution) float64 { return results.Flag(s.Solved()) }}
	wrong  = results.Column[*model.Solution]{Name: results.Errors, Means: "patterns: that the weights get wrong", Of: func(s *model.Solution) float64 { return float64(s.Errors) }}
)

// outcomeLayout is the layout of [Outcome] for an algorithm whose solutions have
// these numbers.
func outcomeLayout(numbers results.Layout, claims bool) results.Layout {
	s := &model.Solution{}
	if claims {
		s.Weights = []float64{}
	}
	for _, name := range numbers.Values {
		s.Numbers = append(s.Numbers, results.Quantity{Name: name})
	}
	units := results.Units{solved.Name: solved.Means, wrong.Name: wrong.Means}
	maps.Copy(units, numbers.Units)
	numbers.Table, numbers.Values, numbers.Units = results.SolutionTable, nil, units
	for _, q := range Outcome(s).Values {
		numbers.Values = append(numbers.Values, q.Name)
	}
	return numbers
}

// one is the table of one number of a sample.
func one(table, name, means string) results.Schema[float64] {
	return results.Schema[float64]{Table: table, Values: results.Columns[float64]{{Name: name, Means: means, Of: func(x float64) float64 { return x }}}}
}

// tied is the reading of the ties among a solution's patterns, correlated that of how patterns are correlated.
var (
	tied       = one("solution_ties", "ties", "patterns: whose stability equals the margin")
	correlated = one("patterns_correlation", "correlation", "1: largest eigenvalue of ξξᵀ/N, for inputs of mean square 1, over (1 + √(P/N))², that of independent inputs")
)

// Ties is the number of patterns whose stability under the weights of a solution equals
// the margin, where a model can have any.
func Ties(p *model.Problem, s *model.Solution) (r results.Reading, ok bool) {
	if !p.Model.CanTie() || s.Weights == nil {
		return r, false
	}
	ties := float64(p.Model.(*model.Architecture).Ties(s.Weights, p.Data.Train))
	return tied.Reading(ties), true
}

// NotablyCorrelated is the correlation beyond which entropies by messages that take inputs as independent are
// noticeably too small.
const NotablyCorrelated = 1.5

// FailingMean is the [instances.Patterns.CorrelationOfMean] beyond which searches by messages that take inputs as
// independent often fail: of N = 783, P = 300 with random labels the preset "cheap" solved 5 of 6 samples at 0, 3 at 5 and
// none at 11, 28 or 56, and none of 6 of images of MNIST (P = 100, 33), where it gets half of the patterns wrong.
const FailingMean = 8

// Correlation is how patterns are correlated that are not drawn as independent numbers
// ([instances.Patterns.Correlation]); ok is false for others.
func Correlation(source instances.Source, p *model.Problem) (r results.Reading, ok bool) {
	if !source.About().Alike {
		return r, false
	}
	x, err := p.Data.Train.Correlation()
	return correlated.Reading(x), err == nil
}

// InstanceTables are the layouts of [Correlation], where patterns are alike, and of [Ties] of a model that can have them.
func InstanceTables(m model.Model, alike bool) (list []results.Layout) {
	if alike {
		list = append(list, correlated.Layout(results.Layout{}))
	}
	if m != nil && m.CanTie() {
		list = append(list, tied.Layout(results.Layout{After: []string{"errors"}}))
	}
	return list
}

// Emits are the layouts of the readings that an algorithm on a model, or a
// measurement, can emit, nil if it does not say.
func Emits(maker any, m model.Model) []results.Layout {
	tables, said := LayoutsOf(maker)
	if _, searches := maker.(Algorithm); said && searches {
		tables = append(tables, InstanceTables(m, true)...)
	}
	return tables
}

// LayoutsOf are the layouts of an algorithm or a measurement, if it says so. That of the
// outcome of a search is what the algorithm's numbers make it.
func LayoutsOf(maker any) (tables []results.Layout, said bool) {
	of := About(maker)
	if of.Tables == nil {
		return nil, false
	}
	tables = slices.Clone(of.Tables)
	if _, searches := maker.(Algorithm); !searches {
		return tables, true
	}
	own := results.Layout{}
	if i := slices.IndexFunc(tables, func(l results.Layout) bool { return l.Table == results.SolutionTable }); i >= 0 {
		own = tables[i]
		tables = slices.Delete(tables, i, i+1)
	}
	return append(tables, outcomeLayout(own, !of.Numbers)), true
}
