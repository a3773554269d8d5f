package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/model"
	"fbp/results"
)

// ownTables are made by the program from all records; readings of that name
// would take their place.
var ownTables = []string{"samples", "pairs", "success", "summary", "deviation", "local_entropy_at", store.TablesClaim, store.ChecksumsTable}

// CheckLayouts holds the readings of a record to the tables that its algorithm and
// its measurements emit. What became a table by its name alone could be anything.
func CheckLayouts(c *plan.Catalog, r *results.Record) error {
	return newEmitted(c).check(r)
}

// emitted are the tables that tasks may emit.
type emitted struct {
	catalog *plan.Catalog   // nil: not known
	known   map[string]kept // by kinds
}

// kept is what a task of some kinds may emit.
type kept struct {
	layouts map[string]results.Layout
	of      map[string]string // the kind of measurement, of tables of measurements
	all     bool              // every kind says what it emits
}

func newEmitted(c *plan.Catalog) *emitted {
	return &emitted{catalog: c, known: map[string]kept{}}
}

// outcome are the columns of the outcome of a record's search, also of one that
// failed; nil where they are not known.
func (k kept) outcome(r *results.Record) []string {
	if s := r.Readings[results.SolutionTable]; s != nil {
		return s.Values
	}
	return k.layouts[results.SolutionTable].Values
}

// curve is the measurement of a curve of local entropies among those of a task.
func (k kept) curve() (m plan.Measured) {
	for _, name := range slices.Sorted(maps.Keys(k.layouts)) {
		if l := k.layouts[name]; l.Curve != nil {
			return plan.Measured{Kind: k.of[name], Curve: l.Curve}
		}
	}
	return m
}

// check is CheckLayouts.
func (e *emitted) check(r *results.Record) error {
	known := e.by(r.Params)
	for _, name := range slices.Sorted(maps.Keys(r.Readings)) {
		s := r.Readings[name]
		if slices.Contains(ownTables, name) || strings.HasPrefix(name, "theory_") {
			return fmt.Errorf("readings of a table %q, which is made of all records", name)
		}
		if !known.all {
			continue
		}
		if l, ok := known.layouts[name]; !ok || !l.Admits(s.Keys, s.Values) {
			return fmt.Errorf("readings of a table %q with columns %s, which nothing in its parameters emits",
				name, strings.Join(slices.Concat(s.Keys, s.Values), ", "))
		}
	}
	return nil
}

// by are the tables that a task of these parameters may emit.
func (e *emitted) by(params map[string]any) kept {
	if e.catalog == nil {
		return kept{}
	}
	kind := func(section string) string {
		kind, _ := plan.Parameter(params, section, "kind").(string)
		return kind
	}
	measures, _ := params["measure"].(map[string]any)
	kinds := append([]string{kind("model"), kind("algorithm")}, slices.Sorted(maps.Keys(measures))...)
	id := fmt.Sprint(strings.Join(kinds, "\n"), params["model"], params["algorithm"], measures)
	k, cached := e.known[id]
	if !cached {
		m, ok := e.catalog.ModelOf(params)
		if !ok {
			m = nil
		}
		k = keptOf(e.catalog, m, params, kinds[0], kinds[2:])
		e.known[id] = k
	}
	return k
}

// keptOf are the tables of a model, an algorithm and measurements, as far as their
// kinds are known. Which ones a kind emits may depend on the model and on its own keys; if the model is nil, it is one of its kind, or of any.
func keptOf(c *plan.Catalog, m model.Model, params map[string]any, modelKind string, measures []string) kept {
	construct := c.Models[modelKind]
	k := kept{layouts: map[string]results.Layout{}, of: map[string]string{}, all: construct != nil}
	if construct == nil {
		construct = c.Models[slices.Min(slices.Collect(maps.Keys(c.Models)))]
	}
	if m == nil {
		m = construct().Model()
	}
	if l, ok := plan.TiesLayout(m); ok {
		k.layouts[l.Table] = l
	}
	algorithm := c.AlgorithmOf(params, m)
	k.add("", algorithm)
	for _, kind := range measures {
		measurement := c.MeasurementOf(params, kind, m, algorithm)
		if measurement == nil {
			k.all = false
			continue
		}
		k.add(kind, measurement)
	}
	return k
}

// add takes in the tables of an algorithm, or of a measurement of this kind.
func (k *kept) add(measurement string, maker any) {
	says, ok := maker.(plan.Tabled)
	if !ok {
		k.all = false
		return
	}
	for _, l := range plan.TablesOf(maker, says) {
		k.layouts[l.Table] = l
		if measurement != "" {
			k.of[l.Table] = measurement
		}
	}
}
