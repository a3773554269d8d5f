package table

import (
	"maps"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/model"
	"fbp/results"
)

// ColumnsOf are the columns of a table that a run writes.
type ColumnsOf struct {
	Names []string
	Texts []string // those that hold text
}

// Columns are the columns of the tables that a run of the config writes, by table.
// It is nil when a kind does not say what it emits.
func Columns(d *config.Document, c *plan.Catalog, theories []*plan.Theory) map[string]ColumnsOf {
	tables := map[string]ColumnsOf{}
	for _, th := range theories {
		names, texts := th.Columns()
		tables[th.Table()] = ColumnsOf{names, texts}
	}
	_, tasks := d.Root["algorithm"] // or each variant has its own
	if !tasks && !slices.ContainsFunc(d.Kinds("algorithm"), func(kind string) bool { return kind != "" }) {
		return tables
	}
	p, works := typicalPlan(d), []combination(nil)
	for _, kind := range []model.Grouping{search, model.Pairs, model.Triples, model.Others} {
		all, known := combinationsIn(d, c, kind)
		if !known {
			return nil
		}
		for _, one := range all {
			if kind == search || len(one.layouts) > 0 {
				p.addTask(d, kind)
				works = append(works, one)
			}
		}
	}
	a := New(&p.Plan, c)
	if added, err := plan.AddedOf(d); err == nil && added != nil {
		a.Interpolates(added.At.Distance)
	}
	for i, t := range a.plan.Tasks {
		a.emitted.known[idOf(works[i].params)] = works[i].kept
		a.add(t, works[i].record())
	}
	made := a.Finish()
	name, l := a.curve()
	if g := a.tables[name]; g != nil && comparesAny(theories) {
		t, _ := a.emptyDeviation(g, l)
		made = append(made, t)
	}
	for _, t := range made {
		tables[t.Name] = ColumnsOf{t.Columns, textsAmong(d, t.Columns)}
	}
	return tables
}

// filled is a model or a measurement of a kind with the keys of its section, on which it can
// depend what is measured: around spherical weights there are other tables.
func filled[T any](d *config.Document, path, kind string, construct func() T) T {
	value := construct()
	section, err := d.At(path)
	if err != nil || section["kind"] != kind {
		return value
	}
	if d.Fill(path, section, value, append(config.KeysOf(&config.Treatment{}), "kind")...) != nil { // a mistake, which is reported elsewhere
		return construct()
	}
	return value
}

// search stands for the company of a task that compares no solutions.
const search model.Grouping = -1

// taskOf is the company of the task of a measurement.
func taskOf(m plan.Measurement) model.Grouping {
	if two, ok := m.(plan.MeasurementOfTwo); ok {
		return two.About().Grouping
	}
	return search
}

// typical is a plan with a task for each combination of kinds, at a point of its own.
type typical struct {
	plan.Plan
	point plan.ShownPoint
}

func typicalPlan(d *config.Document) *typical {
	p := new(typical)
	if searches, ok := d.Root["searches"].(int64); ok {
		p.Searches = int(searches)
	}
	each, _ := d.Root["each"].([]any)
	for _, name := range each {
		if text, ok := name.(string); ok {
			p.Each = append(p.Each, text)
		}
	}
	if len(d.Variants) > 0 {
		p.Swept, p.point.Values = []string{"variant"}, []any{d.Variants[0].Name}
	}
	for _, a := range d.Sweep {
		p.Swept, p.point.Values = append(p.Swept, a.Path), append(p.point.Values, plan.Cells(a.Values[:1])[0])
	}
	return p
}

// addTask adds a task in some company.
func (p *typical) addTask(d *config.Document, kind model.Grouping) {
	task, point := plan.Task{Number: len(p.Tasks), Point: len(p.Points)}, p.point
	if kind != search {
		task.Pair = &plan.PairOfTasks{}
		point.Pairs, point.Triples = true, kind == model.Triples
		if comparesVariants(d) {
			point.With = point.Values[0]
		}
	}
	p.Tasks, p.Points = append(p.Tasks, task), append(p.Points, point)
}

// comparesVariants tells whether a measurement names variants whose solutions it
// compares.
func comparesVariants(d *config.Document) bool {
	measures, _ := d.Root["measure"].(config.Tree)
	for _, m := range measures {
		section, _ := m.(config.Tree)
		if names, _ := section["between"].([]any); len(names) > 0 && len(d.Variants) > 0 {
			return true
		}
	}
	return false
}

// Emitted are the layouts of the readings that a search of the config may emit, as far as
// they are known.
func Emitted(d *config.Document, c *plan.Catalog) (emitted []results.Layout) {
	all, _ := combinationsIn(d, c, search)
	for _, one := range all {
		for _, name := range slices.Sorted(maps.Keys(one.layouts)) {
			emitted = append(emitted, one.layouts[name])
		}
	}
	return emitted
}

// combination is what a task may emit whose model and algorithm are of some kinds.
type combination struct {
	kept
	params map[string]any // the kinds
}

// combinationsIn are those of the kinds of models and of algorithms of the config, as far as they
// are known.
func combinationsIn(d *config.Document, c *plan.Catalog, task model.Grouping) (all []combination, known bool) {
	known = true
	for _, kind := range d.Kinds("model") {
		construct := c.Models[kind]
		if construct == nil {
			known = false
			continue
		}
		m := filled(d, "model", kind, construct).Model()
		for _, algorithm := range d.Kinds("algorithm") {
			if c.Algorithms[algorithm] == nil {
				known = false
				continue
			}
			one := combined(d, c, task, m, algorithm)
			one.params["model"] = map[string]any{"kind": kind}
			all, known = append(all, one), known && one.all
		}
	}
	return all, known
}

// combined is the combination of a model and a kind of algorithm.
func combined(d *config.Document, c *plan.Catalog, task model.Grouping, m model.Model, kind string) combination {
	algorithm, kinds := c.Algorithms[kind](m), map[string]any{}
	one := combination{newKept(), map[string]any{"algorithm": map[string]any{"kind": kind}, "measure": kinds}}
	one.model = m
	if task == search {
		instance, _ := d.Root["instance"].(config.Tree)
		one.addSearch(m, c.Alike(instance), algorithm)
	}
	measures, _ := d.Root["measure"].(config.Tree)
	for _, kind := range slices.Sorted(maps.Keys(measures)) {
		if c.Measurements[kind] == nil {
			one.all = false
			continue
		}
		measurement := filled(d, config.Join("measure", kind), kind, func() plan.Measurement { return c.Measurements[kind](m, algorithm) })
		if taskOf(measurement) == task {
			kinds[kind] = map[string]any{}
			one.add(kind, measurement)
		}
	}
	return one
}

// record has one reading of each table that a task may emit.
func (c *combination) record() *results.Record {
	r := &results.Record{Status: results.Solved, Params: c.params, Readings: map[string]*results.Series{}}
	for name, l := range c.layouts {
		r.Readings[name] = &results.Series{Keys: l.At, Values: l.Values, Rows: [][]results.Number{make([]results.Number, len(l.At)+len(l.Values))}}
	}
	return r
}

// textsAmong are those of the columns of a measured table that hold text.
func textsAmong(d *config.Document, columns []string) (texts []string) {
	for _, c := range columns {
		if c == "task" || c == "theory" || c == results.Of || c == "status" || (c == "variant" || c == "variant_a" || c == "variant_b") && len(d.Variants) > 0 || strings.HasSuffix(c, "_reason") {
			texts = append(texts, c)
		}
	}
	for _, a := range d.Sweep {
		if slices.ContainsFunc(a.Values, func(v any) bool { _, ok := config.Numeric(v); return !ok }) {
			texts = append(texts, a.Path, a.Path[strings.LastIndex(a.Path, ".")+1:])
		}
	}
	return texts
}
