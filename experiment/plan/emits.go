package plan

import (
	"slices"

	"fbp/model"
	"fbp/results"
)

// Emits are the layouts of the readings that an algorithm on a model, or a
// measurement, emits, nil if it does not say.
func Emits(maker any, m model.Model) []results.Layout {
	tables, said := TablesOf(maker)
	if _, searches := maker.(Algorithm); said && searches {
		if l, ok := TiesLayout(m); ok {
			tables = append(tables, l)
		}
	}
	return tables
}

// TablesOf are the layouts of an algorithm or a measurement, if it says so. That of the
// outcome of a search is what the algorithm's numbers make it.
func TablesOf(maker any) (tables []results.Layout, said bool) {
	says, said := maker.(Tabled)
	if !said {
		return nil, false
	}
	tables = slices.Clone(says.Tables())
	a, searches := maker.(Algorithm)
	if !searches {
		return tables, true
	}
	own := results.Layout{}
	if i := slices.IndexFunc(tables, func(l results.Layout) bool { return l.Table == results.SolutionTable }); i >= 0 {
		own = tables[i]
		tables = slices.Delete(tables, i, i+1)
	}
	return append(tables, outcomeLayout(own, Claims(a))), true
}
