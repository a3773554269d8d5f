package plan

import (
	"slices"

	"fbp/model"
	"fbp/results"
)

// Emits are the layouts of the readings that an algorithm on a model, or a
// measurement, emits, nil if it does not say.
func Emits(maker any, m model.Model) []results.Layout {
	says, ok := maker.(Tabled)
	if !ok {
		return nil
	}
	tables := TablesOf(maker, says)
	if _, searches := maker.(Algorithm); searches {
		if l, ok := TiesLayout(m); ok {
			tables = append(tables, l)
		}
	}
	return tables
}

// TablesOf are the layouts of an algorithm or a measurement. That of the outcome of a
// search is what the algorithm's numbers make it.
func TablesOf(maker any, says Tabled) []results.Layout {
	tables := slices.Clone(says.Tables())
	a, ok := maker.(Algorithm)
	if !ok {
		return tables
	}
	own := results.Layout{}
	tables = slices.DeleteFunc(tables, func(l results.Layout) bool {
		if l.Table == results.SolutionTable {
			own = l
		}
		return l.Table == results.SolutionTable
	})
	return append(tables, OutcomeLayout(own, Claims(a)))
}
