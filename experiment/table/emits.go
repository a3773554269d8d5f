package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/results"
)

// ownTables are made by the program from all records; readings of that name
// would take their place.
var ownTables = []string{"samples", "pairs", "success", "summary", "deviation", "local_entropy_at", "tables"}

// emits are the tables that the tasks of a point may emit, and what its algorithm and its measurements
// know of them.
type emits struct {
	*plan.Point
	layouts map[string]results.Layout
	of      map[string]plan.Measure // by table, of those of measurements
	all     bool                    // every kind says what it emits
}

// emitsOf are those of a point. Which tables a kind emits may depend on the model and on its own keys.
func emitsOf(p *plan.Point) *emits {
	e := &emits{Point: p, layouts: map[string]results.Layout{}, of: map[string]plan.Measure{}, all: true}
	tables := kinds.InstanceTables(p.Model, p.Source.About().Alike)
	own, says := kinds.LayoutsOf(p.Algorithm)
	e.add(append(tables, own...), says)
	for _, m := range p.Measures {
		tables, says := kinds.LayoutsOf(m.Measurement)
		e.add(tables, says)
		for _, l := range tables {
			e.of[l.Table] = m
		}
	}
	return e
}

// add takes in the tables of a kind, which says that these are all, or does not.
func (e *emits) add(tables []results.Layout, says bool) {
	e.all = e.all && says
	for _, l := range tables {
		e.layouts[l.Table] = l
	}
}

// outcome are the columns of the outcome of a record's search, also of one that
// failed; nil where they are not known.
func (e *emits) outcome(r *results.Record) []string {
	if s := r.Readings[results.SolutionTable]; s != nil {
		return s.Values
	}
	return e.layouts[results.SolutionTable].Values
}

// measuring is the kind of measurement that writes a table, "" for the search. What does not say
// which tables it writes has one of its name.
func (e *emits) measuring(table string) string {
	if m, known := e.of[table]; known {
		return m.Kind
	}
	if e.Measured(table) {
		return table
	}
	return ""
}

// check is that of [emits] for a task's record.
func (e *emitting) check(t plan.Task, r *results.Record) error { return e.at(t.Point).check(r) }

// check holds the readings of a record to the tables that its algorithm and
// its measurements emit. What became a table by its name alone could be anything.
func (e *emits) check(r *results.Record) error {
	for _, name := range slices.Sorted(maps.Keys(r.Readings)) {
		s := r.Readings[name]
		if slices.Contains(ownTables, name) || strings.HasPrefix(name, "theory_") {
			return fmt.Errorf("readings of a table %q, which is made of all records", name)
		}
		if !e.all {
			continue
		}
		if l, ok := e.layouts[name]; !ok || !l.Admits(s.Keys, s.Values) {
			return fmt.Errorf("readings of a table %q with columns %s, which nothing in its parameters emits",
				name, strings.Join(slices.Concat(s.Keys, s.Values), ", "))
		}
	}
	return nil
}

// emitting are the tables of the points of a plan, of which the last that was asked for is remembered.
type emitting struct {
	plan  *plan.Plan
	point int
	last  *emits
}

// at are those of a point.
func (e *emitting) at(point int) *emits {
	if e.last == nil || e.point != point {
		e.point, e.last = point, emitsOf(e.plan.At(point))
	}
	return e.last
}

// learn takes in how the tables of a point are laid out.
func (a *Aggregate) learn(e *emits) {
	for name, l := range e.layouts {
		if old, known := a.layouts[name]; known && (old.Control != nil || l.Control == nil) { // variants may differ
			continue
		}
		a.layouts[name] = l
		if l.Curve != nil && l.Curve.Slope != 0 {
			a.layouts[AtTable] = results.Layout{Sized: true, Converged: l.Converged, Control: l.Control}
		}
	}
}

// curve is the table of local entropies against distance, "" if there is none.
func (a *Aggregate) curve() (name string, l results.Layout) { return curveAmong(a.layouts) }

func curveAmong(layouts map[string]results.Layout) (name string, l results.Layout) {
	for _, name := range slices.Sorted(maps.Keys(layouts)) {
		if layouts[name].Curve != nil {
			return name, layouts[name]
		}
	}
	return "", l
}
