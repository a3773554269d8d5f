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
var ownTables = []string{"samples", "success", "summary", "deviation", "local_entropy_at", store.TablesClaim}

// CheckLayouts holds the readings of a record to the tables that its algorithm and
// its measurements emit. What became a table by its name alone could be anything.
func CheckLayouts(c *plan.Catalog, r *results.Record) error {
	return newEmitted(c).check(r)
}

// emitted are the tables that tasks may emit.
type emitted struct {
	catalog *plan.Catalog                        // nil: not known
	known   map[string]map[string]results.Layout // by kinds, then by name
}

func newEmitted(c *plan.Catalog) *emitted {
	return &emitted{catalog: c, known: map[string]map[string]results.Layout{}}
}

// outcome are the columns of the outcome of a record's search, also of one that
// failed; nil where they are not known.
func (e *emitted) outcome(r *results.Record) []string {
	if s := r.Readings[results.SolutionTable]; s != nil {
		return s.Values
	}
	return e.by(r.Params)[results.SolutionTable].Values
}

// check is CheckLayouts.
func (e *emitted) check(r *results.Record) error {
	known := e.by(r.Params)
	for _, name := range slices.Sorted(maps.Keys(r.Readings)) {
		s := r.Readings[name]
		if slices.Contains(ownTables, name) || strings.HasPrefix(name, "theory_") {
			return fmt.Errorf("readings of a table %q, which is made of all records", name)
		}
		if known == nil {
			continue
		}
		l, ok := known[name]
		foreign := func(value string) bool { return !l.Open && !slices.Contains(l.Values, value) }
		l.At = bare(l.At)
		if !ok || !l.Places(bare(s.Keys)) || slices.ContainsFunc(s.Values, foreign) {
			return fmt.Errorf("readings of a table %q with columns %s, which nothing in its parameters emits",
				name, strings.Join(slices.Concat(s.Keys, s.Values), ", "))
		}
	}
	return nil
}

// bare are coordinates without that of readings of replicas, which depends on the
// solution.
func bare(at []string) []string {
	if len(at) > 1 && at[0] == results.Of {
		return at[1:]
	}
	return at
}

// by are the tables that a task of these parameters may emit, by name; nil when the
// catalog does not know a kind.
func (e *emitted) by(params map[string]any) map[string]results.Layout {
	if e.catalog == nil {
		return nil
	}
	kind := func(section string) string {
		keys, _ := params[section].(map[string]any)
		kind, _ := keys["kind"].(string)
		return kind
	}
	measures, _ := params["measure"].(map[string]any)
	kinds := append([]string{kind("model"), kind("algorithm")}, slices.Sorted(maps.Keys(measures))...)
	id := fmt.Sprint(strings.Join(kinds, "\n"), params["model"])
	layouts, cached := e.known[id]
	if !cached {
		m, ok := e.catalog.ModelOf(params)
		if !ok {
			m = nil
		}
		layouts = layoutsFor(e.catalog, m, kinds[0], kinds[1], kinds[2:])
		e.known[id] = layouts
	}
	return layouts
}

// layoutsFor are the tables of a model, an algorithm and measurements, by name; nil
// when one of them is not known, or does not say what it emits. Which ones a kind emits
// may depend on the model; if it is nil, it is one of its kind.
func layoutsFor(c *plan.Catalog, m model.Model, modelKind, algorithmKind string, measures []string) map[string]results.Layout {
	construct := c.Models[modelKind]
	if construct == nil || c.Algorithms[algorithmKind] == nil {
		return nil
	}
	if m == nil {
		m = construct()
	}
	algorithm := c.Algorithms[algorithmKind](m)
	makers := []any{algorithm}
	for _, kind := range measures {
		if c.Measurements[kind] == nil {
			return nil
		}
		makers = append(makers, c.Measurements[kind](m, algorithm))
	}
	layouts := map[string]results.Layout{}
	if l, ok := plan.TiesLayout(m); ok {
		layouts[l.Table] = l
	}
	for _, maker := range makers {
		says, ok := maker.(Tabled)
		if !ok {
			return nil
		}
		for _, l := range tablesOf(maker, says) {
			layouts[l.Table] = l
		}
	}
	return layouts
}
