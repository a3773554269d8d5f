package table

import (
	"cmp"
	"slices"
	"strings"

	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/results"
)

// sizes are the columns that say which point it is, where a table has them in any case.
func sizes(l results.Layout) []string {
	if l.Sized {
		return []string{"alpha", "n"}
	}
	return nil
}

// meanSizes are those of a table of means.
func meanSizes(l results.Layout) []string { return append(sizes(l), loads...) }

// loads are the columns of the number of patterns, per weight and by itself, which every table of means has. The column
// alpha is what the config asks for.
var loads = []string{"load", "p"}

// pointSizes are those of a table of one row for each point.
var pointSizes = slices.Concat([]string{"n"}, loads, []string{"alpha"})

// lead are the columns that say to which point of the sweep a row belongs.
type lead struct {
	pairs bool // of variants, each with a column
	names []string
	size  []string // sizes that have a column of their own after the swept keys
}

// begin is a table of samples, or of pairs of them, without rows; its columns are those that
// say to which point of the sweep a row belongs, and others.
func (a *Aggregate) begin(name string, pairs bool, others []string, size ...string) (*results.Table, lead) {
	lead := leadOf(a.plan, pairs, others, size...)
	return &results.Table{Name: name, Meta: a.meta(), Columns: append(lead.names, others...)}, lead
}

// leadOf are those columns of a table of samples, or of pairs of them; the number of weights is among the sizes where
// some models have another one than inputs.
func leadOf(p *plan.Plan, pairs bool, others []string, size ...string) lead {
	swept, between := p.Swept, pairs && p.Between()
	if between {
		swept = append([]string{"variant_a", "variant_b"}, swept[1:]...)
	}
	other := slices.ContainsFunc(p.Points, func(at plan.ShownPoint) bool { return at.Weights != 0 })
	if at := slices.Index(size, "n"); at >= 0 && other {
		size = slices.Insert(slices.Clone(size), at+1, "weights")
	}
	lead := leadColumns(swept, others, size...)
	lead.pairs = between
	return lead
}

// leadColumns names the swept keys by the last part of their paths, by the
// whole path where that would be ambiguous among them or with another column.
// size names those of alpha, n, load and p, in their order, that tables have
// in any case.
func leadColumns(swept, others []string, size ...string) lead {
	last := func(path string) string { return path[strings.LastIndex(path, ".")+1:] }
	var l lead
	for _, path := range swept {
		name := last(path)
		clash := slices.Contains(others, name)
		for _, other := range swept {
			clash = clash || other != path && last(other) == name
		}
		if slices.Contains(size, name) && path != "model.n" && !kinds.IsLoad(path) {
			clash = true
		}
		if clash {
			name = path
		}
		l.names = append(l.names, name)
	}
	for _, name := range size {
		if !slices.Contains(l.names, name) {
			l.names, l.size = append(l.names, name), append(l.size, name)
		}
	}
	return l
}

// cells are these columns for a point.
func (l lead) cells(p plan.ShownPoint) []results.Value {
	cells := make([]results.Value, 0, len(l.names)+8)
	for i, v := range p.Values {
		cells = append(cells, plan.Cell(v))
		if i == 0 && l.pairs {
			cells = append(cells, plan.Cell(cmp.Or(p.With, v)))
		}
	}
	for _, name := range l.size {
		switch name {
		case "n":
			cells = append(cells, results.Int(p.N))
		case "weights":
			cells = append(cells, results.Int(cmp.Or(p.Weights, p.N)))
		case "load":
			cells = append(cells, results.Num(p.Load()))
		case "p":
			if cells = append(cells, results.Missing); p.P > 0 {
				cells[len(cells)-1] = results.Int(p.P)
			}
		default:
			cells = append(cells, results.Num(p.Alpha))
		}
	}
	return cells
}

// PointColumns are the columns of a table of one row for each point that say which point it is, before others, and what makes
// their cells.
func PointColumns(p *plan.Plan, others []string) (names []string, cells func(plan.ShownPoint) []results.Value) {
	lead := leadOf(p, false, others, pointSizes...)
	return lead.names, lead.cells
}
