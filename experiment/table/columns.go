package table

import (
	"maps"
	"slices"
	"strings"

	"fbp/experiment/plan"
	"fbp/experiment/theories"
	"fbp/results"
)

// Empty are the tables that a run of the plan writes, by their names and without rows, with local entropies at
// these distances. It is nil when a kind does not say what it emits.
func Empty(p *plan.Plan, at []float64, theories []*theories.Theory) map[string]*results.Table {
	tables := map[string]*results.Table{}
	for _, th := range theories {
		tables[th.Table()] = th.Empty()
	}
	if len(p.Points) == 0 {
		return tables
	}
	a := New(p, at, theories)
	for _, point := range p.Distinct() {
		if e := a.emits.at(point); !e.all {
			return nil
		}
		a.expect(point)
	}
	for _, t := range a.expected() {
		t.Texts = textsAmong(p, t.Columns)
		tables[t.Name] = t
	}
	return tables
}

// expect takes in the tables that the tasks of a point may emit, as if each had them.
func (a *Aggregate) expect(point int) {
	e, pairs := a.emits.at(point), a.plan.Points[point].Pairs
	a.learn(e)
	numbers := &a.samples
	if pairs {
		numbers = &a.pairs
	}
	numbers.expect(e, pairs)
	for name, l := range e.layouts {
		if _, measured := e.of[name]; len(l.At) == 0 || pairs && !measured {
			continue
		}
		if a.tables[name] == nil {
			a.gather(name, e, pairs)
		}
		g := a.tables[name]
		places(&g.at, l.At)
		places(&g.values, l.Values)
		if at := a.tables[AtTable]; at != nil && l.Curve != nil && l.Curve.Spherical {
			places(&at.values, []string{"normalized"})
		}
	}
}

// expected are the tables without rows.
func (a *Aggregate) expected() []*results.Table {
	tables := a.made()
	if !slices.ContainsFunc(a.plan.Distinct(), func(point int) bool { return !a.plan.At(point).Algorithm.About().Numbers }) {
		tables = slices.DeleteFunc(tables, func(t *results.Table) bool { return t.Name == "success" })
	}
	name, l := a.curve()
	if g := a.tables[name]; g != nil && len(a.compare) > 0 {
		t, _ := a.emptyDeviation(g, l)
		tables = append(tables, t)
	}
	return tables
}

// expect takes in the numbers that tasks may have.
func (s *sampleTable) expect(e *emits, pairs bool) {
	s.kinds(e)
	s.leading(e.layouts[results.SolutionTable].Values)
	for _, name := range slices.Sorted(maps.Keys(e.layouts)) {
		if _, measured := e.of[name]; len(e.layouts[name].At) > 0 || pairs && !measured {
			continue
		}
		for _, number := range e.layouts[name].Values {
			s.names[number] = e.measuring(name)
		}
	}
}

// textsAmong are those of the columns of a measured table that hold text.
func textsAmong(p *plan.Plan, columns []string) (texts []string) {
	for _, c := range columns {
		if c == "task" || c == "theory" || c == results.Of || c == "status" || p.Variants() && (c == "variant" || c == "variant_a" || c == "variant_b") || strings.HasSuffix(c, "_reason") {
			texts = append(texts, c)
		}
	}
	for i, path := range p.Swept {
		if slices.ContainsFunc(p.Points, func(at plan.ShownPoint) bool { _, number := plan.Cell(at.Values[i]).Float(); return !number }) {
			texts = append(texts, path, path[strings.LastIndex(path, ".")+1:])
		}
	}
	return texts
}
