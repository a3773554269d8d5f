package table

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fbp/experiment/plan"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// ownTables are made by the program from all records; readings of that name
// would take their place.
var ownTables = []string{"samples", "pairs", "success", "summary", "deviation", "local_entropy_at", "tables"}

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

// kept is what a task of some kinds may emit, and what its algorithm and its measurements
// with their parameters know of it.
type kept struct {
	model    model.Model // nil where the parameters are not those of a model that is known
	patterns instances.About
	layouts  map[string]results.Layout
	of       map[string]string         // the kind of measurement, of tables of measurements
	company  map[string]model.Grouping // of the task of a kind of measurement
	known    map[string]known          // by table
	all      bool                      // every kind says what it emits
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
func (k kept) curve() plan.Measured {
	name, l := curveAmong(k.layouts)
	return plan.Measured{Kind: k.of[name], Curve: l.Curve}
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
	id := idOf(params)
	k, cached := e.known[id]
	if !cached {
		k = keptOf(e.catalog, params)
		e.known[id] = k
	}
	return k
}

// idOf tells parameters apart whose tables may differ, or what is known of them; samples of a point differ by
// the digests of their files alone.
func idOf(params map[string]any) string {
	instance, _ := params["instance"].(map[string]any)
	if _, has := instance["sha256"]; has {
		instance = maps.Clone(instance)
		delete(instance, "sha256")
	}
	return fmt.Sprint(params["model"], instance, params["algorithm"], params["measure"])
}

// search stands for the company of a task that compares no solutions.
const search model.Grouping = -1

// newKept has no tables yet.
func newKept() kept {
	return kept{layouts: map[string]results.Layout{}, of: map[string]string{}, company: map[string]model.Grouping{}, known: map[string]known{}, all: true}
}

// keptOf are the tables of the model, the algorithm and the measurements of a task, as far as
// their kinds are known. Which ones a kind emits may depend on the model and on its own keys;
// if the model is not known, it is one of its kind, or of any.
func keptOf(c *plan.Catalog, params map[string]any) kept {
	kind, _ := plan.Parameter(params, "model", "kind").(string)
	construct := c.Models[kind]
	k := newKept()
	if k.all = construct != nil; !k.all {
		construct = c.Models[slices.Min(slices.Collect(maps.Keys(c.Models)))]
	}
	m, known := c.ModelOf(params)
	if known {
		k.model = m
	} else {
		m = construct().Model()
	}
	algorithm := c.AlgorithmOf(params, m)
	k.patterns = c.PatternsOf(params)
	k.addSearch(m, k.patterns.Alike, algorithm)
	measures, _ := params["measure"].(map[string]any)
	for _, kind := range slices.Sorted(maps.Keys(measures)) {
		k.add(kind, c.MeasurementOf(params, kind, m, algorithm))
	}
	return k
}

// addSearch takes in the tables of a search.
func (k *kept) addSearch(m model.Model, alike bool, algorithm plan.Algorithm) {
	for _, l := range plan.InstanceTables(m, alike) {
		k.layouts[l.Table] = l
	}
	k.add("", algorithm)
}

// add takes in the tables of an algorithm, or of a measurement of this kind.
func (k *kept) add(measurement string, maker any) {
	tables, says := plan.TablesOf(maker)
	k.all, k.company[measurement] = k.all && says, search
	if two, ok := maker.(plan.MeasurementOfTwo); ok {
		k.company[measurement] = two.About().Grouping
	}
	for _, l := range tables {
		k.layouts[l.Table] = l
		if measurement != "" {
			k.of[l.Table] = measurement
		}
		if m, measures := maker.(plan.Measurement); measures && (l.Control != nil || l.Theory != "") {
			k.known[l.Table] = known{m.About().Known, sha256.Sum256(fmt.Appendf(nil, "%T%+v", maker, maker))}
		}
	}
}

// Rowless are the tables with coordinates of which a record has no row though its search or a
// measurement, whose kind they come with, writes such rows: of a measurement all or none, since what
// it writes depends on its keys.
func Rowless(c *plan.Catalog) func(*results.Record) map[string]string {
	e := newEmitted(c)
	return func(r *results.Record) map[string]string {
		k, lacks, wrote := e.by(r.Params), map[string]string{}, map[string]bool{}
		for name, l := range k.layouts {
			kind := k.of[name]
			if s := r.Readings[name]; s != nil && len(s.Rows) > 0 {
				wrote[kind] = wrote[kind] || kind != ""
			} else if len(l.At) > 0 {
				lacks[name] = kind
			}
		}
		maps.DeleteFunc(lacks, func(_, kind string) bool { return wrote[kind] })
		return lacks
	}
}

// learn takes in how the tables of a record are laid out.
func (a *Aggregate) learn(k kept) {
	for name, l := range k.layouts {
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
